package csharp

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func isExpression(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("left"))
	x.Type(n.Field("right"))
	return x.Lit("bool")
}

// isPattern binds the names of "v is Pattern" in the block around: they are
// visible after an "if" whose body leaves.
func isPattern(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.Field("expression"))
	pattern(x, n.Field("pattern"), v)
	return x.Lit("bool")
}

func switchExpression(x *extract.X, n sitter.Node) int32 {
	value, first := facts.None, true
	var results []int32
	for c := range n.Children() {
		switch {
		case c.Is("comment"):
		case first:
			value, first = x.Expr(c), false
		case c.Is("switch_expression_arm"):
			x.Branch(1)
			x.Block(c, func() { results = append(results, arm(x, c, value)) })
		}
	}
	return x.Union(n, results...)
}

// arm is "pattern when guard => result".
func arm(x *extract.X, n sitter.Node, value int32) int32 {
	last := n.Last()
	for c := range n.Children() {
		switch {
		case c.Start() == last.Start():
			return x.Expr(last)
		case c.Is("when_clause"):
			x.Expr(c.First())
		default:
			pattern(x, c, value)
		}
	}
	return facts.None
}

func isPatternNode(n sitter.Node) bool {
	return strings.HasSuffix(n.Kind(), "_pattern") || n.Is("discard")
}

// pattern binds the names in a pattern that is matched against value.
func pattern(x *extract.X, n sitter.Node, value int32) {
	switch n.Kind() {
	case "declaration_pattern":
		designate(x, n, n.Field("type"), value)
	case "var_pattern":
		designate(x, n, sitter.Node{}, value)
	case "recursive_pattern":
		t := n.Field("type")
		designate(x, n, t, value)
		if t.OK() {
			value = x.Cast(value, x.Type(t), n)
		}
		subpatterns(x, n, value)
	case "and_pattern", "or_pattern":
		pattern(x, n.Field("left"), value)
		pattern(x, n.Field("right"), value)
	case "negated_pattern", "parenthesized_pattern":
		pattern(x, n.First(), value)
	case "list_pattern":
		for c := range n.Children() {
			pattern(x, c, x.Simple(facts.OpIter, "", value, c))
		}
	case "type_pattern":
		x.Type(n.Field("type"))
	case "constant_pattern", "relational_pattern":
		x.Expr(n.First())
	}
}

// designate binds the name of a pattern, if it has one; "var" takes the
// value's own type.
func designate(x *extract.X, n, typ sitter.Node, value int32) {
	t := x.Type(typ)
	if at := n.Field("name"); at.OK() {
		x.Bind(facts.BindVar, x.Text(at), at, t, value)
	}
	if p := n.Child("parenthesized_variable_designation"); p.OK() {
		takeApart(x, p, value)
	}
}

// subpatterns are "{ Name: pattern }" and "(pattern, pattern)".
func subpatterns(x *extract.X, n sitter.Node, value int32) {
	for c := range n.Children() {
		if !c.Is("property_pattern_clause", "positional_pattern_clause") {
			continue
		}
		i := 0
		for s := range c.Children() {
			if !s.Is("subpattern") {
				continue
			}
			key, p := s.First(), s.Last()
			part := value
			switch {
			case key.Start() == p.Start():
				part = x.Elem(value, i, s)
			case key.Is("identifier"):
				part = x.Member(value, key)
			case key.Is("member_access_expression"):
				part = path(x, key, value)
			}
			pattern(x, p, part)
			i++
		}
	}
}

// path is the member that "A.B" names in a value.
func path(x *extract.X, n sitter.Node, value int32) int32 {
	if n.Is("member_access_expression") {
		return x.Member(path(x, n.Field("expression"), value), plain(n.Field("name")))
	}
	return x.Member(value, plain(n))
}
