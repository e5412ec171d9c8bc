package java

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// method is a method or an element of an annotation type.
func method(x *extract.X, n sitter.Node) {
	name, body := n.Field("name"), n.Field("body")
	if !named(name) {
		return
	}
	d := x.New(facts.Function, "method", name, n, body)
	declare(x, d, n, signatureEnd(n, body))
	if !body.OK() {
		x.Def(d).Mods |= facts.Declared
		if x.Def(d).Mods&facts.Extern == 0 {
			x.Def(d).Mods |= facts.Abstract
		}
	}
	junit3(x, d)
	x.Within(d, func() {
		typeParams(x, d, n.Field("type_parameters"))
		params(x, d, n.Field("parameters"))
		typ := n.Field("type")
		dims := dimensions(n)
		t := arrayOf(x, x.Type(typ), dims, typ)
		def := x.Def(d)
		def.Type, def.Returns = t, x.Sig(typ.Start(), typ.End())+strings.Repeat("[]", dims)
		x.Walk(n.Child("throws"))
		x.WalkChildren(body)
	})
}

// junit3 knows the tests of JUnit before annotations: methods named test… of
// a class that extends something called TestCase.
func junit3(x *extract.X, d int32) {
	def := x.Def(d)
	if !strings.HasPrefix(def.Name, "test") || !def.Mods.Has(facts.Public) || !isTest(x.Path) {
		return
	}
	for _, b := range x.Def(def.Parent).Bases {
		if b.Type >= 0 && strings.HasSuffix(x.F.Types[b.Type].Name, "TestCase") {
			def.Kind = facts.Test
		}
	}
}

// constructor is a constructor, named as its class. The compact one of a
// record has the record's parameters.
func constructor(x *extract.X, n sitter.Node) {
	name, body := n.Field("name"), n.Field("body")
	if !named(name) {
		return
	}
	owner := x.Def(x.Cur())
	isEnum, components := owner.Form == "enum", owner.Params
	d := x.New(facts.Function, "constructor", name, n, body)
	declare(x, d, n, signatureEnd(n, body))
	x.Def(d).Mods |= facts.Constructor
	if isEnum {
		x.Def(d).Mods |= facts.Private
	}
	x.Within(d, func() {
		typeParams(x, d, n.Field("type_parameters"))
		if n.Is("compact_constructor_declaration") {
			for _, p := range components {
				p.Flags &^= facts.ParamField
				x.AddParam(d, p, name)
			}
			x.Def(d).Disc = disc(x.Def(d).Params)
		} else {
			params(x, d, n.Field("parameters"))
		}
		x.Walk(n.Child("throws"))
		x.WalkChildren(body)
	})
}

// params adds the parameters of a function, and what tells it from its
// overloads.
func params(x *extract.X, d int32, list sitter.Node) {
	for p := range list.Children() {
		if param, name, ok := parameter(x, p); ok {
			x.AddParam(d, param, name)
		}
	}
	x.Def(d).Disc = x.Intern([]byte(disc(x.Def(d).Params)))
}

// parameter reads one parameter; ok is false for comments and for "T this".
// The type of a variable-arity one is the array that the body sees.
func parameter(x *extract.X, p sitter.Node) (out facts.Param, name sitter.Node, ok bool) {
	out = facts.Param{Type: facts.None, Default: facts.None}
	var typ sitter.Node
	dims, dots := 0, ""
	switch p.Kind() {
	case "formal_parameter":
		typ, name, dims = p.Field("type"), p.Field("name"), dimensions(p)
	case "spread_parameter":
		for c := range p.Children() {
			if c.Is("variable_declarator") {
				name = c.Field("name")
			} else if !c.Is("modifiers", "annotation", "marker_annotation") {
				typ = c
			}
		}
		out.Flags, dims, dots = facts.ParamRest, 1, "..."
	default:
		return out, name, false
	}
	if dots == "" {
		dots = strings.Repeat("[]", dims)
	}
	out.Type = arrayOf(x, x.Type(typ), dims, typ)
	out.Text = x.Intern([]byte(x.Sig(typ.Start(), typ.End()) + dots))
	if name.Is("identifier") {
		out.Name = x.Text(name)
	}
	return out, name, true
}

// disc lists the parameter types without their arguments and annotations.
func disc(params []facts.Param) string {
	var sb strings.Builder
	sb.WriteByte('(')
	for i, p := range params {
		if i > 0 {
			sb.WriteByte(',')
		}
		erase(&sb, p.Text)
	}
	sb.WriteByte(')')
	return sb.String()
}

func erase(sb *strings.Builder, typ string) {
	depth := 0
	for i := 0; i < len(typ); i++ {
		switch c := typ[i]; {
		case c == '<' || c == '(':
			depth++
		case c == '>' || c == ')':
			depth--
		case depth > 0 || c == ' ':
		case c == '@':
			for i+1 < len(typ) && typ[i+1] != ' ' && typ[i+1] != '(' {
				i++
			}
		default:
			sb.WriteByte(c)
		}
	}
}
