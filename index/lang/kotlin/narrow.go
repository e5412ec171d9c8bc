package kotlin

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// narrow says what names are known to be in a range that is reached only when
// a condition holds, or when it does not: the smart casts of Kotlin.
func narrow(x *extract.X, cond sitter.Node, holds bool, from, to uint32) {
	if from >= to {
		return
	}
	switch cond.Kind() {
	case "parenthesized_expression":
		narrow(x, cond.First(), holds != negated(cond), from, to)
	case "prefix_expression":
		if b := cond.Bytes(); len(b) > 0 && b[0] == '!' {
			of := value(cond)
			narrow(x, of, holds == of.Is("conjunction_expression", "disjunction_expression"), from, to)
		}
	case "conjunction_expression":
		if holds {
			narrow(x, cond.First(), true, from, to)
			narrow(x, cond.Last(), true, from, to)
		}
	case "disjunction_expression":
		if !holds {
			narrow(x, cond.First(), false, from, to)
			narrow(x, cond.Last(), false, from, to)
		}
	case "check_expression":
		at, t := cond.First(), cond.Last()
		name := subject(x, at)
		if name == "" || !isType(t) || cond.Child("is").OK() == (holds == negated(cond)) {
			return
		}
		x.BindIn(facts.BindNarrow, name, at, x.Cur(), from, to, x.Type(t), facts.None)
	}
}

// subject is the name that what is looked at is narrowed by: its own, "this",
// or the path of a property, as the linker writes it. "" if it has none.
func subject(x *extract.X, n sitter.Node) string {
	switch n.Kind() {
	case "simple_identifier":
		return ident(x, n)
	case "this_expression":
		if !n.Child("type_identifier").OK() && n.Text() == "this" {
			return "this"
		}
	case "navigation_expression":
		of, to := subject(x, n.First()), n.Child("navigation_suffix").Child("simple_identifier")
		if of == "this" {
			of = "$this"
		}
		if of != "" && to.OK() {
			return of + "->" + ident(x, to)
		}
	case "parenthesized_expression":
		return subject(x, n.First())
	}
	return ""
}

// negated tells whether a "!" stands before n that the grammar has put before
// more: it reads "!a || b" as "!(a || b)".
func negated(n sitter.Node) bool {
	p := n.Parent()
	for p.Is("conjunction_expression", "disjunction_expression") && p.First() == n {
		n, p = p, p.Parent()
	}
	b := p.Bytes()
	return n.Is("conjunction_expression", "disjunction_expression") && p.Is("prefix_expression") && len(b) > 0 && b[0] == '!'
}
