package php

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// assignment gives a variable, a property or a pattern a value. Variables
// belong to the whole function (or closure) around.
func assignment(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	doc := tags(x.Doc(n)) // /** @var Type $name */
	switch {
	case left.Is("variable_name") && right.Is("anonymous_function", "arrow_function"):
		return closure(x, n, left, right)
	case left.Is("variable_name"):
		v := x.Expr(right)
		t := facts.None
		if doc.variable != "" && (doc.name == "" || doc.name == string(left.Bytes())) {
			t = docType(x, doc.variable, n)
		}
		x.Bind(facts.BindVar, x.Text(left), left, t, v)
		return v
	case left.Is("list_literal", "array_creation_expression"):
		v := x.Expr(right)
		takeApart(x, left, v)
		return v
	case left.Is("member_access_expression"):
		v := x.Expr(right)
		setMember(x, left, v)
		return v
	case left.Is("scoped_property_access_expression"):
		v := x.Expr(right)
		if class := x.Enclosing(facts.Class); class != facts.None && left.Field("scope").Is("relative_scope") {
			field(x, class, left.Field("name"), propertyName(x, left.Field("name")), v)
		} else {
			x.Expr(left)
		}
		return v
	}
	l := x.Expr(left)
	v := x.Expr(right)
	if left.Is("subscript_expression") && left.First().Is("variable_name") { // $list[] = v
		listOf(x, left.First(), l, v)
	}
	return v
}

// listOf gives a variable that is used as a list one more element.
func listOf(x *extract.X, at sitter.Node, index, v int32) {
	if v == facts.None || string(at.Bytes()) == "$this" {
		return
	}
	x.Bind(facts.BindVar, x.Text(at), at, facts.None, x.Many(facts.OpLit, "list", at, v))
}

// setMember is $this->name = v, or a property of another value.
func setMember(x *extract.X, left sitter.Node, v int32) {
	object, at := left.Field("object"), left.Field("name")
	class := x.Enclosing(facts.Class)
	switch {
	case !at.Is("name"):
		x.Expr(left)
	case string(object.Bytes()) == "$this" && class != facts.None:
		field(x, class, at, x.Text(at), v)
	default:
		target := x.Expr(object)
		b := x.Bind(facts.BindMember, x.Text(at), at, facts.None, v)
		x.F.Binds[b].Target = target
	}
}

func field(x *extract.X, class int32, at sitter.Node, name string, v int32) {
	x.BindIn(facts.BindField, name, at, class, x.Def(class).StartByte, x.Def(class).EndByte, facts.None, v)
}

// augmented is $x .= v; only ??= gives a value that can matter.
func augmented(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	if x.Between(left, right) == "??=" {
		x.Branch(1)
		return x.Union(n, x.Expr(left), assignment(x, n))
	}
	x.Expr(left)
	x.Expr(right)
	return facts.None
}

// takeApart binds the variables of [$a, 'k' => $b] to the parts of a value.
func takeApart(x *extract.X, pattern sitter.Node, source int32) {
	i, end := 0, pattern.Start()
	var key sitter.Node
	for c := range pattern.Children() {
		i += bytes.Count(x.Src[end:c.Start()], []byte(",")) // elements may be left out
		end = c.End()
		part := c
		for part.Is("by_ref", "array_element_initializer") && part.First() == part.Last() {
			part = part.First()
		}
		if next := c.Next(); !key.OK() && next.OK() && x.Between(c, next) == "=>" {
			key = part
			continue
		}
		value := x.Elem(source, i, part)
		if key.OK() {
			value = x.Index(source, x.Expr(key), part)
			key = sitter.Node{}
		}
		bindPart(x, part, value)
	}
}

func bindPart(x *extract.X, part sitter.Node, value int32) {
	switch {
	case part.Is("variable_name"):
		x.Bind(facts.BindVar, x.Text(part), part, facts.None, value)
	case part.Is("list_literal", "array_creation_expression", "array_element_initializer"):
		takeApart(x, part, value)
	case part.Is("member_access_expression"):
		setMember(x, part, value)
	case !part.Is("comment"):
		x.Expr(part)
	}
}

func foreach(x *extract.X, n sitter.Node) {
	doc := tags(x.Doc(n))
	over, item := n.First(), n.First().Next()
	source := x.Expr(over)
	if item.Is("pair") {
		if k := item.First(); k.Is("variable_name") {
			x.Bind(facts.BindVar, x.Text(k), k, facts.None, x.Simple(facts.OpIter, "key", source, k))
		}
		item = item.Last()
	}
	if item.Is("by_ref") {
		item = item.First()
	}
	value := x.Simple(facts.OpIter, "", source, item)
	if doc.variable != "" && doc.name == string(item.Bytes()) {
		x.Bind(facts.BindVar, x.Text(item), item, docType(x, doc.variable, n), value)
	} else {
		bindPart(x, item, value)
	}
	x.Walk(n.Field("body"))
}

func catchClause(x *extract.X, n sitter.Node) {
	t := x.Type(n.Field("type"))
	if at := n.Field("name"); at.OK() {
		x.BindIn(facts.BindVar, x.Text(at), at, x.Cur(), n.Start(), n.End(), t, facts.None)
	}
	x.Walk(n.Field("body"))
}

// staticVariables keep their value from call to call.
func staticVariables(x *extract.X, n sitter.Node) {
	for c := range n.Children() {
		if at := c.Field("name"); at.OK() {
			x.Bind(facts.BindVar, x.Text(at), at, facts.None, x.Expr(c.Field("value")))
		}
	}
}

// globals are names of the file's top level.
func globals(x *extract.X, n sitter.Node) {
	for at := range n.Children() {
		if at.Is("variable_name") && x.Cur() != 0 {
			v := x.Name(at)
			x.F.Exprs[v].Scope = 0
			x.Bind(facts.BindVar, x.Text(at), at, facts.None, v)
		}
	}
}
