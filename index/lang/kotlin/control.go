package kotlin

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// block is what is between braces as a value: that of its last statement.
func block(x *extract.X, n sitter.Node) int32 {
	last, v := value(n), facts.None
	x.Block(n, func() {
		x.WalkBefore(n, last)
		v = x.Expr(last)
	})
	return v
}

// jump is return, throw, break or continue. A plain return leaves the named
// function around, also from within a lambda.
func jump(x *extract.X, n sitter.Node) int32 {
	v := facts.None
	if e := value(n); !e.Is("label") {
		v = x.Expr(e)
	}
	if v == facts.None || !bytes.HasPrefix(n.Bytes(), []byte("return")) {
		return facts.None
	}
	if stateOf(x).returns || n.Child("label").OK() {
		x.Return(v)
	} else if d := x.Enclosing(facts.Function, facts.Test); d != facts.None {
		x.Def(d).Rets = append(x.Def(d).Rets, v)
	}
	return facts.None
}

func ifExpression(x *extract.X, n sitter.Node) int32 {
	var cond, then, other sitter.Node
	after := false
	for c := range n.Children() {
		switch {
		case c.Is("line_comment", "multiline_comment"):
		case c.Is("else"):
			after = true
		case !cond.OK():
			cond = c
		case after:
			other = c
		default:
			then = c
		}
	}
	x.Expr(cond)
	narrow(x, cond, true, then.Start(), then.End())
	a := x.Expr(then)
	b := facts.None
	if other.OK() {
		narrow(x, cond, false, other.Start(), other.End())
		b = x.Expr(other)
	} else if leaves(then) {
		narrow(x, cond, false, n.End(), n.Parent().End())
	}
	return x.Union(n, a, b)
}

// leaves tells whether a branch ends by leaving the block around it.
func leaves(n sitter.Node) bool {
	for n.Is("control_structure_body", "statements") {
		n = value(n)
	}
	return n.Is("jump_expression")
}

// whenExpression is one of the values of its entries.
func whenExpression(x *extract.X, n sitter.Node) int32 {
	var values []int32
	x.Block(n, func() {
		subject := whenSubject(x, n.Child("when_subject"))
		for e := range n.Children() {
			if e.Is("when_entry") {
				values = append(values, whenEntry(x, e, subject))
			}
		}
	})
	return x.Union(n, values...)
}

// whenSubject walks what is looked at; the answer is what it is narrowed by.
func whenSubject(x *extract.X, n sitter.Node) string {
	of := value(n)
	e := x.Expr(of)
	if v := n.Child("variable_declaration"); v.OK() {
		at := v.Child("simple_identifier")
		typ := x.Type(typeIn(v))
		x.BindAfter(n.End(), facts.BindVar, ident(x, at), at, typ, e)
		return ident(x, at)
	}
	return subject(x, of)
}

func whenEntry(x *extract.X, n sitter.Node, subject string) int32 {
	if !n.Child("else").OK() {
		x.Branch(1)
	}
	body := n.Child("control_structure_body")
	var tests []int32
	only := true
	for c := range n.Children() {
		if !c.Is("when_condition") {
			continue
		}
		of := c.First()
		switch {
		case of.Is("type_test"):
			if t := x.Type(typeIn(of)); of.Child("!is").OK() {
				only = false
			} else {
				tests = append(tests, t)
			}
		case of.Is("range_test"):
			x.WalkChildren(of)
			only = false
		default:
			x.Expr(of)
			if subject == "" {
				narrow(x, of, true, body.Start(), body.End())
			}
			only = only && len(tests) > 0 // after a test it is its guard
		}
	}
	if subject != "" && only && len(tests) > 0 {
		t := tests[0]
		if len(tests) > 1 {
			t = x.AddType(facts.Type{Op: facts.TUnion}, n, tests...)
		}
		x.BindIn(facts.BindNarrow, subject, n, x.Cur(), n.Start(), n.End(), t, facts.None)
	}
	return x.Expr(body)
}

func tryExpression(x *extract.X, n sitter.Node) int32 {
	var values []int32
	for c := range n.Children() {
		switch c.Kind() {
		case "statements":
			values = append(values, x.Expr(c))
		case "catch_block":
			values = append(values, catchValue(x, c))
			x.Branch(1)
		default:
			x.Walk(c)
		}
	}
	return x.Union(n, values...)
}

func catchBlock(x *extract.X, n sitter.Node) { catchValue(x, n) }

func catchValue(x *extract.X, n sitter.Node) int32 {
	v := facts.None
	x.Block(n, func() {
		if at := n.Child("simple_identifier"); named(at) {
			typ := x.Type(typeIn(n))
			x.Bind(facts.BindVar, ident(x, at), at, typ, facts.None)
		}
		v = x.Expr(n.Child("statements"))
	})
	return v
}

func forStatement(x *extract.X, n sitter.Node) {
	var v, over, body sitter.Node
	for c := range n.Children() {
		switch {
		case c.Is("variable_declaration", "multi_variable_declaration"):
			v = c
		case c.Is("control_structure_body"):
			body = c
		case !over.OK() && v.OK() && !c.Is("in", "line_comment", "multiline_comment"):
			over = c
		}
	}
	element := x.Simple(facts.OpIter, "", x.Expr(over), v)
	x.Block(n, func() {
		if v.Is("multi_variable_declaration") {
			destructure(x, v, element, over.End())
		} else if at := v.Child("simple_identifier"); named(at) {
			typ := x.Type(typeIn(v))
			x.BindAfter(over.End(), facts.BindVar, ident(x, at), at, typ, element)
		}
		x.Walk(body)
	})
}

func whileStatement(x *extract.X, n sitter.Node) {
	cond, body := n.First(), n.Child("control_structure_body")
	x.Expr(cond)
	narrow(x, cond, true, body.Start(), body.End())
	x.Walk(body)
}
