package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// sequence is a list of statements: its value is the last one's, or that of a
// rescue clause.
func sequence(x *extract.X, n sitter.Node) int32 {
	var last sitter.Node
	for c := range n.Children() {
		if !c.Is("comment", "heredoc_body", "rescue", "else", "ensure", "empty_statement") {
			last = c
		}
	}
	if !last.OK() {
		x.WalkChildren(n)
		return facts.None
	}
	x.WalkBefore(n, last)
	values := []int32{x.Expr(last)}
	after := false
	for c := range n.Children() {
		switch {
		case c == last:
			after = true
		case !after:
		case c.Is("rescue", "else"):
			values = append(values, x.Expr(c))
		default:
			x.Walk(c)
		}
	}
	return x.Union(n, values...)
}

// ifValue is if, unless, elsif and a ? b : c.
func ifValue(x *extract.X, n sitter.Node) int32 {
	cond, then, other := n.Field("condition"), n.Field("consequence"), n.Field("alternative")
	holds := !n.Is("unless")
	x.Expr(cond)
	narrow(x, cond, holds, then.Start(), then.End())
	a := x.Expr(then)
	narrow(x, cond, !holds, other.Start(), other.End())
	b := x.Expr(other)
	if !other.OK() && leaves(then) {
		narrow(x, cond, !holds, n.End(), n.Parent().End())
	}
	return x.Union(n, a, b)
}

// modifier is "body if condition".
func modifier(x *extract.X, n sitter.Node) int32 {
	cond, body := n.Field("condition"), n.Field("body")
	holds := n.Is("if_modifier")
	x.Expr(cond)
	narrow(x, cond, holds, body.Start(), body.End())
	v := x.Expr(body)
	if leaves(body) {
		narrow(x, cond, !holds, n.End(), n.Parent().End())
	}
	return v
}

// leaves tells whether a statement leaves the ones around.
func leaves(n sitter.Node) bool {
	switch n.Kind() {
	case "return", "next", "break", "redo", "retry":
		return true
	case "then", "else", "begin", "parenthesized_statements":
		return leaves(n.Last())
	case "call", "identifier":
		m := n
		if n.Is("call") {
			m = n.Field("method")
		}
		switch string(m.Bytes()) {
		case "raise", "fail", "throw", "exit", "abort":
			return !n.Field("receiver").OK()
		}
	}
	return false
}

func loop(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("condition"))
	x.Expr(n.Field("body"))
	return facts.None
}

func loopModifier(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("body"))
	x.Expr(n.Field("condition"))
	return facts.None
}

func forLoop(x *extract.X, n sitter.Node) int32 {
	over := x.Expr(n.Field("value"))
	pattern := n.Field("pattern")
	assign(x, pattern, x.Simple(facts.OpIter, "", over, pattern))
	x.Expr(n.Field("body"))
	return facts.None
}

func rescue(x *extract.X, n sitter.Node) int32 {
	var types []int32
	for c := range n.Field("exceptions").Children() {
		if p := path(c); p != "" {
			types = append(types, x.TypeName(p, c))
		} else {
			x.Expr(c)
		}
	}
	if at := n.Field("variable").First(); at.OK() {
		t := facts.None
		switch {
		case len(types) == 1:
			t = types[0]
		case len(types) > 1:
			t = x.AddType(facts.Type{Op: facts.TUnion}, at, types...)
		case !n.Field("exceptions").OK():
			t = x.TypeName("StandardError", at)
		}
		if at.Is("identifier") {
			bind(x, at, t, facts.None)
		} else {
			assign(x, at, x.Cast(facts.None, t, at))
		}
	}
	return x.Expr(n.Field("body"))
}

func rescueModifier(x *extract.X, n sitter.Node) int32 {
	a := x.Expr(n.Field("body"))
	return x.Union(n, a, x.Expr(n.Field("handler")))
}

// returned is return and next. A return in a block leaves the method.
func returned(x *extract.X, n sitter.Node) int32 {
	args, _ := x.Args(n.Child("argument_list"))
	v := facts.None
	switch len(args) {
	case 0:
		return v
	case 1:
		v = args[0]
	default:
		v = x.Many(facts.OpTuple, "", n, args...)
	}
	if d := x.Enclosing(facts.Function, facts.Test); n.Is("return") && d != facts.None {
		if v != facts.None {
			x.Def(d).Rets = append(x.Def(d).Rets, v)
		}
		return facts.None
	}
	x.Return(v)
	return facts.None
}
