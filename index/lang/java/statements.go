package java

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// local declares local variables, each visible from its declaration on.
func local(x *extract.X, n sitter.Node) {
	typ := n.Field("type")
	shared := typeOf(x, typ)
	for v := range n.Fields("declarator") {
		t := arrayOf(x, shared, dimensions(v), typ)
		value := x.Expr(v.Field("value"))
		if name := v.Field("name"); name.Is("identifier") {
			x.BindAfter(v.End(), facts.BindVar, x.Text(name), name, t, value)
		}
	}
}

func forEach(x *extract.X, n sitter.Node) {
	over := x.Expr(n.Field("value"))
	typ, name, body := n.Field("type"), n.Field("name"), n.Field("body")
	t := arrayOf(x, typeOf(x, typ), dimensions(n), typ)
	x.Block(n, func() {
		if name.Is("identifier") {
			element := x.Simple(facts.OpIter, "", over, name)
			x.BindAfter(body.Start(), facts.BindVar, x.Text(name), name, t, element)
		}
		x.Walk(body)
	})
}

// tryResources binds the resources of "try (T a = …; …)" in the rest of the
// list and in the body.
func tryResources(x *extract.X, n sitter.Node) {
	list, body := n.Field("resources"), n.Field("body")
	x.Range(list.Start(), body.End(), func() {
		for r := range list.Children() {
			name := r.Field("name")
			if !named(name) {
				x.WalkChildren(r)
				continue
			}
			typ := r.Field("type")
			t := arrayOf(x, typeOf(x, typ), dimensions(r), typ)
			value := x.Expr(r.Field("value"))
			x.BindAfter(r.End(), facts.BindVar, x.Text(name), name, t, value)
		}
		x.Walk(body)
	})
	for c := range n.Children() {
		if c.Is("catch_clause", "finally_clause") {
			x.Walk(c)
		}
	}
}

func catchClause(x *extract.X, n sitter.Node) {
	body := n.Field("body")
	x.Block(n, func() {
		if p := n.Child("catch_formal_parameter"); p.OK() {
			t := combine(x, p.Child("catch_type"), facts.TUnion)
			if name := p.Field("name"); name.Is("identifier") {
				x.Bind(facts.BindVar, x.Text(name), name, t, facts.None)
			}
		}
		x.Walk(body)
	})
}

// switchExpression is one of the values of its branches.
func switchExpression(x *extract.X, n sitter.Node) int32 {
	return x.Union(n, switchValues(x, n)...)
}

// switchValues walks a switch and lists the values that its arrows and yields
// give it.
func switchValues(x *extract.X, n sitter.Node) []int32 {
	subject := x.Expr(n.Field("condition"))
	s := stateOf(x)
	s.yields = append(s.yields, nil)
	top := len(s.yields) - 1
	body := n.Field("body")
	x.Block(body, func() {
		for branch := range body.Children() {
			for c := range branch.Children() {
				switch {
				case c.Is("switch_label"):
					label(x, c, branch, subject)
				case c.Is("expression_statement") && branch.Is("switch_rule"):
					s.yields[top] = append(s.yields[top], x.Expr(c))
				default:
					x.Walk(c)
				}
			}
		}
	})
	values := s.yields[top]
	s.yields = s.yields[:top]
	return values
}

func yield(x *extract.X, n sitter.Node) {
	v := x.Expr(n.First())
	if s := stateOf(x); len(s.yields) > 0 {
		s.yields[len(s.yields)-1] = append(s.yields[len(s.yields)-1], v)
	}
}
