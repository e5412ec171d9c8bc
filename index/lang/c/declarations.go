package c

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declaration declares functions and variables.
func declaration(x *extract.X, n sitter.Node) {
	base := x.Type(n.Field("type"))
	if isMacroCall(n) {
		x.WalkChildren(n)
		return
	}
	count := 0
	for range n.Fields("declarator") {
		count++
	}
	for d := range n.Fields("declarator") {
		if d.Is("gnu_asm_expression", "ms_call_modifier") {
			continue
		}
		span := n
		if count > 1 {
			span = d
		}
		declarator(x, n, span, d, base)
	}
}

// isMacroCall is MACRO(x); in a class or before a declaration: it has no type
// and no class is called so.
func isMacroCall(n sitter.Node) bool {
	d := n.Field("declarator")
	return !n.Field("type").OK() && d.Is("function_declarator") && d.Field("declarator").Is("identifier") && isMacroName(d.Field("declarator").Bytes())
}

func declarator(x *extract.X, n, span, d sitter.Node, base int32) {
	what := declare(x, base, d)
	if !what.at.OK() {
		return
	}
	if !what.fn.OK() {
		variable(x, n, span, d, what)
		return
	}
	if !x.InFunction() {
		function(x, n, span, what, sitter.Node{})
		return
	}
	if state(x).cpp && isClassType(n.Field("type")) {
		vexing(x, n, what)
	}
}

// vexing is "T x(a);" or "T x(make(a));" inside a function: a variable, which
// the grammar takes for a function with a parameter of type a or make.
func vexing(x *extract.X, n sitter.Node, what declared) {
	params := what.fn.Field("parameters")
	for p := range params.Children() {
		if !isVexed(p) {
			return
		}
	}
	var args []int32
	for p := range params.Children() {
		args = append(args, vexed(x, p))
	}
	v := x.Construct(what.typ, n, 0, args...)
	x.BindAfter(n.End(), facts.BindVar, x.Text(what.at), what.at, what.typ, v)
}

// isVexed tells a parameter that can be an expression: a, a::b, a(), a(b).
func isVexed(p sitter.Node) bool {
	if !p.Is("parameter_declaration") || !p.Field("type").Is("type_identifier", "qualified_identifier") || p.First() != p.Field("type") {
		return false
	}
	switch d := p.Field("declarator"); d.Kind() {
	case "":
		return true
	case "parenthesized_declarator":
		return d.First().Is("identifier")
	case "abstract_function_declarator":
		if d.Field("declarator").OK() {
			return false
		}
		for q := range d.Field("parameters").Children() {
			if !isVexed(q) {
				return false
			}
		}
		return true
	}
	return false
}

// vexed is the expression that a parameter of that kind is.
func vexed(x *extract.X, p sitter.Node) int32 {
	t, d := p.Field("type"), p.Field("declarator")
	a := facts.None
	if t.Is("qualified_identifier") {
		a = qualified(x, t)
	} else {
		a = x.Name(t)
	}
	var args []int32
	switch d.Kind() {
	case "":
		return a
	case "parenthesized_declarator":
		args = append(args, x.Name(d.First()))
	default:
		for q := range d.Field("parameters").Children() {
			args = append(args, vexed(x, q))
		}
	}
	return x.Call(facts.Expr{Op: facts.OpCall, A: a, B: facts.None, T: facts.None, D: facts.None}, p, 0, args...)
}

// variable is a local variable, a global one or a field.
func variable(x *extract.X, n, span, d sitter.Node, what declared) {
	value := d.Field("value")
	if !d.Is("init_declarator") {
		value = d.Next()
		if value.Is("bitfield_clause") {
			value = value.Next()
		}
		if !value.FieldIs("value") && !value.FieldIs("default_value") {
			value = sitter.Node{}
		}
	}
	if what.at.Is("structured_binding_declarator") {
		v := x.Expr(value)
		i := 0
		for name := range what.at.Children() {
			x.BindAfter(d.End(), facts.BindVar, x.Text(name), name, facts.None, x.Elem(v, i, name))
			i++
		}
		return
	}
	if isMacroName(what.at.Bytes()) && n.Is("field_declaration") && !n.Field("type").OK() {
		return
	}
	class := isClassType(n.Field("type")) && !d.Is("pointer_declarator", "array_declarator", "reference_declarator")
	name, recv := nameOf(x, what.at)
	if x.InFunction() {
		if value.Is("lambda_expression") {
			closureNamed(x, n, what.at, name, value)
			return
		}
		v := initial(x, n, d, value, what.typ, class)
		x.BindAfter(d.End(), facts.BindVar, name, what.at, what.typ, v)
		return
	}
	if value.Is("lambda_expression") {
		closureNamed(x, n, what.at, name, value)
		return
	}
	v := x.NewNamed(facts.Variable, "variable", name, span, sitter.Node{})
	def := x.Def(v)
	def.NameLine, def.Recv, def.Type = what.at.Line(), recv, what.typ
	def.Returns = typeText(x, n.Start(), what.at)
	def.Decorators = attributes(x, n)
	variableMods(x, v, n, d)
	if value.OK() {
		x.Within(v, func() {
			e := initial(x, n, d, value, what.typ, class)
			x.Def(v).Value = e
		})
	}
}

