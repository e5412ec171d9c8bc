package csharp

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// variables declares locals, in statements, for, using and fixed.
func variables(x *extract.X, n sitter.Node) {
	typ := n.Field("type")
	for v := range n.Children() {
		if !v.Is("variable_declarator") {
			continue
		}
		value := valueFor(x, typ, declaratorValue(v))
		if at := v.Field("name"); at.OK() {
			x.Bind(facts.BindVar, x.Text(at), at, x.Type(typ), value)
		} else {
			takeApart(x, v.Child("tuple_pattern"), value)
		}
	}
}

// takeApart binds the names of a tuple to the parts of a value.
func takeApart(x *extract.X, n sitter.Node, value int32) {
	i := 0
	for c := range n.Children() {
		part := c
		if c.Is("argument") {
			part = c.Last()
		}
		switch part.Kind() {
		case "comment":
			continue
		case "identifier":
			if n.Is("tuple_pattern", "parenthesized_variable_designation") {
				x.Bind(facts.BindVar, x.Text(part), part, facts.None, x.Elem(value, i, part))
			}
		case "declaration_expression":
			at := part.Field("name")
			x.Bind(facts.BindVar, x.Text(at), at, x.Type(part.Field("type")), x.Elem(value, i, part))
		case "tuple_pattern", "tuple_expression", "parenthesized_variable_designation":
			takeApart(x, part, x.Elem(value, i, part))
		default:
			x.Expr(part)
		}
		i++
	}
}

func foreach(x *extract.X, n sitter.Node) {
	over := x.Expr(n.Field("right"))
	x.Block(n, func() {
		left := n.Field("left")
		item := x.Simple(facts.OpIter, "", over, left)
		if left.Is("identifier") {
			x.Bind(facts.BindVar, x.Text(left), left, x.Type(n.Field("type")), item)
		} else {
			takeApart(x, left, item)
		}
		x.Walk(n.Field("body"))
	})
}

func catchClause(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		if c := n.Child("catch_declaration"); c.OK() {
			t := x.Type(c.Field("type"))
			if at := c.Field("name"); at.OK() {
				x.Bind(facts.BindVar, x.Text(at), at, t, facts.None)
			}
		}
		x.Walk(n.Child("catch_filter_clause"))
		x.Walk(n.Field("body"))
	})
}

// switchStatement binds the names of each section's patterns in it; what a
// section declares is visible in those below too.
func switchStatement(x *extract.X, n sitter.Node) {
	value, body := x.Expr(n.Field("value")), n.Field("body")
	x.Block(body, func() {
		for section := range body.Children() {
			if section.Is("switch_section") {
				switchSection(x, section, value)
			} else {
				x.Walk(section)
			}
		}
	})
}

func switchSection(x *extract.X, section sitter.Node, value int32) {
	labelled := false
	for c := range section.Children() {
		if c.Is("local_declaration_statement") {
			x.Walk(c)
			continue
		}
		x.Block(section, func() {
			if isPatternNode(c) {
				labelled = true
				pattern(x, c, value)
			} else {
				x.Walk(c)
			}
		})
	}
	if labelled {
		x.Branch(1)
	}
}

// throw is a statement or an expression; what "new()" builds there is an
// exception.
func throw(x *extract.X, n sitter.Node) int32 {
	for c := range n.Children() {
		if c.Is("implicit_object_creation_expression") {
			constructAs(x, x.TypeName("System.Exception", c), c)
		} else {
			x.Walk(c)
		}
	}
	return facts.None
}

func returnStatement(x *extract.X, n sitter.Node) {
	for c := range n.Children() {
		if !c.Is("comment") {
			x.Return(valueFor(x, of(x).ret, c))
		}
	}
}

// yieldStatement gives an iterator's next element, or ends it.
func yieldStatement(x *extract.X, n sitter.Node) {
	if v := x.Expr(n.First()); v != facts.None {
		x.Return(x.Simple(facts.OpYield, "", v, n))
	}
}
