package php

import (
	"strconv"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// class is a class, interface, trait or enum.
func class(x *extract.X, n sitter.Node) {
	kind, form := facts.Class, "class"
	switch n.Kind() {
	case "interface_declaration":
		kind, form = facts.Interface, "interface"
	case "trait_declaration":
		form = "trait"
	case "enum_declaration":
		form = "enum"
	}
	name := n.Field("name")
	d := declare(x, kind, form, x.Text(name), name, n, n.Field("body"))
	classBody(x, d, n)
}

func classBody(x *extract.X, d int32, n sitter.Node) {
	x.Within(d, func() {
		rel := facts.Extends
		if x.Def(d).Kind == facts.Interface {
			rel = facts.ExtendsIface
		}
		bases(x, d, n.Child("base_clause"), rel)
		bases(x, d, n.Child("class_interface_clause"), facts.Implements)
		documentedMembers(x, d, n)
		x.WalkChildren(n.Field("body"))
	})
}

func bases(x *extract.X, d int32, list sitter.Node, rel facts.BaseRel) {
	for t := range list.Children() {
		if t.Is("name", "qualified_name") {
			b := facts.Base{Type: x.Type(t), Expr: facts.None, Rel: rel, Line: t.Line()}
			x.Def(d).Bases = append(x.Def(d).Bases, b)
		}
	}
}

// useTrait embeds traits; a method that gets another name is a definition
// whose value is the trait's.
func useTrait(x *extract.X, n sitter.Node) {
	d := x.Cur()
	bases(x, d, n, facts.Embeds)
	for c := range n.Child("use_list").Children() {
		alias := c.Last()
		if !c.Is("use_as_clause") || !alias.Is("name") || alias == c.First() {
			continue
		}
		from := c.First()
		var source int32
		if from.Is("class_constant_access_expression") {
			source = classConstant(x, from)
		} else {
			var traits []int32
			for t := range n.Children() {
				if t.Is("name", "qualified_name") {
					traits = append(traits, x.Member(x.Expr(t), from))
				}
			}
			source = x.Union(c, traits...)
		}
		a := declare(x, facts.Function, "alias", x.Text(alias), alias, c, sitter.Node{})
		x.Def(a).Value = source
	}
}

// anonymousClass is new class(…) { … }.
func anonymousClass(x *extract.X, n sitter.Node) int32 {
	s := of(x)
	s.anonymous++
	name := "class"
	for _, clause := range []string{"class_interface_clause", "base_clause"} {
		if c := n.Child(clause); c.OK() {
			name = lastName(dotted(c.Child("name", "qualified_name").Text()))
		}
	}
	d := declare(x, facts.Class, "anonymous_class", name+"$anon", n, n, n.Field("body"))
	x.Def(d).Disc = strconv.Itoa(s.anonymous)
	x.Def(d).Mods &^= facts.Exported | facts.Public
	classBody(x, d, n)
	return d
}

func constants(x *extract.X, n sitter.Node) {
	for c := range n.Children() {
		if !c.Is("const_element") {
			continue
		}
		name := c.First()
		d := declare(x, facts.Variable, "const", x.Text(name), name, n, sitter.Node{})
		x.Def(d).Mods |= facts.Const | facts.Static
		ownSpan(x, d, n, c, "const_element")
		declaredType(x, d, n.Field("type"), n)
		initial(x, d, c.Last())
	}
}

func enumCase(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	form := "enum_member"
	if len(n.Bytes()) > 5 && string(n.Bytes()[:5]) == "const" { // see enumConstants
		form = "const"
	}
	d := declare(x, facts.Variable, form, x.Text(name), name, n, sitter.Node{})
	x.Def(d).Mods |= facts.Const | facts.Static
	if form == "enum_member" {
		t := x.AddType(facts.Type{Op: facts.TSelf}, n)
		x.Def(d).Type = t
	}
	initial(x, d, n.Field("value"))
}

func properties(x *extract.X, n sitter.Node) {
	for c := range n.Children() {
		if !c.Is("property_element") {
			continue
		}
		name := c.Field("name")
		hooks := n.Child("property_hook_list")
		kind, form := facts.Variable, "property"
		if hooks.OK() {
			kind = facts.Function
		}
		d := declare(x, kind, form, propertyName(x, name), name, n, hooks)
		ownSpan(x, d, n, c, "property_element")
		declaredType(x, d, n.Field("type"), n)
		if hooks.OK() {
			propertyHooks(x, d, hooks)
		} else {
			initial(x, d, c.Field("default_value"))
		}
	}
}

// propertyName is a variable's name without its "$".
func propertyName(x *extract.X, n sitter.Node) string {
	return x.Text(n.Child("name"))
}

// ownSpan gives each of several names in one declaration its own text.
func ownSpan(x *extract.X, d int32, n, part sitter.Node, kind string) {
	if first := n.Child(kind); first == part && !part.Next().Is(kind) {
		return
	}
	def := x.Def(d)
	def.Sig = x.Sig(n.Start(), n.Child(kind).Start()) + " " + x.Sig(part.Start(), part.End())
	def.Span = facts.Span{StartByte: part.Start(), EndByte: part.End(), StartLine: part.Line(), EndLine: part.EndLine()}
}

// declaredType gives a property or constant its type: the one written, or the
// documented one where there is none or only "array".
func declaredType(x *extract.X, d int32, typ, at sitter.Node) {
	if typ.OK() {
		t := x.Type(typ)
		x.Def(d).Type, x.Def(d).Returns = t, x.Sig(typ.Start(), typ.End())
	}
	if doc := tags(x.Def(d).Doc); doc.variable != "" && refines(doc.variable, typ) {
		t := docType(x, doc.variable, at)
		x.Def(d).Type = t
		if !typ.OK() {
			x.Def(d).Returns = doc.variable
		}
	}
}

func initial(x *extract.X, d int32, value sitter.Node) {
	if !value.OK() {
		return
	}
	x.Within(d, func() {
		v := x.Expr(value)
		x.Def(d).Value = v
	})
}

// propertyHooks walks the code of a property that has some.
func propertyHooks(x *extract.X, d int32, list sitter.Node) {
	x.Def(d).Mods |= facts.Computed
	x.Within(d, func() {
		for h := range list.Children() {
			if !h.Is("property_hook") {
				continue
			}
			get := string(h.Child("name").Bytes()) == "get"
			if get {
				x.Def(d).Mods |= facts.Getter
			} else {
				x.Def(d).Mods |= facts.Setter
			}
			x.Block(h, func() { hook(x, d, h, get) })
		}
	})
}

func hook(x *extract.X, d int32, h sitter.Node, get bool) {
	if p := h.Field("parameters").Child("simple_parameter"); p.OK() {
		x.Bind(facts.BindVar, x.Text(p.Field("name")), p, x.Type(p.Field("type")), facts.None)
	} else if !get {
		x.Bind(facts.BindVar, "$value", h, x.Def(d).Type, facts.None)
	}
	switch body := h.Field("body"); {
	case body.Is("compound_statement"):
		x.WalkChildren(body)
	case get:
		x.Return(x.Expr(body))
	default:
		x.Expr(body)
	}
}