// initial is the initial value of a variable: an expression, the members of a
// struct, or the construction of an object of a class.
func initial(x *extract.X, n, d, value sitter.Node, typ int32, class bool) int32 {
	cpp := state(x).cpp
	switch {
	case !value.OK():
		if cpp && class && x.InFunction() && !strings.Contains(x.Sig(n.Start(), d.Start()), "extern") {
			return x.Construct(typ, n, facts.CallImplicit)
		}
		return facts.None
	case value.Is("argument_list"):
		args, _ := x.Args(value)
		if class {
			return x.Construct(typ, n, spread(value), args...)
		}
		if len(args) == 1 {
			return args[0]
		}
		return facts.None
	case value.Is("initializer_list") && cpp && class && !hasDesignators(value):
		args, _ := x.Args(value)
		return x.Construct(typ, n, spread(value), args...)
	case value.Is("initializer_list"):
		return initializer(x, value, x.Cast(facts.None, typ, value))
	}
	return x.Expr(value)
}

func hasDesignators(list sitter.Node) bool { return list.Child("initializer_pair").OK() }

func variableMods(x *extract.X, v int32, n, d sitter.Node) {
	def := x.Def(v)
	words := specifierWords(x, n, d)
	for _, w := range words {
		switch w {
		case "static":
			def.Mods |= facts.Static
		case "extern":
			def.Mods |= facts.Extern | facts.Declared
		case "const", "constexpr", "constinit":
			if !d.Is("pointer_declarator") {
				def.Mods |= facts.Const
			}
		case "inline":
			def.Mods |= facts.Inline
		}
	}
	if inClass(x) {
		def.Form = "field"
		def.Mods |= memberAccess(x)
		return
	}
	if def.Mods&facts.Const != 0 {
		def.Form = "const"
	}
	if exported(x, def.Mods) {
		def.Mods |= facts.Exported
	}
}

// exported is C's rule for names outside classes: not static, unless a header
// gives them to whoever includes it.
func exported(x *extract.X, mods facts.Mods) bool {
	s := state(x)
	return (mods&facts.Static == 0 || s.header) && s.unnamed == 0
}

// specifierWords are the words of a declaration before its declarator.
func specifierWords(x *extract.X, n, d sitter.Node) []string {
	if !d.OK() || n.Start() >= d.Start() {
		return nil
	}
	return strings.FieldsFunc(string(x.Src[n.Start():d.Start()]), func(r rune) bool {
		return !(r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	})
}

func attributes(x *extract.X, n sitter.Node) []string {
	var out []string
	for c := range n.Children() {
		if c.Is("attribute_specifier", "attribute_declaration") {
			out = append(out, x.Sig(c.Start(), c.End()))
		}
	}
	return out
}

// typedef gives a type another name. A struct without a name gets this one, and
// one with the same name needs no other.
func typedef(x *extract.X, n sitter.Node) {
	typ := n.Field("type")
	first := n.Field("declarator")
	if typ.Is("struct_specifier", "union_specifier", "enum_specifier") && first.Is("type_identifier") {
		switch tag := typ.Field("name"); {
		case !tag.OK() && typ.Field("body").OK():
			recordNamed(x, n, typ, first, x.Text(first))
			return
		case string(tag.Bytes()) == string(first.Bytes()):
			x.Type(typ)
			return
		}
	}
	base := x.Type(typ)
	for d := range n.Fields("declarator") {
		what := declare(x, base, d)
		at := what.at
		if what.fn.OK() { // typedef int f(int)
			what.typ = functionType(x, what.fn, what.typ)
		}
		if !at.OK() {
			continue
		}
		t := x.New(facts.Interface, "typedef", at, n, sitter.Node{})
		x.Def(t).Type = what.typ
		x.Def(t).Mods |= facts.Exported
	}
}
