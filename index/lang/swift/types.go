package swift

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// typeDeclaration is a class, struct, enum, actor, protocol or extension.
func typeDeclaration(x *extract.X, n sitter.Node) {
	name, body := n.Field("name"), n.Field("body")
	kind, form := facts.Class, string(n.Field("declaration_kind").Bytes())
	if n.Is("protocol_declaration") {
		kind, form = facts.Interface, "protocol"
	}
	s := of(x)
	outer := s.access
	if form == "extension" {
		extension(x, n, name, body)
	} else {
		d := declare(x, kind, form, x.Text(name), name, n, body)
		s.access = 0
		if form == "protocol" || form == "enum" {
			s.access = x.Def(d).Mods & accessMods
		}
		x.Within(d, func() {
			typeParams(x, d, n)
			bases(x, d, n, form)
			members(x, d, n, form, body)
		})
	}
	s.access = outer
}

// members walks a body; in an enum only its cases have the enum's own access.
func members(x *extract.X, d int32, n sitter.Node, form string, body sitter.Node) {
	if form != "enum" {
		x.WalkChildren(body)
		return
	}
	first := len(x.F.Defs)
	access := of(x).access
	of(x).access = 0
	x.WalkChildren(body)
	for i := first; i < len(x.F.Defs); i++ {
		if m := &x.F.Defs[i]; m.Parent == d && m.Form == "enum_member" {
			m.Mods = m.Mods&^accessMods | access
		}
	}
}

// extension adds members to a type that stands elsewhere, and protocols.
func extension(x *extract.X, n, name, body sitter.Node) {
	d := declare(x, facts.Class, "extension", dotted(name), name, n, body)
	x.Def(d).Disc = "@extension"
	of(x).access = x.Def(d).Mods & (accessMods &^ facts.Internal)
	x.Within(d, func() {
		t := x.Type(name)
		x.Def(d).Recv = t
		bases(x, d, n, "extension")
		if b := x.Def(d).Bases; len(b) > 0 && b[0].Type != facts.None {
			x.Def(d).Disc = "@" + x.F.Types[b[0].Type].Name
		}
		constraints(x, d, n)
		x.WalkChildren(body)
	})
}

// bases are superclass and protocols. A class's first may be either.
func bases(x *extract.X, d int32, n sitter.Node, form string) {
	first := true
	for c := range n.Children() {
		if !c.Is("inheritance_specifier") || x.Src[c.Start()-1] == '~' { // "~Copyable" takes one away
			continue
		}
		rel := facts.Implements
		switch {
		case form == "protocol":
			rel = facts.ExtendsIface
		case form == "class" && first:
			rel = facts.Extends
		}
		t := x.Type(c.Field("inherits_from"))
		x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: rel, Line: c.Line()})
		first = false
	}
}

func typeParams(x *extract.X, d int32, n sitter.Node) {
	for p := range n.Child("type_parameters").Children() {
		if !p.Is("type_parameter") {
			continue
		}
		tp := facts.TypeParam{Name: x.Text(p.Child("type_identifier")), Bound: facts.None, Def: facts.None}
		if b := p.Field("name"); b.OK() {
			tp.Bound = x.Type(b)
		}
		x.Def(d).TypeParams = append(x.Def(d).TypeParams, tp)
	}
	constraints(x, d, n)
}

// constraints are "where T: A, T == B"; those on T itself bound it.
func constraints(x *extract.X, d int32, n sitter.Node) {
	for c := range n.Child("type_constraints").Children() {
		if !c.Is("type_constraint") {
			continue
		}
		c = c.First()
		bound := x.Type(c.Field("name"))
		name := c.Field("constrained_type").Text()
		for i := range x.Def(d).TypeParams {
			p := &x.Def(d).TypeParams[i]
			switch {
			case p.Name != name:
			case p.Bound == facts.None:
				p.Bound = bound
			default:
				both := x.AddType(facts.Type{Op: facts.TInter}, c, p.Bound, bound)
				x.Def(d).TypeParams[i].Bound = both
			}
		}
	}
}

func associatedType(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	d := declare(x, facts.Interface, "assoc_type", x.Text(name), name, n, sitter.Node{})
	for t := range n.Fields("name") {
		switch {
		case t == name:
		case x.Src[t.Start()-1] == '=' || t.Prev().OK() && x.Between(t.Prev(), t) == "=":
			typ := x.Type(t)
			x.Def(d).Type = typ
		default:
			b := facts.Base{Type: x.Type(t), Expr: facts.None, Rel: facts.ExtendsIface, Line: t.Line()}
			x.Def(d).Bases = append(x.Def(d).Bases, b)
		}
	}
}

func typeAlias(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	d := declare(x, facts.Interface, "type_alias", x.Text(name), name, n, sitter.Node{})
	x.Within(d, func() {
		typeParams(x, d, n)
		t := x.Type(typeField(n))
		x.Def(d).Type = t
	})
}

// enumEntry is one or more cases; the types of a payload are parameters.
func enumEntry(x *extract.X, n sitter.Node) {
	last := facts.None
	for c := range n.Children() {
		switch {
		case c.FieldIs("name") && c.Is("simple_identifier"):
			last = declare(x, facts.Variable, "enum_member", x.Text(c), c, n, sitter.Node{})
			x.Def(last).Mods |= facts.Static | facts.Const
			t := x.AddType(facts.Type{Op: facts.TSelf}, c)
			x.Def(last).Type = t
		case c.FieldIs("raw_value") && last != facts.None:
			v := x.Expr(c)
			x.Def(last).Value = v
		case c.Is("enum_type_parameters") && last != facts.None:
			payload(x, last, c)
		}
	}
}

func payload(x *extract.X, d int32, list sitter.Node) {
	label := ""
	for c := range list.Children() {
		switch {
		case c.Is("simple_identifier"):
			label = x.Text(c)
		case c.FieldIs("name"):
			p := facts.Param{Name: label, Text: x.Sig(c.Start(), c.End()), Type: x.Type(c), Default: facts.None}
			x.Def(d).Params = append(x.Def(d).Params, p)
			label = ""
		default:
			x.Expr(c) // a default value
		}
	}
}
