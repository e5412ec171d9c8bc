package csharp

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// typeDeclaration is a class, struct, record or interface.
func typeDeclaration(x *extract.X, n sitter.Node) {
	kind, form := facts.Class, "class"
	switch n.Kind() {
	case "struct_declaration":
		form = "struct"
	case "interface_declaration":
		kind, form = facts.Interface, "interface"
	case "record_declaration":
		form = "record"
	}
	body, bases, name := n.Field("body"), n.Child("base_list"), n.Field("name")
	d := declare(x, kind, form, name, n, body)
	x.Within(d, func() {
		typeParams(x, d, n)
		if p := n.Child("parameter_list"); p.OK() {
			primary(x, d, n, p, bases)
		}
		baseList(x, d, form, bases)
		x.WalkChildren(body)
	})
}

// declare adds a definition with its modifiers, attributes and documentation;
// the signature starts after the attributes.
func declare(x *extract.X, kind facts.Kind, form string, name, n, body sitter.Node) int32 {
	return declareNamed(x, kind, form, x.Text(name), name, n, body)
}

func declareNamed(x *extract.X, kind facts.Kind, form, name string, at, n, body sitter.Node) int32 {
	d := x.NewNamed(kind, form, name, n, body)
	def := x.Def(d)
	if at.OK() {
		def.NameLine = at.Line()
	}
	def.Doc = plainDoc(def.Doc)
	def.Mods |= modifiers(x, n)
	if n.Child("attribute_list").OK() {
		attributes(x, d, n)
		for c := range n.Children() {
			if !c.Is("attribute_list", "comment") {
				x.Def(d).Sig = x.Sig(c.Start(), sigEnd(n, body))
				break
			}
		}
	}
	if def := x.Def(d); strings.Contains(def.Sig, "#") {
		from := n.Start()
		text := withoutDirectives(x.Src[from:sigEnd(n, body)], nil, true)
		def.Sig = strings.Join(strings.Fields(string(text)), " ")
	}
	return d
}

func sigEnd(n, body sitter.Node) uint32 {
	if body.OK() {
		return body.Start()
	}
	return n.End()
}

func baseList(x *extract.X, d int32, form string, list sitter.Node) {
	first := true
	for c := range list.Children() {
		t := c
		switch c.Kind() {
		case "comment", "argument_list":
			continue
		case "primary_constructor_base_type":
			t = c.Field("type")
		}
		rel := facts.Extends // the first may be a class or an interface: syntax does not tell
		switch {
		case form == "interface":
			rel = facts.ExtendsIface
		case form == "struct" || !first:
			rel = facts.Implements
		}
		b := facts.Base{Type: x.Type(t), Expr: facts.None, Rel: rel, Line: t.Line()}
		x.Def(d).Bases = append(x.Def(d).Bases, b)
		first = false
	}
}

// primary is the constructor that a class header declares, with the fields
// (of a record: properties) that its parameters are in the type's body.
func primary(x *extract.X, class int32, n, list, bases sitter.Node) {
	name := n.Field("name")
	c := x.New(facts.Function, "constructor", name, list, sitter.Node{})
	x.Def(c).Mods |= facts.Constructor | x.Def(class).Mods&(facts.Exported|facts.Public|facts.Internal)
	x.Def(c).Sig = x.Sig(name.Start(), list.End())
	x.Within(c, func() {
		params(x, c, list)
		for b := range bases.Children() {
			args := b
			if b.Is("primary_constructor_base_type") {
				args = b.Child("argument_list")
			}
			if args.Is("argument_list") {
				a, _ := x.Args(args)
				x.CallOf(x.Simple(facts.OpSuper, "", facts.None, b), b, 0, a...)
			}
		}
	})
	x.Def(c).Disc = disc(list)
	form, mods := "field", facts.Private
	if n.Is("record_declaration") {
		form, mods = "property", facts.Public|facts.Exported|facts.Readonly
	}
	eachParam(list, func(p, at, typ sitter.Node) {
		f := x.New(facts.Variable, form, at, p, sitter.Node{})
		x.Def(f).Mods |= mods
		declareType(x, f, typ)
	})
}

// declareType gives a variable-like definition its declared type.
func declareType(x *extract.X, d int32, t sitter.Node) {
	typ := x.Type(t)
	x.Def(d).Type, x.Def(d).Returns = typ, x.Sig(t.Start(), t.End())
}

func typeParams(x *extract.X, d int32, n sitter.Node) {
	list := n.Child("type_parameter_list")
	if !list.OK() {
		return
	}
	for p := range list.Children() {
		if p.Is("type_parameter") {
			x.Def(d).TypeParams = append(x.Def(d).TypeParams, facts.TypeParam{Name: x.Text(p.Field("name")), Bound: facts.None, Def: facts.None})
		}
	}
	for c := range n.Children() {
		if c.Is("type_parameter_constraints_clause") {
			constraint(x, d, c)
		}
	}
}

// constraint is "where T : A, B"; class, struct and new() bind nothing.
func constraint(x *extract.X, d int32, clause sitter.Node) {
	var bounds []int32
	for c := range clause.Children() {
		if t := c.Field("type"); t.OK() {
			bounds = append(bounds, x.Type(t))
		}
	}
	if len(bounds) == 0 {
		return
	}
	bound := bounds[0]
	if len(bounds) > 1 {
		bound = x.AddType(facts.Type{Op: facts.TInter}, clause, bounds...)
	}
	name := x.Text(clause.First())
	for i := range x.Def(d).TypeParams {
		if p := &x.Def(d).TypeParams[i]; p.Name == name {
			p.Bound = bound
		}
	}
}

func enum(x *extract.X, n sitter.Node) {
	body, name := n.Field("body"), n.Field("name")
	d := declare(x, facts.Class, "enum", name, n, body)
	x.Within(d, func() {
		for c := range body.Children() {
			if !c.Is("enum_member_declaration") {
				continue
			}
			m := declare(x, facts.Variable, "enum_member", c.Field("name"), c, sitter.Node{})
			x.Def(m).Mods = facts.Const | facts.Static | facts.Public | facts.Exported
			t := x.TypeName(x.Text(name), c)
			v := x.Expr(c.Field("value"))
			x.Def(m).Type, x.Def(m).Value = t, v
		}
	})
}

// delegate is a named function type.
func delegate(x *extract.X, n sitter.Node) {
	d := declare(x, facts.Interface, "delegate", n.Field("name"), n, sitter.Node{})
	x.Within(d, func() {
		typeParams(x, d, n)
		params(x, d, n.Field("parameters"))
		var types []int32
		for _, p := range x.Def(d).Params {
			types = append(types, p.Type)
		}
		ret := n.Field("type")
		x.Def(d).Returns = x.Sig(ret.Start(), ret.End())
		t := x.AddType(facts.Type{Op: facts.TFunc}, n, append(types, x.Type(ret))...)
		x.Def(d).Type = t
	})
}
