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
		if !at.Is("simple_identifier") || !isType(t) || cond.Child("is").OK() == (holds == negated(cond)) {
			return
		}
		x.BindIn(facts.BindNarrow, ident(x, at), at, x.Cur(), from, to, x.Type(t), facts.None)
	}
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
