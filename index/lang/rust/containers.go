package rust

import (
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// structure is a struct or a union.
func structure(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	form := strings.TrimSuffix(n.Kind(), "_item")
	sigEnd := body
	if body.Is("ordered_field_declaration_list") {
		sigEnd = sitter.Node{}
	}
	d := item(x, facts.Class, form, rawName(x, at), at, n, sigEnd)
	x.Within(d, func() {
		generics(x, d, n)
		derived(x, d, n)
		fields(x, body)
	})
}

// fields are named or, in tuples, numbered.
func fields(x *extract.X, body sitter.Node) {
	if !body.Is("ordered_field_declaration_list") {
		x.WalkChildren(body)
		return
	}
	i := 0
	var vis facts.Mods
	for c := range body.Children() {
		switch {
		case c.Is("attribute_item"):
			attribute(x, c)
		case c.Is("visibility_modifier"):
			vis = visibilityOf(c)
		case c.FieldIs("type"):
			f := x.NewNamed(facts.Variable, "field", strconv.Itoa(i), c, sitter.Node{})
			finishField(x, f, c, c, vis)
			i, vis = i+1, 0
		}
	}
}

func namedField(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	f := x.New(facts.Variable, "field", at, n, sitter.Node{})
	x.Def(f).Name = rawName(x, at)
	finishField(x, f, n, n.Field("type"), visibility(n))
}

// finishField types a field; those of variants are as visible as these.
func finishField(x *extract.X, f int32, n, typ sitter.Node, mods facts.Mods) {
	if owner := x.Def(x.Cur()); owner.Form == "variant" {
		mods |= owner.Mods & visible
	}
	x.Def(f).Mods |= mods
	x.Def(f).Decorators = attributes(x, n)
	t := x.Type(typ)
	x.Def(f).Type, x.Def(f).Returns = t, x.Sig(typ.Start(), typ.End())
}

func enum(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	d := item(x, facts.Class, "enum", rawName(x, at), at, n, body)
	x.Within(d, func() {
		generics(x, d, n)
		derived(x, d, n)
		x.WalkChildren(body)
	})
}

// variant is a Variable of the enum's type. Its payload are its children, and
// it can be called where that is a tuple.
func variant(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	enum := x.Def(x.Cur())
	name, mods := enum.Name, enum.Mods&visible|facts.Const|facts.Static
	v := x.New(facts.Variable, "variant", at, n, sitter.Node{})
	x.Def(v).Name = rawName(x, at)
	x.Def(v).Mods |= mods
	x.Def(v).Decorators = attributes(x, n)
	t := x.TypeName(name, at)
	x.Def(v).Type = t
	x.Within(v, func() {
		fields(x, n.Field("body"))
		x.Expr(n.Field("value"))
	})
}

func trait(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	d := item(x, facts.Interface, "trait", rawName(x, at), at, n, body)
	x.Within(d, func() {
		generics(x, d, n)
		bases(x, d, n.Field("bounds"))
		x.WalkChildren(body)
	})
}

// bases are the supertraits of a trait, or the bounds of an associated type.
func bases(x *extract.X, d int32, bounds sitter.Node) {
	for b := range bounds.Children() {
		if t := x.Type(b); t != facts.None {
			x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: facts.ExtendsIface, Line: b.Line()})
		}
	}
}

// impl is a block of members of a type that stands elsewhere.
func impl(x *extract.X, n sitter.Node) {
	typ, trait, body := n.Field("type"), n.Field("trait"), n.Field("body")
	name := typeName(typ)
	if name == "" {
		name = "impl"
	}
	d := item(x, facts.Class, "impl", x.Intern([]byte(name)), typ, n, body)
	x.Def(d).Disc = "@impl"
	if trait.OK() {
		x.Def(d).Disc = x.Intern([]byte("@" + compact(trait.Bytes())))
	}
	x.Within(d, func() {
		generics(x, d, n)
		t := x.Type(typ)
		x.Def(d).Recv = t
		if trait.OK() && !strings.Contains(string(x.Src[n.Start():trait.Start()]), "!") {
			t := x.Type(trait)
			x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: facts.Implements, Line: trait.Line()})
		}
		x.WalkChildren(body)
	})
}

// typeAlias is "type A = B;": at the top level, or an associated type's value.
func typeAlias(x *extract.X, n sitter.Node) {
	form := "type_alias"
	if x.Def(x.Cur()).Form == "impl" {
		form = "assoc_type"
	}
	at := n.Field("name")
	d := item(x, facts.Interface, form, rawName(x, at), at, n, sitter.Node{})
	x.Def(d).Mods |= memberMods(x, d)
	x.Within(d, func() {
		generics(x, d, n)
		t := x.Type(n.Field("type"))
		x.Def(d).Type = t
	})
}

// associatedType is the declaration of one in a trait.
func associatedType(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	d := item(x, facts.Interface, "assoc_type", rawName(x, at), at, n, sitter.Node{})
	x.Def(d).Mods |= memberMods(x, d) | facts.Abstract
	x.Within(d, func() {
		generics(x, d, n)
		bases(x, d, n.Field("bounds"))
	})
}
