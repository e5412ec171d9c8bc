package csharp

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// creation is new T(…) { … }.
func creation(x *extract.X, n sitter.Node) int32 {
	t := x.Type(n.Field("type"))
	args, _ := x.Args(n.Field("arguments"))
	c := x.Construct(t, n, 0, args...)
	x.F.Calls[len(x.F.Calls)-1].Line = n.Field("type").Line()
	x.Expr(n.Field("initializer"))
	return c
}

// valueFor is Expr for a value that is stored as a typ, which is what "new()"
// builds.
func valueFor(x *extract.X, typ, n sitter.Node) int32 {
	switch n.Kind() {
	case "implicit_object_creation_expression":
		if t := target(typ); t.OK() && !t.Is("implicit_type") {
			return constructAs(x, x.Type(t), n)
		}
	case "conditional_expression":
		if typ.OK() {
			x.Branch(1)
			x.Expr(n.Field("condition"))
			a := valueFor(x, typ, n.Field("consequence"))
			return x.Union(n, a, valueFor(x, typ, n.Field("alternative")))
		}
	}
	return x.Expr(n)
}

// target is what is built for a type: its own, not the Task or the nullable
// around it.
func target(typ sitter.Node) sitter.Node {
	switch typ.Kind() {
	case "nullable_type", "ref_type":
		return target(typ.Field("type"))
	case "generic_name":
		if s := string(typ.First().Bytes()); s == "Task" || s == "ValueTask" {
			return target(typ.Child("type_argument_list").First())
		}
	}
	return typ
}

// targetTyped is new(…) where syntax does not say of what.
func targetTyped(x *extract.X, n sitter.Node) int32 { return constructAs(x, facts.None, n) }

func constructAs(x *extract.X, t int32, n sitter.Node) int32 {
	args, _ := x.Args(n.Child("argument_list"))
	c := x.Construct(t, n, 0, args...)
	x.Expr(n.Child("initializer_expression"))
	return c
}

func arrayCreation(x *extract.X, n sitter.Node) int32 {
	t := x.Type(n.Field("type"))
	for c := range n.Children() {
		if c.Is("initializer_expression") {
			x.Expr(c)
		}
	}
	for r := range n.Field("type").Field("rank").Children() {
		x.Expr(r)
	}
	return x.Cast(facts.None, t, n)
}

// initializer is { A = v, B = { … } } or { a, b } after new: the values count,
// the names on the left are members of what is built.
func initializer(x *extract.X, n sitter.Node) int32 {
	members := false
	for c := range n.Children() {
		if !c.Is("assignment_expression") {
			continue
		}
		members = true
		if l := c.Field("left"); !l.Is("identifier") {
			x.WalkChildren(l)
		}
		x.Expr(c.Field("right"))
	}
	if members {
		return facts.None
	}
	return list(x, n)
}

// anonymousObject is new { A = v, b.C }.
func anonymousObject(x *extract.X, n sitter.Node) {
	for c := range n.Children() {
		if next := c.Next(); c.Is("identifier") && next.OK() && x.Between(c, next) == "=" {
			continue
		}
		x.Expr(c)
	}
}
