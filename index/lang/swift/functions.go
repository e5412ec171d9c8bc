package swift

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func function(x *extract.X, n sitter.Node) {
	name, at := functionName(x, n)
	form := "method"
	if !x.Def(x.Cur()).Kind.TypeLike() {
		form = "function"
	}
	d := declare(x, facts.Function, form, name, at, n, n.Field("body"))
	if isTestMethod(x, d) && !n.Child("parameter").OK() {
		x.Def(d).Kind = facts.Test
	}
	if x.Scoped() {
		x.Bind(facts.BindFunc, name, at, facts.None, x.DefExpr(d, n))
	}
	fill(x, d, n)
}

// functionName is the name; the grammar has no node for that of an operator.
func functionName(x *extract.X, n sitter.Node) (string, sitter.Node) {
	if c := n.Child("simple_identifier"); c.FieldIs("name") {
		return x.Text(c), c
	}
	at := n.Child("func")
	rest := bytes.TrimLeft(x.Src[at.End():n.End()], " \t\n")
	if i := bytes.IndexAny(rest, "( \t\n"); i > 0 {
		rest = rest[:i]
	}
	if i := bytes.IndexByte(rest, '<'); i > 0 && i < len(rest)-1 && rest[i+1] >= 'A' {
		rest = rest[:i] // type parameters
	}
	return x.Intern(rest[:min(len(rest), 80)]), at
}

func isTestMethod(x *extract.X, d int32) bool {
	def := x.Def(d)
	if !strings.HasPrefix(def.Name, "test") || def.Mods&(facts.Private|facts.Static) != 0 {
		return false
	}
	p := x.Def(def.Parent)
	for _, b := range p.Bases {
		if b.Type != facts.None && strings.HasSuffix(x.F.Types[b.Type].Name, "TestCase") {
			return true
		}
	}
	return p.Kind == facts.Class && len(p.Bases) > 0 && isTest(x.Path)
}

func initializer(x *extract.X, n sitter.Node) {
	d := declare(x, facts.Function, "constructor", "init", n, n, n.Field("body"))
	if m := n.Child("modifiers"); m.OK() {
		x.Def(d).NameLine = m.Next().Line()
		if m.Next() == n.Field("body") || !m.Next().OK() {
			x.Def(d).NameLine = m.EndLine()
		}
	}
	x.Def(d).Mods |= facts.Constructor
	fill(x, d, n)
}

func deinitializer(x *extract.X, n sitter.Node) {
	d := declare(x, facts.Function, "destructor", "deinit", n, n, n.Field("body"))
	fill(x, d, n)
}

// fill adds what is inside a function to its definition.
func fill(x *extract.X, d int32, n sitter.Node) {
	body := n.Field("body")
	x.Def(d).Disc = disc(x, n)
	if !body.OK() {
		x.Def(d).Mods |= facts.Declared
		if x.Def(x.Def(d).Parent).Kind == facts.Interface {
			x.Def(d).Mods |= facts.Abstract
		}
	}
	if n.Child("async").OK() {
		x.Def(d).Mods |= facts.Async
	}
	s := of(x)
	outer := s.closure
	s.closure = facts.None
	x.Within(d, func() {
		typeParams(x, d, n)
		params(x, d, n)
		if r := typeField(n); r.OK() {
			t := x.Type(r)
			x.Def(d).Type, x.Def(d).Returns = t, x.Sig(r.Start(), r.End())
		}
		code(x, body.Child("statements"))
	})
	s.closure = outer
}

// code walks the statements of a function or accessor; a single expression is
// what it returns.
func code(x *extract.X, body sitter.Node) {
	if !body.Is("statements") {
		return
	}
	v := x.Expr(body)
	if d := x.Def(x.Cur()); d.Mods.Has(facts.Constructor) || d.Returns == "" && d.Form != "property" && d.Form != "subscript" {
		return
	}
	x.Return(v)
}

// statements is a block; its value is that of a single expression in it.
func statements(x *extract.X, n sitter.Node) int32 {
	v := facts.None
	x.Block(n, func() {
		if first := n.First(); first == n.Last() && !first.Is("property_declaration", "function_declaration", "class_declaration") {
			v = x.Expr(first)
		} else {
			x.WalkChildren(n)
		}
	})
	return v
}

func params(x *extract.X, d int32, n sitter.Node) {
	for c := range n.Children() {
		switch {
		case c.Is("parameter"):
			param(x, d, c)
		case c.FieldIs("default_value"):
			if last := len(x.Def(d).Params) - 1; last >= 0 {
				v := x.Expr(c)
				x.Def(d).Params[last].Default = v
				x.Def(d).Params[last].Flags |= facts.ParamOptional
			}
		}
	}
}

func param(x *extract.X, d int32, n sitter.Node) {
	at, typ := n.Field("name"), typeField(n)
	p := facts.Param{Name: strings.Trim(x.Text(at), "`"), Text: x.Sig(typ.Start(), n.End()), Type: x.Type(typ), Default: facts.None}
	if bytes.HasSuffix(n.Bytes(), []byte("...")) {
		p.Flags |= facts.ParamRest
		p.Type = listOf(x, n, p.Type)
	}
	if bytes.HasPrefix(bytes.TrimLeft(x.Src[n.End():], " \t\r\n"), []byte("=")) { // some default values have no node
		p.Flags |= facts.ParamOptional
	}
	x.AddParam(d, p, at)
}

// disc tells overloads apart: labels and simple names of types.
func disc(x *extract.X, n sitter.Node) string {
	var parts []string
	for p := range n.Children() {
		if !p.Is("parameter") {
			continue
		}
		label := p.Field("external_name")
		if !label.OK() {
			label = p.Field("name")
		}
		s := label.Text() + ":" + simple(typeField(p))
		if bytes.HasSuffix(p.Bytes(), []byte("...")) {
			s += "..."
		}
		parts = append(parts, s)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// simple is the simple name of a type as written, without type arguments.
func simple(n sitter.Node) string {
	switch n.Kind() {
	case "user_type":
		s := dotted(n)
		return s[strings.LastIndexByte(s, '.')+1:]
	case "optional_type":
		return simple(n.Field("wrapped")) + "?"
	case "array_type":
		return "[" + simple(n.Field("name")) + "]"
	case "dictionary_type":
		return "[" + simple(n.First()) + ":" + simple(n.Last()) + "]"
	case "tuple_type":
		if only := n.First(); only.OK() && only == n.Last() && !only.FieldIs("element") {
			return simple(only)
		}
		var parts []string
		for c := range n.Fields("element") {
			parts = append(parts, simple(itemType(c)))
		}
		return "(" + strings.Join(parts, ",") + ")"
	case "tuple_type_item":
		return simple(itemType(n))
	case "function_type":
		return simple(n.Field("params")) + "->" + simple(n.Field("name"))
	case "opaque_type", "existential_type":
		return simple(n.First())
	}
	return strings.Join(strings.Fields(n.Text()), "")
}
