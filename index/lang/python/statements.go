package python

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func isAsync(n sitter.Node) bool { return bytes.HasPrefix(n.Bytes(), []byte("async")) }

func forStatement(x *extract.X, n sitter.Node) {
	over := x.Expr(n.Field("right"))
	bindTarget(x, n.Field("left"), facts.None, element(x, n.Field("left"), over))
	x.Walk(n.Field("body"))
	x.Walk(n.Field("alternative"))
}

func whileStatement(x *extract.X, n sitter.Node) {
	cond, body := n.Field("condition"), n.Field("body")
	x.Expr(cond)
	conditions(x, cond, true).apply(x, body.Start(), body.End())
	x.Walk(body)
	x.Walk(n.Field("alternative"))
}

func withStatement(x *extract.X, n sitter.Node) {
	name := ""
	if isAsync(n) {
		name = "async"
	}
	for item := range n.Child("with_clause").Children() {
		v := item.Field("value")
		if !v.Is("as_pattern") {
			x.Expr(v)
			continue
		}
		managed := x.Expr(v.First())
		entered := facts.None
		if managed != facts.None {
			entered = x.Simple(facts.OpEnter, name, managed, v)
		}
		bindTarget(x, v.Field("alias"), facts.None, entered)
	}
	x.Walk(n.Field("body"))
}

// exceptClause binds the exception where it can be seen: in the clause.
func exceptClause(x *extract.X, n sitter.Node) {
	value, alias := n.Field("value"), n.Field("alias") // the alias of "except E, e" in Python 2
	if !value.OK() && !n.First().Is("block") {
		value = n.First()
	}
	if value.Is("as_pattern") {
		alias = value.Field("alias")
		value = value.First()
	}
	x.Expr(value)
	if alias.Is("as_pattern_target") {
		alias = alias.First()
	}
	if alias.Is("identifier") {
		t := classes(x, value)
		caught := x.Add(facts.Expr{Op: facts.OpCatch, A: facts.None, B: facts.None, T: t, D: facts.None}, value)
		x.Block(n, func() { x.Bind(facts.BindVar, x.Text(alias), alias, t, caught) })
	}
	for c := range n.Children() {
		if c.Is("block") {
			x.Walk(c)
		}
	}
}

// classes is the type of an instance of a class, or of one of the classes in a
// tuple: what isinstance and except name.
func classes(x *extract.X, n sitter.Node) int32 {
	return parseType(x, n, strings.TrimLeft(string(n.Bytes()), "* "), false)
}

func assertStatement(x *extract.X, n sitter.Node) {
	x.WalkChildren(n)
	block := n.Parent()
	conditions(x, n.First(), true).apply(x, n.End(), block.End())
}

// ifStatement narrows what its conditions speak of: in the branches, and after
// it if all but one of them leave the block.
func ifStatement(x *extract.X, n sitter.Node) {
	st := of(x)
	outside := st.typeOnly
	var known, after narrowing // what the conditions before rule out; what holds at the end
	open, hasElse := 0, false
	branch := func(holds narrowing, body sitter.Node) {
		holds.apply(x, body.Start(), body.End())
		x.Walk(body)
		st.typeOnly = outside
		if !leaves(body) {
			open++
			after = append(holds[:len(holds):len(holds)], known...)
		}
	}
	test := func(cond, body sitter.Node) {
		known.apply(x, cond.Start(), body.End())
		x.Expr(cond)
		st.typeOnly = outside || isTypeChecking(cond)
		branch(conditions(x, cond, true), body)
		if len(known) < maxFacts {
			known = append(known, conditions(x, cond, false)...)
		}
	}
	test(n.Field("condition"), n.Field("consequence"))
	for alt := range n.Fields("alternative") {
		if alt.Is("elif_clause") {
			x.Branch(1)
			test(alt.Field("condition"), alt.Field("consequence"))
			continue
		}
		hasElse = true
		known.apply(x, alt.Start(), alt.End())
		branch(nil, alt.Field("body"))
	}
	if !hasElse {
		open++
		after = known
	}
	if open == 1 {
		after.apply(x, n.End(), n.Parent().End())
	}
}

func isTypeChecking(cond sitter.Node) bool {
	return cond.Is("identifier", "attribute") && lastName(cond) == "TYPE_CHECKING"
}

// leaves tells whether a block never reaches its end.
func leaves(block sitter.Node) bool {
	last := block.Last()
	for last.Is("comment") {
		last = last.Prev()
	}
	switch last.Kind() {
	case "return_statement", "raise_statement", "continue_statement", "break_statement":
		return true
	case "with_statement":
		return leaves(last.Field("body"))
	case "if_statement":
		if !leaves(last.Field("consequence")) {
			return false
		}
		hasElse := false
		for alt := range last.Fields("alternative") {
			body := alt.Field("body")
			if alt.Is("elif_clause") {
				body = alt.Field("consequence")
			} else {
				hasElse = true
			}
			if !leaves(body) {
				return false
			}
		}
		return hasElse
	}
	return false
}
