package lua

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// index is a[b]; with a string in the brackets it is a member.
func index(x *extract.X, n sitter.Node) int32 {
	object := x.Expr(n.Field("object"))
	if i := n.Field("index"); i.Is("string") {
		return x.Simple(facts.OpMember, x.Intern([]byte(unquote(i))), object, i)
	}
	return x.Index(object, x.Expr(n.Field("index")), n)
}

// tableValue is a constructor that is no definition: a list of its items, or
// an object.
func tableValue(x *extract.X, n sitter.Node) int32 {
	s := of(x)
	outer := s.into
	s.into = facts.None
	defer func() { s.into = outer }()
	var items []int32
	for f := range n.Children() {
		if !f.Is("item") {
			x.Walk(f)
		} else if v := x.Expr(f.Field("value")); v != facts.None && len(items) < 8 {
			items = append(items, v)
		}
	}
	switch {
	case len(items) > 0:
		return x.Many(facts.OpLit, "list", n, items...)
	case !n.First().OK():
		return x.Lit("dict")
	}
	return x.Add(facts.Expr{Op: facts.OpObject, A: facts.None, B: facts.None, T: facts.None, D: facts.None}, n)
}

func binary(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	a := x.Expr(left)
	op := x.Between(left, right)
	b := x.Expr(right)
	switch op {
	case "and":
		x.Branch(1)
		return b
	case "or":
		x.Branch(1)
		return x.Union(n, a, b)
	case "==", "~=", "<", ">", "<=", ">=":
		return x.Lit("bool")
	case "..":
		return x.Lit("string")
	}
	return x.Lit("number")
}

func unary(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.First())
	if n.Bytes()[0] == 'n' {
		return x.Lit("bool")
	}
	return x.Lit("number")
}

func numericFor(x *extract.X, n sitter.Node) {
	for _, f := range []string{"start", "limit", "step"} {
		x.Expr(n.Field(f))
	}
	x.Block(n, func() {
		if at := n.Field("name"); at.OK() {
			x.Bind(facts.BindVar, x.Text(at), at, facts.None, x.Lit("number"))
		}
		x.Walk(n.Field("body"))
	})
}

// genericFor knows pairs and ipairs; other iterators give their elements.
func genericFor(x *extract.X, n sitter.Node) {
	over := n.Field("value")
	fn := over.Field("function").Text()
	var source int32
	for v := range n.Fields("value") {
		if e := x.Expr(v); v == over {
			source = e
		}
	}
	known := fn == "pairs" || fn == "ipairs"
	if known {
		if args := x.F.Args(source); len(args) > 0 {
			source = args[0]
		}
	}
	x.Block(n, func() {
		i := 0
		for at := range n.Fields("name") {
			v := x.Simple(facts.OpIter, "", source, at)
			switch {
			case fn == "ipairs" && i == 0:
				v = x.Lit("number")
			case fn == "pairs" && i == 0:
				x.F.Exprs[v].Name = "key"
			case !known:
				v = x.Elem(v, i, at)
			}
			x.Bind(facts.BindVar, x.Text(at), at, facts.None, v)
			i++
		}
		x.Walk(n.Field("body"))
	})
}

// repeat shows the body's variables to its condition.
func repeat(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		x.WalkChildren(n.Field("body"))
		x.Expr(n.Field("condition"))
	})
}
