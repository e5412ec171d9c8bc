package python

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func matchStatement(x *extract.X, n sitter.Node) {
	subject := n.Field("subject")
	v := x.Expr(subject)
	if subject.Next().FieldIs("subject") { // match a, b: a tuple
		args := []int32{v}
		for s := subject.Next(); s.FieldIs("subject"); s = s.Next() {
			args = append(args, x.Expr(s))
		}
		v = x.Many(facts.OpTuple, "", n, args...)
		subject = none
	}
	for c := range n.Field("body").Children() {
		if c.Is("case_clause") {
			x.Branch(1)
			caseClause(x, c, subject, v)
		} else {
			x.Walk(c)
		}
	}
}

func caseClause(x *extract.X, n, subject sitter.Node, v int32) {
	patterns := 0
	for c := range n.Children() {
		if c.Is("case_pattern") {
			patterns++
		}
	}
	i := 0
	for c := range n.Children() {
		if !c.Is("case_pattern") {
			continue
		}
		if patterns > 1 { // case a, b: a sequence
			pattern(x, c, part(x, c, v, i))
			i++
			continue
		}
		t := pattern(x, c, v)
		if t != facts.None && isChain(subject) {
			narrowing{{at: subject, typ: t}}.apply(x, n.Start(), n.End())
		}
	}
	if g := n.Field("guard"); g.OK() {
		cond, body := g.First(), n.Field("consequence")
		x.Branch(1)
		x.Expr(cond)
		conditions(x, cond, true).apply(x, body.Start(), body.End())
	}
	x.Walk(n.Field("consequence"))
}

// part is element i of a value, None of None.
func part(x *extract.X, n sitter.Node, v int32, i int) int32 {
	if v == facts.None {
		return facts.None
	}
	return x.Elem(v, i, n)
}

// pattern binds the names of a pattern to the parts of v, and tells the type
// that a value must have to match, None if any may.
func pattern(x *extract.X, n sitter.Node, v int32) int32 {
	switch n.Kind() {
	case "case_pattern", "parenthesized_expression":
		return pattern(x, n.First(), v)
	case "dotted_name":
		if name := n.First(); !name.Next().OK() { // a lone name takes the value
			bindName(x, name, facts.None, v)
		} else {
			constant(x, n)
		}
	case "as_pattern":
		inner, name := n.First(), n.Last()
		t := pattern(x, inner, v)
		if name.Is("identifier") {
			bindName(x, name, t, asType(x, n, v, t))
		}
		return t
	case "class_pattern":
		return classPattern(x, n, v)
	case "union_pattern":
		var of []int32
		for c := range n.Children() {
			if t := pattern(x, c, v); t != facts.None {
				of = append(of, t)
			} else {
				of = append(of, facts.None)
			}
		}
		return unionType(x, n, of)
	case "list_pattern", "tuple_pattern":
		sequence(x, n, v)
	case "dict_pattern":
		for c := range n.Children() {
			switch {
			case c.FieldIs("value"):
				e := facts.None
				if v != facts.None {
					e = x.Index(v, x.Lit("string"), c)
				}
				pattern(x, c, e)
			case c.Is("splat_pattern") && c.First().Is("identifier"):
				bindName(x, c.First(), facts.None, x.Lit("dict"))
			}
		}
	case "none":
		return x.AddType(facts.Type{Op: facts.TLit, Name: "null"}, n)
	case "string", "concatenated_string":
		return x.AddType(facts.Type{Op: facts.TLit, Name: "string"}, n)
	}
	return facts.None
}

// sequence takes a value apart by position.
func sequence(x *extract.X, n sitter.Node, v int32) {
	i, after := 0, false
	for c := range n.Children() {
		e := c
		if c.Is("case_pattern") {
			e = c.First()
		}
		switch {
		case e.Is("splat_pattern"):
			after = true
			if name := e.First(); name.Is("identifier") {
				rest := facts.None
				if v != facts.None {
					rest = x.Many(facts.OpLit, "list", e, x.Simple(facts.OpIter, "", v, e))
				}
				bindName(x, name, facts.None, rest)
			}
		case after && v != facts.None:
			pattern(x, c, x.Simple(facts.OpIter, "", v, c))
		default:
			pattern(x, c, part(x, c, v, i))
		}
		i++
	}
}

// classPattern is case Point(x=a, y=0): attributes are known by their names.
func classPattern(x *extract.X, n sitter.Node, v int32) int32 {
	name := n.First()
	constant(x, name)
	t := x.TypeName(dotted(x, name), name)
	of := asType(x, n, v, t)
	positional := 0
	for c := range n.Children() {
		if !c.Is("case_pattern") {
			continue
		}
		inner := c.First()
		if inner.Is("keyword_pattern") {
			attr := inner.First()
			e := facts.None
			if of != facts.None {
				e = x.Member(of, attr)
			}
			pattern(x, attr.Next(), e)
			continue
		}
		if positional++; positional == 1 && isBuiltinValue(string(name.Bytes())) {
			pattern(x, c, of) // case str(s): the value itself
			continue
		}
		pattern(x, c, facts.None) // what __match_args__ says is not known here
	}
	return t
}

func isBuiltinValue(name string) bool {
	switch name {
	case "str", "bytes", "bytearray", "int", "float", "bool", "list", "tuple", "dict", "set", "frozenset":
		return true
	}
	return false
}

// constant is a use of a dotted name.
func constant(x *extract.X, n sitter.Node) {
	e := facts.None
	for c := range n.Children() {
		if e == facts.None {
			e = x.Name(c)
		} else {
			e = x.Member(e, c)
		}
	}
}

// asType is a value seen as of a type.
func asType(x *extract.X, n sitter.Node, v, t int32) int32 {
	if t == facts.None {
		return v
	}
	return x.Cast(v, t, n)
}

// unionType is one of several types; None if one of them is not known.
func unionType(x *extract.X, n sitter.Node, of []int32) int32 {
	for _, t := range of {
		if t == facts.None {
			return facts.None
		}
	}
	if len(of) == 0 {
		return facts.None
	}
	return x.AddType(facts.Type{Op: facts.TUnion}, n, of...)
}
