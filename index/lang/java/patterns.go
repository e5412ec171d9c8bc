package java

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// label is "case …" or "default". Constants need no lookup: they cannot call.
func label(x *extract.X, n, branch sitter.Node, subject int32) {
	if !n.Child("default").OK() {
		x.Branch(1)
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "pattern":
			bindPattern(x, c.First(), subject, n.Start(), branch.End())
		case "guard":
			x.Walk(c.First())
		}
	}
}

// instanceOf binds the names of its pattern where the test has held.
func instanceOf(x *extract.X, n sitter.Node) int32 {
	value := x.Expr(n.Field("left"))
	from, to := scopeOfTest(n)
	if p := n.Field("pattern"); p.OK() {
		bindPattern(x, p, value, from, to)
	} else {
		t := x.Type(n.Field("right"))
		if name := n.Field("name"); named(name) {
			x.BindIn(facts.BindVar, x.Text(name), name, x.Cur(), from, to, t, value)
		}
	}
	return x.Lit("bool")
}

// bindPattern binds "T name" and "R(T name, …)", whose parts are those of the
// record, by number.
func bindPattern(x *extract.X, p sitter.Node, value int32, from, to uint32) {
	switch p.Kind() {
	case "type_pattern", "record_pattern_component":
		typ, name := p.First(), p.Last()
		for typ.Is("modifiers", "annotation", "marker_annotation") {
			typ = typ.Next()
		}
		t := typeOf(x, typ)
		if name.Is("identifier") {
			x.BindIn(facts.BindVar, x.Text(name), name, x.Cur(), from, to, t, value)
		}
	case "record_pattern":
		on := p.First()
		t := facts.None
		if on.Is("identifier") {
			t = x.TypeName(on.Text(), on)
		} else {
			t = x.Type(on)
		}
		record := typed(x, facts.OpCast, value, t, p)
		i := int32(0)
		for c := range p.Child("record_pattern_body").Children() {
			if !c.Is("record_pattern", "record_pattern_component") {
				continue
			}
			part := x.Add(facts.Expr{Op: facts.OpElem, A: record, B: i, T: facts.None, D: facts.None}, c)
			bindPattern(x, c, part, from, to)
			i++
		}
	}
}

// scopeOfTest is the range in which the pattern variables of an instanceof
// are visible: what is only reached if the test held.
func scopeOfTest(test sitter.Node) (from, to uint32) {
	holds, n := true, test // whether n is true when the test has held, or false
	for {
		p := n.Parent()
		switch p.Kind() {
		case "parenthesized_expression":
		case "unary_expression":
			holds = !holds
		case "binary_expression":
			if op := string(operator(p)); holds && op != "&&" || !holds && op != "||" {
				return test.Start(), n.End()
			}
		case "ternary_expression":
			if !n.FieldIs("condition") || !holds {
				return test.Start(), p.End()
			}
			return test.Start(), p.Field("consequence").End()
		case "while_statement", "for_statement", "if_statement":
			return test.Start(), scopeInStatement(p, holds)
		default:
			return test.Start(), n.End()
		}
		n = p
	}
}

// scopeInStatement is where the scope of a condition's pattern variables ends.
// Where a negated test leaves the block, they are visible after it.
func scopeInStatement(p sitter.Node, holds bool) uint32 {
	switch {
	case holds && p.Is("if_statement"):
		return p.Field("consequence").End()
	case holds:
		return p.End()
	case p.Is("if_statement") && p.Field("alternative").OK():
		return p.End()
	case p.Is("if_statement") && !leaves(p.Field("consequence")):
		return p.End()
	}
	return p.Parent().End()
}

// leaves tells whether a statement ends by leaving the block around it.
func leaves(n sitter.Node) bool {
	if n.Is("block") {
		n = n.Last()
	}
	return n.Is("return_statement", "throw_statement", "continue_statement", "break_statement", "yield_statement")
}
