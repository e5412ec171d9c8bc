package php

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// ifStatement narrows variables by instanceof: where the condition holds, and
// after an "if" that leaves unless it does.
func ifStatement(x *extract.X, n sitter.Node) {
	cond, body := n.Field("condition"), n.Field("body")
	x.Expr(cond)
	narrow(x, cond, true, body.Start(), body.End())
	x.Walk(body)
	open := false // an else or elseif follows
	for c := range n.Fields("alternative") {
		open = true
		narrow(x, cond, false, c.Start(), c.End())
		if c.Is("else_if_clause") {
			x.Branch(1)
			x.Expr(c.Field("condition"))
			narrow(x, c.Field("condition"), true, c.Field("body").Start(), c.Field("body").End())
		}
		x.Walk(c.Field("body"))
	}
	if !open && leaves(body) {
		end := n.End()
		if p := n.Parent(); p.OK() {
			end = p.End()
		}
		narrow(x, cond, false, n.End(), end)
	}
}

// leaves tells whether a branch ends in leaving the block around.
func leaves(n sitter.Node) bool {
	switch n.Kind() {
	case "compound_statement", "colon_block":
		return leaves(n.Last())
	case "return_statement", "continue_statement", "break_statement", "exit_statement", "goto_statement":
		return true
	case "expression_statement":
		return n.First().Is("throw_expression")
	}
	return false
}

// narrow binds what a condition that is or is not true tells about variables.
func narrow(x *extract.X, cond sitter.Node, holds bool, from, to uint32) {
	if from >= to {
		return
	}
	switch cond.Kind() {
	case "parenthesized_expression":
		narrow(x, cond.First(), holds, from, to)
	case "unary_op_expression":
		if cond.Bytes()[0] == '!' {
			narrow(x, cond.First(), !holds, from, to)
		}
	case "binary_expression":
		left, right := cond.Field("left"), cond.Field("right")
		switch op := x.Between(left, right); {
		case op == "instanceof":
			instance(x, left, right, holds, from, to)
		case (op == "&&" || op == "and") && holds, (op == "||" || op == "or") && !holds:
			narrow(x, left, holds, from, to)
			narrow(x, right, holds, from, to)
		}
	}
}

func instance(x *extract.X, left, right sitter.Node, holds bool, from, to uint32) {
	if left.Is("assignment_expression") {
		left = left.Field("left")
	}
	for left.Is("parenthesized_expression") {
		left = left.First()
		if left.Is("assignment_expression") {
			left = left.Field("left")
		}
	}
	name, ok := path(x, left)
	if !ok || !right.Is("name", "qualified_name", "relative_scope") {
		return
	}
	kind := facts.BindNarrow
	if !holds {
		kind = facts.BindNot
	}
	x.BindIn(kind, name, left, x.Cur(), from, to, x.Type(right), facts.None)
}

// path is the name under which a variable or a property of one is narrowed:
// "$a", "$this->a->b", "$this->get()".
func path(x *extract.X, n sitter.Node) (string, bool) {
	switch n.Kind() {
	case "variable_name":
		return x.Text(n), true
	case "member_access_expression", "nullsafe_member_access_expression":
		object, ok := path(x, n.Field("object"))
		if name := n.Field("name"); ok && name.Is("name") {
			return x.Intern([]byte(object + "->" + x.Text(name))), true
		}
	case "member_call_expression", "nullsafe_member_call_expression": // a getter, asked again
		object, ok := path(x, n.Field("object"))
		if name := n.Field("name"); ok && name.Is("name") && !n.Field("arguments").First().OK() {
			return x.Intern([]byte(object + "->" + x.Text(name) + "()")), true
		}
	}
	return "", false
}

func binary(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	op := x.Between(left, right)
	a := x.Expr(left)
	switch op {
	case "instanceof":
		if right.Is("name", "qualified_name") {
			x.Type(right)
		} else {
			x.Expr(right)
		}
		return x.Lit("bool")
	case "&&", "and", "||", "or":
		x.Branch(1)
		narrow(x, left, op == "&&" || op == "and", right.Start(), right.End())
		x.Expr(right)
		return x.Lit("bool")
	case "??":
		x.Branch(1)
		return x.Union(n, a, x.Expr(right))
	}
	x.Expr(right)
	switch op {
	case ".":
		return x.Lit("string")
	case "+", "-", "*", "/", "%", "**", "<<", ">>", "|", "&", "^", "<=>":
		return x.Lit("number")
	}
	return x.Lit("bool")
}

// conditional is a ? b : c and a ?: c.
func conditional(x *extract.X, n sitter.Node) int32 {
	cond, then := n.Field("condition"), n.Field("body")
	v := x.Expr(cond)
	if then.OK() {
		narrow(x, cond, true, then.Start(), then.End())
		v = x.Expr(then)
	}
	other := n.Field("alternative")
	narrow(x, cond, false, other.Start(), other.End())
	return x.Union(n, v, x.Expr(other))
}

// match narrows in the arms of match(true).
func match(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("condition"))
	onTrue := string(n.Field("condition").First().Bytes()) == "true"
	var results []int32
	for arm := range n.Field("body").Children() {
		list, result := arm.Field("conditional_expressions"), arm.Field("return_expression")
		if arm.Is("match_conditional_expression") {
			x.Branch(1)
		}
		for c := range list.Children() {
			x.Expr(c)
			if onTrue && list.First() == list.Last() {
				narrow(x, c, true, result.Start(), result.End())
			}
		}
		if result.OK() {
			results = append(results, x.Expr(result))
		}
	}
	return x.Union(n, results...)
}
