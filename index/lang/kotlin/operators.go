package kotlin

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// as is "a as T", which has that type.
func as(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.First())
	t := n.Last()
	if !isType(t) {
		return v
	}
	return x.Cast(v, x.Type(t), n)
}

// check is "a is T" and "a in b".
func check(x *extract.X, n sitter.Node) int32 {
	for c := range n.Children() {
		if isType(c) {
			x.Type(c)
		} else {
			x.Expr(c)
		}
	}
	return x.Lit("bool")
}

func conjunction(x *extract.X, n sitter.Node) int32 {
	x.Branch(1)
	x.Expr(n.First())
	narrow(x, n.First(), true, n.Last().Start(), n.Last().End())
	x.Expr(n.Last())
	return x.Lit("bool")
}

func disjunction(x *extract.X, n sitter.Node) int32 {
	x.Branch(1)
	x.Expr(n.First())
	narrow(x, n.First(), false, n.Last().Start(), n.Last().End())
	x.Expr(n.Last())
	return x.Lit("bool")
}

func comparison(x *extract.X, n sitter.Node) int32 {
	x.WalkChildren(n)
	return x.Lit("bool")
}

func elvis(x *extract.X, n sitter.Node) int32 {
	a := x.Expr(n.First())
	b := x.Expr(n.Last())
	return x.Union(n, a, b)
}

// arithmetic is an operator that classes can define; between literals of one
// kind the result is one.
func arithmetic(x *extract.X, n sitter.Node) int32 {
	l, r := n.First(), n.Last()
	a, b := x.Expr(l), x.Expr(r)
	if isString(x, a) {
		return a
	}
	if a == b && a != facts.None && x.F.Exprs[a].Op == facts.OpLit && !n.Is("range_expression") {
		return a
	}
	return x.Add(facts.Expr{Op: facts.OpBinary, Name: x.Between(l, r), A: a, B: b, T: facts.None, D: facts.None}, n)
}

func isString(x *extract.X, e int32) bool {
	return e != facts.None && x.F.Exprs[e].Op == facts.OpLit && x.F.Exprs[e].Name == "string"
}

func prefix(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(value(n))
	if b := n.Bytes(); len(b) > 0 && b[0] == '!' {
		return x.Lit("bool")
	}
	return v
}

func postfix(x *extract.X, n sitter.Node) int32 { return x.Expr(n.First()) }

// str is a string; what its templates call is called.
func str(x *extract.X, n sitter.Node) int32 {
	for c := range n.Children() {
		if c.Is("interpolated_expression") {
			x.WalkChildren(c)
		}
	}
	return x.Lit("string")
}

// number is an Int, which facts call "number", or a literal of another type,
// for the choice of overloads. There is one per file and type.
func number(x *extract.X, n sitter.Node) int32 {
	typ := ""
	switch b := n.Bytes(); {
	case n.Is("long_literal"):
		typ = "Long"
	case n.Is("unsigned_literal"):
		typ = "UInt"
	case n.Is("real_literal") && bytes.HasSuffix(bytes.ToLower(b), []byte("f")):
		typ = "Float"
	case n.Is("real_literal"):
		typ = "Double"
	default:
		return x.Lit("number")
	}
	s := stateOf(x)
	if e, ok := s.literals[typ]; ok {
		return e
	}
	e := x.Cast(x.Lit("number"), x.TypeName(typ, n), n)
	s.literals[typ] = e
	return e
}
