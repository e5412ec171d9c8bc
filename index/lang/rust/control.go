package rust

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// block is a block as an expression: its last expression is its value.
func block(x *extract.X, n sitter.Node) int32 {
	v := facts.None
	x.Block(n, func() { v = blockValue(x, n) })
	return v
}

// blockValue walks a block's statements and gives the value of its tail.
func blockValue(x *extract.X, n sitter.Node) int32 {
	t := tail(x, n)
	x.WalkBefore(n, t)
	return x.Expr(t)
}

// tail is the expression that a block ends with; the zero Node if it ends with
// a statement.
func tail(x *extract.X, n sitter.Node) sitter.Node {
	var last sitter.Node
	for c := range n.Children() {
		if !c.Is("line_comment", "block_comment") {
			last = c
		}
	}
	switch kind := last.Kind(); {
	case kind == "expression_statement":
		if last.End() == 0 || x.Src[last.End()-1] == ';' {
			return sitter.Node{}
		}
	case kind == "label", strings.HasSuffix(kind, "_item"), strings.HasSuffix(kind, "_declaration"),
		strings.HasSuffix(kind, "_definition"), kind == "empty_statement", kind == "associated_type", kind == "ERROR":
		return sitter.Node{}
	}
	return last
}

// innerBlock is unsafe {}, async {}, try {}.
func innerBlock(x *extract.X, n sitter.Node) int32 { return x.Expr(n.Child("block")) }

func ifExpression(x *extract.X, n sitter.Node) int32 {
	cond, then := n.Field("condition"), n.Field("consequence")
	a := facts.None
	x.Range(cond.Start(), then.End(), func() {
		conditions(x, cond)
		a = x.Expr(then)
	})
	b := x.Expr(n.Field("alternative").First())
	return x.Union(n, a, b)
}

// conditions walks a condition; the names that its patterns bind are visible
// from there to the end of the range at hand.
func conditions(x *extract.X, n sitter.Node) {
	switch n.Kind() {
	case "let_condition":
		v := x.Expr(n.Field("value"))
		bindPattern(x, n.Field("pattern"), v, n.End())
	case "let_chain":
		for c := range n.Children() {
			if c != n.First() {
				x.Branch(1)
			}
			conditions(x, c)
		}
	default:
		x.Expr(n)
	}
}

func while(x *extract.X, n sitter.Node) int32 {
	x.Block(n, func() {
		conditions(x, n.Field("condition"))
		x.Expr(n.Field("body"))
	})
	return facts.None
}

func forLoop(x *extract.X, n sitter.Node) int32 {
	over, pattern := x.Expr(n.Field("value")), n.Field("pattern")
	x.Block(n.Field("body"), func() {
		element := x.Simple(facts.OpIter, "", over, pattern)
		bindPattern(x, pattern, element, pattern.Start())
		x.Expr(n.Field("body"))
	})
	return facts.None
}

func matchExpression(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.Field("value"))
	var arms []int32
	for arm := range n.Field("body").Children() {
		if !arm.Is("match_arm") {
			continue
		}
		if len(arms) > 0 {
			x.Branch(1)
		}
		x.Block(arm, func() {
			pattern := arm.Field("pattern")
			cond := pattern.Field("condition")
			bindPattern(x, pattern.First(), v, arm.Start())
			if cond.OK() {
				x.Branch(1)
				conditions(x, cond)
			}
			arms = append(arms, x.Expr(arm.Field("value")))
		})
	}
	return x.Union(n, arms...)
}

// let binds the names of a pattern from the end of the statement on.
func let(x *extract.X, n sitter.Node) {
	attributes(x, n)
	pattern, value := n.Field("pattern"), n.Field("value")
	typ := x.Type(n.Field("type"))
	at := unwrapPattern(pattern)
	if at.Is("identifier") && value.Is("closure_expression") {
		closureNamed(x, n, at, value)
		return
	}
	v := x.Expr(value)
	x.Walk(n.Field("alternative"))
	if !at.Is("identifier") {
		if typ != facts.None {
			v = x.Cast(v, typ, n)
		}
		bindPattern(x, pattern, v, n.End())
		return
	}
	b := x.BindAfter(n.End(), facts.BindVar, rawName(x, at), at, typ, v)
	if !value.OK() && typ == facts.None {
		s := state(x)
		s.open = append(s.open, b)
	}
}

// assignment gives "let x;" its value. Other assignments say nothing that the
// declaration does not.
func assignment(x *extract.X, n sitter.Node) int32 {
	left := n.Field("left")
	v := x.Expr(n.Field("right"))
	if !left.Is("identifier") {
		x.Expr(left)
		return facts.None
	}
	open := state(x).open
	for i := len(open) - 1; i >= 0; i-- {
		b := x.F.Binds[open[i]]
		if b.Name == string(left.Bytes()) && b.Def == x.Cur() && left.Start() < b.To {
			x.BindIn(facts.BindVar, b.Name, left, b.Def, b.From, b.To, facts.None, v)
			break
		}
	}
	return facts.None
}
