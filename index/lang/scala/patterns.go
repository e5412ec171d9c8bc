package scala

import (
	"unicode"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// takeApart calls bind for each name of a pattern, with its type and its part
// of the value.
func takeApart(x *extract.X, p sitter.Node, v int32, bind func(at sitter.Node, t, v int32)) {
	switch p.Kind() {
	case "identifier":
		if isVariable(p) {
			bind(p, facts.None, v)
		}
	case "typed_pattern":
		t := x.Type(p.Field("type"))
		if at := p.Field("pattern"); at.Is("identifier") {
			bind(at, t, v)
		} else {
			takeApart(x, at, x.Cast(v, t, p), bind)
		}
	case "capture_pattern":
		inner, at := p.Field("pattern"), p.Field("name")
		t := facts.None
		switch inner.Kind() {
		case "case_class_pattern", "typed_pattern":
			t = x.Type(inner.Field("type"))
		}
		if at.Is("identifier") {
			bind(at, t, v)
		}
		takeApart(x, inner, v, bind)
	case "case_class_pattern":
		whole := x.Cast(v, x.Type(p.Field("type")), p)
		i := 0
		for c := range p.Fields("pattern") {
			if named := c.Child("named_pattern"); named.OK() {
				c = named
			}
			takeApart(x, c, x.Elem(whole, i, c), bind)
			i++
		}
	case "tuple_pattern":
		i := 0
		for c := range p.Children() {
			takeApart(x, c, x.Elem(v, i, c), bind)
			i++
		}
	case "infix_pattern":
		l, r := p.Field("left"), p.Field("right")
		switch string(p.Field("operator").Bytes()) {
		case "::", "+:":
			takeApart(x, l, x.Simple(facts.OpIter, "", v, l), bind)
			takeApart(x, r, v, bind)
		case ":+":
			takeApart(x, l, v, bind)
			takeApart(x, r, x.Simple(facts.OpIter, "", v, r), bind)
		default:
			takeApart(x, l, x.Elem(v, 0, l), bind)
			takeApart(x, r, x.Elem(v, 1, r), bind)
		}
	case "alternative_pattern", "repeat_pattern", "named_tuple_pattern", "named_pattern", "given_pattern":
		for c := range p.Children() {
			takeApart(x, c, facts.None, bind)
		}
	}
}

// isVariable tells whether a name in a pattern is bound by it: it begins with
// a small letter. Others are constants.
func isVariable(n sitter.Node) bool {
	r, _ := utf8.DecodeRune(n.Bytes())
	return unicode.IsLower(r)
}

// patternAfter binds the names of a pattern from a byte on; typ is the type of
// the whole, if one is declared.
func patternAfter(x *extract.X, p sitter.Node, v, typ int32, from uint32) {
	if typ != facts.None && p.Is("identifier", "operator_identifier") {
		x.BindAfter(from, facts.BindVar, ident(x, p), p, typ, v)
		return
	}
	if p.Is("identifier") { // in "val X = …" a name is one, however it begins
		x.BindAfter(from, facts.BindVar, ident(x, p), p, facts.None, v)
		return
	}
	takeApart(x, p, v, func(at sitter.Node, t, v int32) {
		x.BindAfter(from, facts.BindVar, ident(x, at), at, t, v)
	})
}

// clause is "case p if g => …": its value is that of its last statement.
func clause(x *extract.X, n sitter.Node, subject int32) int32 {
	v := facts.None
	x.Branch(1)
	x.Block(n, func() {
		p := n.Field("pattern")
		takeApart(x, p, subject, func(at sitter.Node, t, v int32) {
			x.Bind(facts.BindVar, ident(x, at), at, t, v)
		})
		var last sitter.Node
		for c := range n.Fields("body") {
			last = c
		}
		for c := range n.Children() {
			switch {
			case c.Is("guard"):
				x.WalkChildren(c)
			case c == last:
				v = x.Expr(c)
			case c.FieldIs("body"):
				x.Walk(c)
			}
		}
	})
	return v
}

// cases is a block of cases as a value: a function of what they look at.
func cases(x *extract.X, n sitter.Node) int32 {
	return x.Lambda(n, func(l int32) {
		x.LambdaParam(l, sitter.Node{}, facts.None)
		of := x.Add(facts.Expr{Op: facts.OpParam, A: l, B: 0, T: facts.None, D: facts.None}, n)
		for c := range n.Children() {
			if c.Is("case_clause") {
				x.Return(clause(x, c, of))
			}
		}
	}, sitter.Node{}, true)
}

// match is one of the values of its cases.
func match(x *extract.X, n sitter.Node) int32 {
	subject := x.Expr(n.Field("value"))
	var values []int32
	for c := range n.Field("body").Children() {
		if c.Is("case_clause") {
			values = append(values, clause(x, c, subject))
		}
	}
	return x.Union(n, values...)
}

func tryExpression(x *extract.X, n sitter.Node) int32 {
	values := []int32{x.Expr(n.Field("body"))}
	for c := range n.Children() {
		if c.Is("catch_clause") {
			values = append(values, catchValues(x, c)...)
		} else if !c.FieldIs("body") {
			x.Walk(c)
		}
	}
	return x.Union(n, values...)
}

// catchValues walks "catch { case … }" or "catch case …".
func catchValues(x *extract.X, n sitter.Node) (values []int32) {
	if n.Field("pattern").OK() {
		return []int32{clause(x, n, facts.None)}
	}
	for c := range n.Children() {
		if !c.Is("case_block", "indented_cases") {
			x.Walk(c)
			continue
		}
		for k := range c.Children() {
			if k.Is("case_clause") {
				values = append(values, clause(x, k, facts.None))
			}
		}
	}
	return values
}
