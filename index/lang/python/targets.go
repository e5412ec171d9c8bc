package python

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// eachTarget calls do for every name and attribute of an assignment's target
// with the part of the value that it gets.
func eachTarget(x *extract.X, target sitter.Node, value int32, do func(at sitter.Node, v int32)) {
	switch target.Kind() {
	case "identifier", "attribute":
		do(target, value)
	case "as_pattern_target", "parenthesized_expression":
		eachTarget(x, target.First(), value, do)
	case "list_splat", "list_splat_pattern":
		eachTarget(x, target.First(), value, do)
	case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list":
		eachPart(x, target, value, do)
	case "":
	default:
		x.Expr(target) // d[k] = v
	}
}

// eachPart takes a value apart for the names in a list.
func eachPart(x *extract.X, list sitter.Node, value int32, do func(at sitter.Node, v int32)) {
	n, starred := 0, false
	for c := range list.Children() {
		if c.Is("comment") {
			continue
		}
		n++
		starred = starred || c.Is("list_splat", "list_splat_pattern")
	}
	var exact []int32 // the parts themselves, where they are written out
	if value != facts.None && !starred && x.F.Exprs[value].Op == facts.OpTuple && int(x.F.Exprs[value].ArgN) == n {
		exact = x.F.Args(value)
	}
	i, after := 0, false // after a starred name positions are not known
	for c := range list.Children() {
		if c.Is("comment") {
			continue
		}
		v := facts.None
		switch {
		case value == facts.None:
		case exact != nil:
			v = exact[i]
		case c.Is("list_splat", "list_splat_pattern"):
			v = x.Many(facts.OpLit, "list", c, x.Simple(facts.OpIter, "", value, c))
			after = true
		case after:
			v = x.Simple(facts.OpIter, "", value, c)
		default:
			v = x.Elem(value, i, c)
		}
		eachTarget(x, c, v, do)
		i++
	}
}
