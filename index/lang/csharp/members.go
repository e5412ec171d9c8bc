package csharp

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// fields is a field or event declaration with one or more names.
func fields(x *extract.X, n sitter.Node) {
	form := "field"
	if n.Is("event_field_declaration") {
		form = "event"
	}
	list := n.Child("variable_declaration")
	typ := list.Field("type")
	single := list.First().Next() == list.Last()
	for v := range list.Children() {
		at := v.Field("name")
		if !v.Is("variable_declarator") || !at.OK() {
			continue
		}
		d := declareNamed(x, facts.Variable, form, x.Text(at), at, n, sitter.Node{})
		if def := x.Def(d); !single { // each its own part of the text
			def.Span = facts.Span{StartByte: v.Start(), EndByte: v.End(), StartLine: v.Line(), EndLine: v.EndLine()}
			def.Sig = x.Sig(typ.Start(), typ.End()) + " " + x.Sig(v.Start(), v.End())
		}
		declareType(x, d, typ)
		if x.Def(d).Mods.Has(facts.Const) {
			x.Def(d).Form = "const"
		}
		initial(x, d, typ, declaratorValue(v))
	}
}

// initial walks an initial value as part of its definition.
func initial(x *extract.X, d int32, typ, value sitter.Node) {
	if !value.OK() {
		return
	}
	x.Within(d, func() {
		v := valueFor(x, typ, value)
		x.Def(d).Value = v
	})
}

// declaratorValue is what stands after the "=" of a declarator.
func declaratorValue(v sitter.Node) sitter.Node {
	last := v.Last()
	if last.FieldIs("name") || last.Is("tuple_pattern", "bracketed_argument_list", "comment") {
		return sitter.Node{}
	}
	return last
}

// property is a property, an indexer or an event with accessors. One whose
// accessors are code is a function for everybody who reads or sets it.
func property(x *extract.X, n sitter.Node) {
	form, name, at := "property", "", n.Field("name")
	switch n.Kind() {
	case "event_declaration":
		form, name = "event", x.Text(at)
	case "indexer_declaration":
		form, name, at = "indexer", "this[]", n.Child("this")
	default:
		name = x.Text(at)
	}
	arrow, list := n.Field("value"), n.Field("accessors")
	computed := form == "indexer" || arrow.Is("arrow_expression_clause")
	for a := range list.Children() {
		computed = computed || a.Field("body").OK()
	}
	if !computed {
		d := declareNamed(x, facts.Variable, form, name, at, n, list)
		x.Def(d).Mods |= explicit(x, d, n)
		if !list.Child("accessor_declaration").OK() || !has(list, "set", "init") {
			x.Def(d).Mods |= facts.Readonly
		}
		declareType(x, d, n.Field("type"))
		initial(x, d, n.Field("type"), arrow)
		return
	}
	body := arrow
	if list.OK() {
		body = list
	}
	d := declareNamed(x, facts.Function, form, name, at, n, body)
	mods := explicit(x, d, n) | facts.Computed
	if arrow.Is("arrow_expression_clause") || has(list, "get") {
		mods |= facts.Getter
	}
	if has(list, "set", "init") {
		mods |= facts.Setter
	}
	x.Def(d).Mods |= mods
	within(x, d, n.Field("type"), func() {
		params(x, d, n.Field("parameters"))
		if form == "indexer" {
			x.Def(d).Disc = disc(n.Field("parameters")) + x.Def(d).Disc
		}
		declareType(x, d, n.Field("type"))
		if arrow.Is("arrow_expression_clause") {
			x.Return(valueFor(x, n.Field("type"), arrow.First()))
		}
		for a := range list.Children() {
			accessor(x, n, a)
		}
	})
}

// has tells whether an accessor list has one of the accessors.
func has(list sitter.Node, names ...string) bool {
	for a := range list.Children() {
		if a.Child(names...).OK() {
			return true
		}
	}
	return false
}

// accessor walks one accessor; in all but get, "value" is what is set.
func accessor(x *extract.X, prop, n sitter.Node) {
	body := n.Field("body")
	if !body.OK() {
		return
	}
	x.Block(n, func() {
		get := n.Child("get").OK()
		if !get {
			x.Bind(facts.BindVar, "value", n, x.Type(prop.Field("type")), facts.None)
		}
		switch {
		case !body.Is("arrow_expression_clause"):
			x.WalkChildren(body)
		case get:
			x.Return(valueFor(x, prop.Field("type"), body.First()))
		default:
			x.Expr(body)
		}
	})
}

// explicit marks an explicit implementation of an interface's member: it is
// reached through the interface only.
func explicit(x *extract.X, d int32, n sitter.Node) facts.Mods {
	s := n.Child("explicit_interface_specifier")
	if !s.OK() {
		return 0
	}
	x.Def(d).Disc += "@" + lastName(dotted(s.First()))
	return facts.Private
}
