package java

import (
	"strconv"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// typeDeclaration is a class, an interface, an enum, a record or an
// annotation type, at whatever depth.
func typeDeclaration(x *extract.X, n sitter.Node) {
	name, body := n.Field("name"), n.Field("body")
	if !named(name) {
		return
	}
	kind, form := facts.Class, "class"
	switch n.Kind() {
	case "interface_declaration":
		kind, form = facts.Interface, "interface"
	case "annotation_type_declaration":
		kind, form = facts.Interface, "annotation"
	case "enum_declaration":
		form = "enum"
	case "record_declaration":
		form = "record"
	}
	local := x.Scoped()
	d := x.New(kind, form, name, n, body)
	declare(x, d, n, body.Start())
	x.Within(d, func() {
		typeParams(x, d, n.Field("type_parameters"))
		heritage(x, d, n)
		if form == "record" {
			components(x, d, n.Field("parameters"), body)
		}
		x.WalkChildren(body)
	})
	if local {
		x.Def(d).Mods |= facts.Local
		x.Bind(facts.BindFunc, x.Text(name), name, facts.None, x.DefExpr(d, n))
	}
}

func heritage(x *extract.X, d int32, n sitter.Node) {
	for c := range n.Children() {
		switch c.Kind() {
		case "superclass":
			base(x, d, c.First(), facts.Extends)
		case "super_interfaces":
			for t := range c.Child("type_list").Children() {
				base(x, d, t, facts.Implements)
			}
		case "extends_interfaces":
			for t := range c.Child("type_list").Children() {
				base(x, d, t, facts.ExtendsIface)
			}
		}
	}
}

func base(x *extract.X, d int32, t sitter.Node, rel facts.BaseRel) {
	if t.Is("line_comment", "block_comment") {
		return
	}
	typ := x.Type(t)
	x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: typ, Expr: facts.None, Rel: rel, Line: t.Line()})
}

func typeParams(x *extract.X, d int32, list sitter.Node) {
	for p := range list.Children() {
		if !p.Is("type_parameter") {
			continue
		}
		tp := facts.TypeParam{Name: x.Text(p.Child("type_identifier")), Bound: facts.None, Def: facts.None}
		if b := p.Child("type_bound"); b.OK() {
			if tp.Bound = x.Type(b.First()); b.First() != b.Last() {
				tp.Bound = intersection(x, b)
			}
		}
		x.Def(d).TypeParams = append(x.Def(d).TypeParams, tp)
	}
}

// components are what a record is made of: its parameters, each with a field
// and, where none is written, an accessor.
func components(x *extract.X, d int32, list, body sitter.Node) {
	written := map[string]bool{}
	for m := range body.Children() {
		if m.Is("method_declaration") && !m.Field("parameters").First().OK() {
			written[m.Field("name").Text()] = true
		}
	}
	for p := range list.Children() {
		param, name, ok := parameter(x, p)
		if !ok || !named(name) {
			continue
		}
		param.Flags |= facts.ParamField
		x.Def(d).Params = append(x.Def(d).Params, param)
		f := x.New(facts.Variable, "field", name, p, sitter.Node{})
		declare(x, f, p, p.End())
		x.Def(f).Mods |= facts.Private | facts.Final
		x.Def(f).Type, x.Def(f).Returns = param.Type, param.Text
		if written[param.Name] {
			continue
		}
		a := x.New(facts.Function, "accessor", name, p, sitter.Node{})
		def := x.Def(a)
		def.Disc, def.Mods = "()", facts.Exported|facts.Public|facts.Getter|facts.Generated
		def.Type, def.Returns = param.Type, param.Text
		def.Sig, def.Decorators = param.Text+" "+param.Name+"()", nil
	}
}

// enumConstant is a constant, an implicit construction of its enum, and where
// it has a body, a class of its own.
func enumConstant(x *extract.X, n sitter.Node) {
	name, enum := n.Field("name"), x.Cur()
	if !named(name) {
		return
	}
	d := x.New(facts.Variable, "enum_member", name, n, n.Field("body"))
	declare(x, d, n, n.End())
	def := x.Def(d)
	def.Sig, def.BodyByte = x.Sig(name.Start(), signatureEnd(n, n.Field("body"))), 0
	def.Mods |= facts.Exported | facts.Public | facts.Static | facts.Final | facts.Const
	x.Within(d, func() {
		t := x.TypeName(x.Def(enum).Name, name)
		args, _ := x.Args(n.Field("arguments"))
		v := x.Call(facts.Expr{Op: facts.OpNew, A: facts.None, B: facts.None, T: t, D: facts.None}, name, facts.CallImplicit, args...)
		x.Def(d).Type, x.Def(d).Value = t, v
		if body := n.Field("body"); body.OK() {
			anonymousClass(x, n, body, t)
		}
	})
}

func signatureEnd(n, body sitter.Node) uint32 {
	if body.OK() {
		return body.Start()
	}
	return n.End()
}

// anonymousClass is the class of "new T(…) {…}". Its name is made of T's, its
// number tells it from others beside it.
func anonymousClass(x *extract.X, n, body sitter.Node, t int32) {
	name := "$anon"
	if t != facts.None {
		name = lastName(x.F.Types[t].Name) + name
	}
	s := stateOf(x)
	key := anonymous{x.Cur(), name}
	s.anonymous[key]++
	d := x.NewNamed(facts.Class, "anonymous", name, n, body)
	def := x.Def(d)
	def.Doc = ""
	def.Disc = strconv.Itoa(s.anonymous[key])
	def.Bases = []facts.Base{{Type: t, Expr: facts.None, Rel: facts.Extends, Line: n.Line()}}
	x.Within(d, func() { x.WalkChildren(body) })
}
