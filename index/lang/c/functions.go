package c

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func functionDefinition(x *extract.X, n sitter.Node) {
	d := n.Field("declarator")
	body := n.Field("body")
	if !body.OK() {
		body = n.Child("try_statement") // a function that is a try block
	}
	what := declare(x, x.Type(n.Field("type")), d)
	switch {
	case state(x).inMacro:
		x.Walk(body)
		return
	case !what.at.OK() || !what.fn.OK():
		x.WalkChildren(n)
		return
	case x.InFunction() && !inClass(x) && !n.Field("type").OK():
		x.Walk(body) // no function: a macro with a block
		return
	}
	function(x, n, n, what, body)
}

// function makes a Function of a definition or a prototype.
func function(x *extract.X, n, span sitter.Node, what declared, body sitter.Node) {
	templates := state(x).templates
	state(x).templates = nil
	if len(templates) > 0 {
		span = templates[0]
	}
	name, recv := nameOf(x, what.at)
	kind, form, macro := facts.Function, "function", false
	if split := splitName(x, n, what); split != "" {
		name, what.typ = split, facts.None
	}
	if m, ok := macroFunction(x, n, what, name); ok {
		macro, kind, name, recv = true, m.kind, m.name, m.fixture
	}
	sigEnd := body
	if init := n.Child("field_initializer_list"); init.OK() {
		sigEnd = init
	}
	f := x.NewNamed(kind, form, name, span, sigEnd)
	if len(templates) > 0 { // what stands before the name may name their parameters
		for i := len(x.F.Types) - 1; i >= 0 && x.F.Types[i].Pos >= n.Start(); i-- {
			if int32(i) != recv && x.F.Types[i].Scope == x.Cur() {
				x.F.Types[i].Scope = f
			}
		}
	}
	if sig := x.Def(f).Sig; strings.Count(sig, ")") > strings.Count(sig, "(") { // UNUSED(int f(int x))
		x.Def(f).Sig = strings.TrimSuffix(sig, ")")
	}
	x.Def(f).NameLine = what.at.Line()
	for what.at.Is("qualified_identifier") {
		what.at = what.at.Field("name")
		x.Def(f).NameLine = what.at.Line()
	}
	x.Def(f).Recv = recv
	x.Def(f).Decorators = attributes(x, n)
	functionMods(x, f, n, what, body)
	if !macro {
		if form := memberForm(x, f, what); form != "" {
			x.Def(f).Form = form
		}
	}
	if x.InFunction() && !inClass(x) {
		x.Bind(facts.BindFunc, name, what.at, facts.None, x.DefExpr(f, n))
	}
	x.Within(f, func() {
		for _, t := range templates {
			templateParams(x, f, t)
		}
		if what.typ != facts.None {
			x.Def(f).Type = what.typ
			x.Def(f).Returns = returnText(x, n, what)
		}
		if !macro {
			parameters(x, f, what.fn.Field("parameters"))
			oldStyle(x, f, n)
		}
		if state(x).cpp && !macro {
			x.Def(f).Disc = discriminator(x, f, what.fn)
		}
		constructorInits(x, n, f)
		if body.Is("compound_statement") {
			x.WalkChildren(body)
		} else {
			x.Walk(body)
		}
	})
}

func returnText(x *extract.X, n sitter.Node, what declared) string {
	if r := what.fn.Child("trailing_return_type"); r.OK() {
		return x.Sig(r.First().Start(), r.First().End())
	}
	if t := n.Field("type"); t.OK() {
		return x.Sig(t.Start(), min(what.fn.Start(), n.Field("declarator").End()))
	}
	return ""
}

func functionMods(x *extract.X, f int32, n sitter.Node, what declared, body sitter.Node) {
	def := x.Def(f)
	for _, w := range specifierWords(x, n, n.Field("declarator")) {
		switch w {
		case "static":
			def.Mods |= facts.Static
		case "inline", "__inline", "__inline__":
			def.Mods |= facts.Inline
		case "extern":
			def.Mods |= facts.Extern
		case "virtual":
			def.Mods |= facts.Virtual
		case "constexpr", "consteval":
			def.Mods |= facts.Const
		}
	}
	for c := range what.fn.Children() {
		if c.Is("virtual_specifier") {
			def.Mods |= facts.Override | facts.Virtual
			if string(c.Bytes()) == "final" {
				def.Mods |= facts.Final
			}
		}
	}
	switch {
	case n.Field("default_value").OK(), n.Child("pure_virtual_clause").OK():
		def.Mods |= facts.Abstract | facts.Declared | facts.Virtual
	case !body.OK() && !n.Child("default_method_clause").OK():
		def.Mods |= facts.Declared
	}
	switch {
	case inClass(x):
		def.Mods |= memberAccess(x)
		if def.Mods&facts.Abstract != 0 {
			x.Def(x.Cur()).Mods |= facts.Abstract
		}
	case def.Recv != facts.None || exported(x, def.Mods):
		def.Mods |= facts.Exported
	}
}

// memberForm tells constructors, destructors, operators and methods apart.
func memberForm(x *extract.X, f int32, what declared) string {
	def := x.Def(f)
	owner := ""
	switch {
	case inClass(x):
		owner = x.Def(x.Cur()).Name
	case def.Recv != facts.None:
		owner = x.F.Types[def.Recv].Name
		owner = owner[strings.LastIndexByte(owner, '.')+1:]
	}
	switch {
	case strings.HasPrefix(def.Name, "operator") && what.at.Is("operator_name", "operator_cast"):
		return "operator"
	case owner == "":
		return ""
	case def.Name == owner && what.typ == facts.None:
		def.Mods |= facts.Constructor
		return "constructor"
	case strings.HasPrefix(def.Name, "~"):
		return "destructor"
	}
	return "method"
}

// discriminator tells overloads apart: the types of the parameters, without
// arguments and qualifiers, and whether the object is const.
func discriminator(x *extract.X, f int32, fn sitter.Node) string {
	var sb strings.Builder
	sb.WriteByte('(')
	for i, p := range x.Def(f).Params {
		if i > 0 {
			sb.WriteByte(',')
		}
		if p.Flags&facts.ParamRest != 0 && p.Text == "" {
			sb.WriteString("...")
		} else {
			sb.WriteString(simpleType(p.Text))
		}
	}
	sb.WriteByte(')')
	for c := range fn.Children() {
		if c.Is("type_qualifier", "ref_qualifier") {
			sb.WriteString(string(c.Bytes()))
		}
	}
	return x.Intern([]byte(sb.String()))
}

// simpleType is a type as written without namespaces, arguments and qualifiers.
func simpleType(s string) string {
	var sb strings.Builder
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case depth == 0:
			sb.WriteByte(c)
		}
	}
	var out []string
	for _, w := range strings.Fields(sb.String()) {
		if i := strings.LastIndex(w, "::"); i >= 0 {
			w = w[i+2:]
		}
		switch w {
		case "const", "volatile", "struct", "class", "enum", "typename", "constexpr", "register", "restrict":
		default:
			out = append(out, w)
		}
	}
	return strings.NewReplacer(" *", "*", " &", "&").Replace(strings.Join(out, " "))
}
