package scala

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// block has the value of its last statement.
func block(x *extract.X, n sitter.Node) int32 {
	var last sitter.Node
	for c := range n.Children() {
		if !c.Is("comment", "block_comment") {
			last = c
		}
	}
	v := facts.None
	x.Block(n, func() {
		x.WalkBefore(n, last)
		v = operand(x, last)
	})
	return v
}

func ifExpression(x *extract.X, n sitter.Node) int32 {
	for c := range n.Fields("condition") {
		x.Walk(c)
	}
	a := x.Expr(n.Field("consequence"))
	b := x.Expr(n.Field("alternative"))
	return x.Union(n, a, b)
}

// forExpression binds what its enumerators give, each from there on. What it
// yields depends on the type that is iterated over.
func forExpression(x *extract.X, n sitter.Node) int32 {
	x.Block(n, func() {
		for list := range n.Fields("enumerators") {
			for e := range list.Children() {
				enumerator(x, e)
			}
		}
		x.Walk(n.Field("body"))
	})
	return facts.None
}

// enumerator is "p <- e", "p = e", or a guard.
func enumerator(x *extract.X, n sitter.Node) {
	var pattern, over, guard sitter.Node
	for c := range n.Children() {
		switch {
		case c.Is("guard"):
			guard = c
		case c.Is("<-", "case", "val", "comment", "block_comment"):
		case !pattern.OK():
			pattern = c
		default:
			over = c
		}
	}
	if over.OK() {
		v := x.Expr(over)
		if n.Child("<-").OK() {
			v = x.Simple(facts.OpIter, "", v, pattern)
		}
		patternAfter(x, pattern, v, facts.None, over.End())
	}
	x.WalkChildren(guard)
}

func returnExpression(x *extract.X, n sitter.Node) int32 {
	if v := x.Expr(n.First()); v != facts.None {
		if d := x.Enclosing(facts.Function, facts.Test); d != facts.None {
			x.Def(d).Rets = append(x.Def(d).Rets, v)
		}
	}
	return facts.None
}

// assignment evaluates both sides; "a(i) = v" is no call of a.
func assignment(x *extract.X, n sitter.Node) {
	left := n.Field("left")
	switch left.Kind() {
	case "identifier":
	case "field_expression":
		x.Expr(left.Field("value"))
	case "call_expression":
		x.Expr(left.Field("function"))
		arguments(x, left.Field("arguments"))
	default:
		x.Expr(left)
	}
	x.Expr(n.Field("right"))
}

// ascription is "e: T", and "e: _*" in arguments.
func ascription(x *extract.X, n sitter.Node) int32 {
	v, t := x.Expr(n.First()), n.Last()
	if t == n.First() || t.Is("annotation", "repeated_parameter_type") {
		return v
	}
	return x.Cast(v, x.Type(t), n)
}

func tuple(x *extract.X, n sitter.Node) int32 {
	var parts []int32
	for c := range n.Children() {
		if !c.Is("comment", "block_comment") {
			parts = append(parts, x.Expr(c))
		}
	}
	return x.Many(facts.OpTuple, "", n, parts...)
}

// interpolated is a string with parts that are evaluated.
func interpolated(x *extract.X, n sitter.Node) int32 {
	for s := range n.Children() {
		if s.Is("interpolated_string") {
			for c := range s.Children() {
				x.WalkChildren(c)
			}
		}
	}
	switch string(n.Field("interpolator").Bytes()) {
	case "s", "f", "raw", "":
		return x.Lit("string")
	}
	return facts.None
}
