package rust

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// item makes a definition of an item: with its visibility, attributes and the
// inner doc comments of its body. An item inside a function is a name there.
func item(x *extract.X, kind facts.Kind, form string, name string, at, n, body sitter.Node) int32 {
	attrs := attributes(x, n)
	d := x.NewNamed(kind, form, name, n, body)
	def := x.Def(d)
	def.NameLine = at.Line()
	def.Mods |= visibility(n)
	def.Decorators = attrs
	if inner := innerDocs(x, d, body); inner != "" {
		def.Doc = strings.TrimSpace(def.Doc + "\n" + inner)
	}
	if x.InFunction() && form != "impl" {
		x.Bind(facts.BindFunc, name, at, facts.None, x.DefExpr(d, n))
	}
	return d
}

// rawName is an identifier without the mark of raw ones.
func rawName(x *extract.X, n sitter.Node) string {
	return strings.TrimPrefix(x.Text(n), "r#")
}

// visible are the modifiers that visibility gives.
const visible = facts.Exported | facts.Public | facts.Internal

func visibility(n sitter.Node) facts.Mods {
	if v := n.Child("visibility_modifier"); v.OK() {
		return visibilityOf(v)
	}
	return 0
}

func visibilityOf(v sitter.Node) facts.Mods {
	switch text := string(v.Bytes()); {
	case text == "pub":
		return facts.Exported | facts.Public
	case strings.Contains(text, "self"):
		return facts.Private
	}
	return facts.Exported | facts.Internal
}

// function is a function, a method, or the signature of a required one.
func function(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	owner := x.Def(x.Cur())
	form := "function"
	if owner.Form == "impl" || owner.Form == "trait" {
		form = "method"
	}
	d := item(x, facts.Function, form, rawName(x, at), at, n, body)
	mods := modifiers(n) | memberMods(x, d)
	if !body.OK() {
		mods |= facts.Declared
		if x.Def(x.Cur()).Form == "trait" {
			mods |= facts.Abstract
		}
	}
	x.Def(d).Mods |= mods
	for _, a := range x.Def(d).Decorators {
		switch {
		case isTestAttribute(a):
			x.Def(d).Kind = facts.Test
		case strings.Contains(a, "no_mangle"):
			x.Def(d).Mods |= facts.Extern
		}
	}
	x.Within(d, func() {
		generics(x, d, n)
		parameters(x, d, n.Field("parameters"))
		if form == "method" && !takesSelf(x.Def(d)) {
			x.Def(d).Mods |= facts.Static
		}
		if r := n.Field("return_type"); r.OK() {
			t := x.Type(r)
			x.Def(d).Type, x.Def(d).Returns = t, x.Sig(r.Start(), r.End())
		}
		if body.OK() {
			x.Return(blockValue(x, body))
		}
	})
}

func modifiers(n sitter.Node) facts.Mods {
	var m facts.Mods
	for _, w := range strings.Fields(string(n.Child("function_modifiers").Bytes())) {
		switch w {
		case "async":
			m |= facts.Async
		case "const":
			m |= facts.Const
		case "extern":
			m |= facts.Extern
		}
	}
	return m
}

// memberMods gives members of traits the visibility of the trait, those of
// trait impls that of their trait, and both what tells them apart.
func memberMods(x *extract.X, d int32) facts.Mods {
	owner := x.Def(x.Cur())
	switch owner.Form {
	case "trait":
		return owner.Mods & visible
	case "impl":
		x.Def(d).Recv = owner.Recv
		if len(owner.Bases) > 0 {
			x.Def(d).Disc = owner.Disc
			return facts.Exported
		}
	case "extern":
		return facts.Extern
	}
	return 0
}

func takesSelf(d *facts.Def) bool {
	return len(d.Params) > 0 && d.Params[0].Flags&facts.ParamSelf != 0
}

func parameters(x *extract.X, d int32, list sitter.Node) {
	for p := range list.Children() {
		switch p.Kind() {
		case "self_parameter":
			t := x.AddType(facts.Type{Op: facts.TSelf}, p)
			if strings.HasPrefix(string(p.Bytes()), "&") {
				t = x.AddType(facts.Type{Op: facts.TRef}, p, t)
			}
			x.AddParam(d, facts.Param{Name: "self", Text: x.Sig(p.Start(), p.End()), Type: t, Default: facts.None, Flags: facts.ParamSelf}, p)
		case "parameter":
			parameter(x, d, p.Field("pattern"), p.Field("type"))
		case "variadic_parameter":
			x.AddParam(d, facts.Param{Text: "...", Type: facts.None, Default: facts.None, Flags: facts.ParamRest}, p)
		case "attribute_item", "line_comment", "block_comment":
		default: // a type without a name, in an extern block
			x.Param(d, sitter.Node{}, p, 0)
		}
	}
}

// parameter is one parameter of a function, or of a closure that has a name.
func parameter(x *extract.X, d int32, pattern, typ sitter.Node) {
	p := facts.Param{Type: facts.None, Default: facts.None}
	if typ.OK() {
		p.Type, p.Text = x.Type(typ), x.Sig(typ.Start(), typ.End())
	}
	switch name := unwrapPattern(pattern); {
	case name.Is("self"):
		p.Name, p.Flags = "self", facts.ParamSelf
		x.AddParam(d, p, name)
	case name.Is("identifier"):
		p.Name = rawName(x, name)
		x.AddParam(d, p, name)
	default:
		x.AddParam(d, p, pattern)
		i := int32(len(x.Def(d).Params) - 1)
		source := x.Add(facts.Expr{Op: facts.OpParam, A: facts.None, B: i, T: facts.None, D: facts.None}, pattern)
		bindPattern(x, pattern, source, pattern.Start())
	}
}

// constant is a const or a static: a definition outside functions, a local
// name inside.
func constant(x *extract.X, n sitter.Node) {
	at, value := n.Field("name"), n.Field("value")
	name := rawName(x, at)
	if name == "_" {
		x.Expr(value)
		return
	}
	if x.InFunction() {
		t := x.Type(n.Field("type"))
		x.Bind(facts.BindVar, name, at, t, x.Expr(value))
		return
	}
	form := "const"
	if n.Is("static_item") {
		form = "static"
	}
	d := item(x, facts.Variable, form, name, at, n, sitter.Node{})
	mods := memberMods(x, d)
	if form == "const" || !n.Child("mutable_specifier").OK() {
		mods |= facts.Const
	}
	if form == "static" || x.Def(x.Cur()).Kind.TypeLike() {
		mods |= facts.Static
	}
	if !value.OK() && x.Def(x.Cur()).Form == "trait" {
		mods |= facts.Declared | facts.Abstract
	}
	x.Def(d).Mods |= mods
	x.Within(d, func() {
		if t := n.Field("type"); t.OK() {
			typ := x.Type(t)
			x.Def(d).Type, x.Def(d).Returns = typ, x.Sig(t.Start(), t.End())
		}
		v := x.Expr(value)
		x.Def(d).Value = v
	})
}
