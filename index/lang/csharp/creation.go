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
	fill := n.Field("initializer")
	fillIn(x, c, fill)
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
func targetTyped(x *extract.X, n sitter.Node) int32 {
	if t, ok := of(x).targets[n.Start()]; ok {
		return constructAs(x, t, n)
	}
	return constructAs(x, facts.None, n)
}

func constructAs(x *extract.X, t int32, n sitter.Node) int32 {
	args, _ := x.Args(n.Child("argument_list"))
	c := x.Construct(t, n, 0, args...)
	fillIn(x, c, n.Child("initializer_expression"))
	return c
}

// fillIn walks the initializer of what was built. "new()" in it builds what
// the member, the place in a map, or the element is.
func fillIn(x *extract.X, built int32, n sitter.Node) {
	if !n.OK() {
		return
	}
	for c := range n.Children() {
		left, right := sitter.Node{}, c
		if c.Is("assignment_expression") {
			left, right = c.Field("left"), c.Field("right")
		}
		if !right.Is("implicit_object_creation_expression") {
			continue
		}
		place := facts.None
		switch {
		case left.Is("identifier"):
			place = x.Member(built, left)
		case left.OK():
			place = x.Index(built, facts.None, left)
		default:
			place = x.Simple(facts.OpIter, "", built, right)
		}
		of(x).targets[right.Start()] = x.AddType(facts.Type{Op: facts.TTypeof, Expr: place}, right)
	}
	x.Expr(n)
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
