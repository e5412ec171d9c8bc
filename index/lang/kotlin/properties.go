package kotlin

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// property is a property of a class or file, or a local variable.
func property(x *extract.X, n sitter.Node) {
	if list := n.Child("multi_variable_declaration"); list.OK() {
		v := x.Expr(initial(n))
		destructure(x, list, v, n.End())
		return
	}
	v := n.Child("variable_declaration")
	at := v.Child("simple_identifier")
	if !named(at) {
		x.WalkChildren(n)
		return
	}
	value := initial(n)
	switch {
	case value.Is("lambda_literal", "anonymous_function") && string(n.Child("binding_pattern_kind").Bytes()) == "val":
		closure(x, n, v, at, value)
	case x.Scoped():
		typ := x.Type(typeIn(v))
		x.BindAfter(n.End(), facts.BindVar, ident(x, at), at, typ, initialValue(x, n, value))
	default:
		member(x, n, v, at, value)
	}
}

// initial is what a property begins with; the zero Node for nothing.
func initial(n sitter.Node) sitter.Node {
	after := false
	for c := range n.Children() {
		switch {
		case c.Is("variable_declaration", "multi_variable_declaration"):
			after = true
		case !after || c.Is("getter", "setter", "type_constraints", "line_comment", "multiline_comment"):
		default:
			return c
		}
	}
	return sitter.Node{}
}

// initialValue is the value that a property has: its initialiser's, or what
// its delegate gives. "by lazy {…}" gives what the lambda gives.
func initialValue(x *extract.X, n, v sitter.Node) int32 {
	if !v.Is("property_delegate") {
		return x.Expr(v)
	}
	d := x.Expr(value(v))
	if d == facts.None {
		return facts.None
	}
	if e := x.F.Exprs[d]; e.Op == facts.OpCall && e.ArgN > 0 && e.A != facts.None && x.F.Exprs[e.A].Name == "lazy" {
		if l := x.F.Args(d)[e.ArgN-1]; l != facts.None && x.F.Exprs[l].Op == facts.OpLambda {
			return x.Add(facts.Expr{Op: facts.OpCall, A: l, B: facts.None, T: facts.None, D: facts.None}, v)
		}
	}
	get := x.Simple(facts.OpMember, "getValue", d, v)
	return x.Add(facts.Expr{Op: facts.OpCall, A: get, B: facts.None, T: facts.None, D: facts.None}, v, facts.None, facts.None)
}

// member is a property of a class or file. One with a getter is a function
// that is called by reading it; a setter is one by itself.
func member(x *extract.X, n, v, at, value sitter.Node) {
	var get, set sitter.Node
	for a := range accessors(n) {
		if a.Is("getter") && a.Child("function_body").OK() {
			get = a
		} else if a.Is("setter") && a.Child("function_body").OK() {
			set = a
		}
	}
	if get.OK() {
		accessor(x, n, v, at, get, facts.Getter|facts.Computed)
	} else {
		field(x, n, v, at, value)
	}
	if set.OK() {
		accessor(x, n, v, at, set, facts.Setter)
	}
}

// accessors are those of the property n, which the grammar has inside it or
// after it.
func accessors(n sitter.Node) func(yield func(sitter.Node) bool) {
	return func(yield func(sitter.Node) bool) {
		for c := range n.Children() {
			if c.Is("getter", "setter") && !yield(c) {
				return
			}
		}
		for c := n.Next(); c.Is("getter", "setter", "line_comment", "multiline_comment"); c = c.Next() {
			if c.Is("getter", "setter") && !yield(c) {
				return
			}
		}
	}
}

func field(x *extract.X, n, v, at, value sitter.Node) {
	d := x.NewNamed(facts.Variable, "property", ident(x, at), n, sitter.Node{})
	propertyOf(x, d, n, v, at)
	x.Within(d, func() {
		propertyType(x, d, n, v, at)
		if value.OK() {
			e := initialValue(x, n, value)
			x.Def(d).Value = e
		}
	})
}

// propertyOf is what all definitions that a property makes have in common.
func propertyOf(x *extract.X, d int32, n, v, at sitter.Node) {
	declare(x, d, n, v.End(), false)
	def := x.Def(d)
	def.NameLine = at.Line()
	if string(n.Child("binding_pattern_kind").Bytes()) == "val" {
		def.Mods |= facts.Readonly
	}
}

func propertyType(x *extract.X, d int32, n, v, at sitter.Node) {
	typeParams(x, d, n)
	receiver(x, d, n, v)
	if t := typeIn(v); t.OK() {
		typ := x.Type(t)
		x.Def(d).Type, x.Def(d).Returns = typ, text(x, t)
	}
}

// accessor is the getter or setter of a property.
func accessor(x *extract.X, n, v, at, a sitter.Node, mods facts.Mods) {
	form, body := "getter", a.Child("function_body")
	if mods == facts.Setter {
		form = "setter"
	}
	d := x.NewNamed(facts.Function, form, ident(x, at), a, body)
	propertyOf(x, d, n, v, at)
	def := x.Def(d)
	def.Disc = form[:3]
	def.Mods |= mods
	if mods == facts.Setter {
		def.NameLine = a.Line()
	} else { // it is the property
		def.StartByte, def.StartLine = n.Start(), n.Line()
	}
	x.Within(d, func() {
		propertyType(x, d, n, v, at)
		if p := a.Child("parameter_with_optional_type"); p.OK() {
			typ := x.Def(d).Type
			x.Def(d).Type, x.Def(d).Returns = facts.None, ""
			name := p.Child("simple_identifier")
			x.AddParam(d, facts.Param{Name: ident(x, name), Type: typ, Default: facts.None}, name)
		}
		functionBody(x, body)
	})
}

// destructure binds the names of (a, b) to the components of a value.
func destructure(x *extract.X, list sitter.Node, of int32, from uint32) {
	i := 0
	for v := range list.Children() {
		if !v.Is("variable_declaration") {
			continue
		}
		if at := v.Child("simple_identifier"); named(at) && string(at.Bytes()) != "_" {
			typ := x.Type(typeIn(v))
			x.BindAfter(from, facts.BindVar, ident(x, at), at, typ, x.Elem(of, i, at))
		}
		i++
	}
}
