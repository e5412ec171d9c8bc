package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// caseMatch is case … in pattern.
func caseMatch(x *extract.X, n sitter.Node) int32 {
	value := x.Expr(n.Field("value"))
	var results []int32
	for c := range n.Fields("clauses") {
		x.Branch(1)
		pattern(x, c.Field("pattern"), value)
		x.Expr(c.Field("guard"))
		results = append(results, x.Expr(c.Field("body")))
	}
	results = append(results, x.Expr(n.Field("else")))
	return x.Union(n, results...)
}

// matchPattern is "value => pattern" and "value in pattern".
func matchPattern(x *extract.X, n sitter.Node) int32 {
	pattern(x, n.Field("pattern"), x.Expr(n.Field("value")))
	return x.Lit("bool")
}

// pattern binds the names in a pattern to the parts of a value.
func pattern(x *extract.X, n sitter.Node, value int32) {
	switch n.Kind() {
	case "identifier":
		bind(x, n, facts.None, value)
	case "as_pattern":
		v := n.Field("value")
		pattern(x, v, value)
		t := facts.None
		if p := path(v); p != "" {
			t = x.TypeName(p, v)
		}
		bind(x, n.Field("name"), t, value)
	case "parenthesized_pattern", "alternative_pattern":
		for c := range n.Children() {
			pattern(x, c, value)
		}
	case "array_pattern", "find_pattern":
		value = ofClass(x, n, value)
		i := 0
		for c := range n.Children() {
			if !c.FieldIs("class") {
				part(x, c, x.Elem(value, i, c))
				i++
			}
		}
	case "hash_pattern":
		value = ofClass(x, n, value)
		for c := range n.Children() {
			if !c.FieldIs("class") {
				part(x, c, value)
			}
		}
	case "variable_reference_pattern":
		x.Expr(n.Field("name"))
	case "":
	default:
		x.Expr(n)
	}
}

// ofClass is the value as the class that a pattern names.
func ofClass(x *extract.X, n sitter.Node, value int32) int32 {
	c := n.Field("class")
	if p := path(c); p != "" {
		return x.Cast(value, x.TypeName(p, c), n)
	}
	return value
}

func part(x *extract.X, n sitter.Node, value int32) {
	switch n.Kind() {
	case "splat_parameter", "hash_splat_parameter":
		if at := n.Field("name"); at.OK() {
			bind(x, at, facts.None, x.Lit("list"))
		}
	case "keyword_pattern":
		key, v := n.Field("key"), n.Field("value")
		value = x.Index(value, x.Lit("string"), key)
		if v.OK() {
			pattern(x, v, value)
		} else if key.Is("hash_key_symbol") {
			bind(x, key, facts.None, value)
		}
	case "hash_splat_nil":
	default:
		pattern(x, n, value)
	}
}
