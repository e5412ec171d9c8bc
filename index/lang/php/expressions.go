package php

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func member(x *extract.X, n sitter.Node) int32 {
	return dynamicMember(x, x.Expr(n.Field("object")), n.Field("name"))
}

// dynamicMember is object->name; a name that only a run knows is an index.
func dynamicMember(x *extract.X, object int32, name sitter.Node) int32 {
	if name.Is("name") {
		return x.Member(object, name)
	}
	return x.Index(object, x.Expr(name), name)
}

// staticMember is Class::$name.
func staticMember(x *extract.X, n sitter.Node) int32 {
	object, name := x.Expr(n.Field("scope")), n.Field("name")
	if name.Is("variable_name") {
		return x.Member(object, name.First())
	}
	return x.Index(object, x.Expr(name), name)
}

// classConstant is Class::NAME, and Class::class.
func classConstant(x *extract.X, n sitter.Node) int32 {
	return dynamicMember(x, x.Expr(n.First()), n.Last())
}

func subscript(x *extract.X, n sitter.Node) int32 {
	object := x.Expr(n.First())
	index := facts.None
	if n.First() != n.Last() {
		index = x.Expr(n.Last())
	}
	return x.Index(object, index, n)
}

// constructs look like calls and are none.
var constructs = map[string]bool{"isset": true, "empty": true, "unset": true, "list": true, "eval": true, "exit": true, "die": true}

func call(x *extract.X, n sitter.Node) int32 {
	fn, list := n.Field("function"), n.Field("arguments")
	name := ""
	if fn.Is("name", "qualified_name") {
		name = strings.ToLower(strings.TrimPrefix(fn.Text(), "\\"))
	}
	if constructs[name] {
		x.Args(list)
		return x.Lit("bool")
	}
	switch name {
	case "define":
		define(x, n, list)
	case "assert":
		narrow(x, list.First().First(), true, n.End(), x.Def(x.Cur()).EndByte)
	}
	f := x.Expr(fn)
	if fn.Is("parenthesized_expression") { // ($this->property)(): no method
		f = x.Simple(facts.OpUnary, "", f, fn)
	}
	return callOf(x, f, n, list)
}

// callOf is a call of fn, or fn itself as a value: f(...).
func callOf(x *extract.X, fn int32, n, list sitter.Node) int32 {
	if list.First().Is("variadic_placeholder") {
		return fn
	}
	args, spread := arguments(x, list)
	return x.CallOf(fn, n, spread, args...)
}

func arguments(x *extract.X, list sitter.Node) ([]int32, facts.CallFlags) {
	args, _ := x.Args(list)
	for a := range list.Children() {
		if a.Child("variadic_unpacking").OK() {
			return args, facts.CallSpread
		}
	}
	return args, 0
}

// argument is a value with, maybe, the parameter's name in front.
func argument(x *extract.X, n sitter.Node) int32 {
	v := n.Last()
	if v.FieldIs("name") || !v.OK() {
		return facts.None
	}
	return x.Expr(v)
}

// define makes a global constant.
func define(x *extract.X, n, list sitter.Node) {
	name := list.First().First()
	if !name.Is("string", "encapsed_string") || name.First() != name.Last() || !name.First().Is("string_content") {
		return
	}
	s := name.First().Text()
	d := declare(x, facts.Variable, "const", s[strings.LastIndexByte(s, '\\')+1:], name, n, sitter.Node{})
	x.Def(d).Mods |= facts.Const
	x.Def(d).Parent = 0
}

func memberCall(x *extract.X, n sitter.Node) int32 {
	fn := dynamicMember(x, x.Expr(n.Field("object")), n.Field("name"))
	return callOf(x, fn, n, n.Field("arguments"))
}

func scopedCall(x *extract.X, n sitter.Node) int32 {
	fn := dynamicMember(x, x.Expr(n.Field("scope")), n.Field("name"))
	return callOf(x, fn, n, n.Field("arguments"))
}

// creation is new Class(…), new $name, new class { … }.
func creation(x *extract.X, n sitter.Node) int32 {
	c := facts.Expr{Op: facts.OpNew, A: facts.None, B: facts.None, T: facts.None, D: facts.None}
	list := n.Child("arguments")
	switch what := n.First(); what.Kind() {
	case "anonymous_class":
		list = what.Child("arguments")
		c.A = x.DefExpr(anonymousClass(x, what), what)
	case "name", "qualified_name":
		if s := strings.ToLower(what.Text()); s == "self" || s == "static" || s == "parent" {
			c.A = named(x, what)
		} else {
			c.T = x.Type(what)
		}
	default:
		c.A = x.Expr(what)
	}
	args, spread := arguments(x, list)
	return x.Call(c, n, spread, args...)
}

// array is a list or a map; [$object, 'method'] is that method as a value.
func array(x *extract.X, n sitter.Node) int32 {
	if m, ok := callable(x, n); ok {
		return m
	}
	var values []int32
	kind := "list"
	for c := range n.Children() {
		if c.Is("comment") {
			continue
		}
		keyed, v := element(x, c)
		if keyed {
			kind = "dict"
		}
		if v != facts.None && len(values) < 8 {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return x.Lit(kind)
	}
	return x.Many(facts.OpLit, kind, n, values...)
}

// element is "value", "key => value" or "...list".
func element(x *extract.X, n sitter.Node) (keyed bool, v int32) {
	first, last := n.First(), n.Last()
	if first != last && !first.Is("by_ref") {
		x.Expr(first)
		return true, x.Expr(last)
	}
	return false, x.Expr(last)
}

func callable(x *extract.X, n sitter.Node) (int32, bool) {
	a, b := n.First(), n.Last()
	if a == b || a.Next() != b || a.First() != a.Last() || b.First() != b.Last() {
		return facts.None, false
	}
	object, name := a.First(), b.First()
	if !name.Is("string") || !name.First().Is("string_content") || name.First() != name.Last() || !identifier(name.First().Bytes()) {
		return facts.None, false
	}
	var of int32
	switch {
	case string(object.Bytes()) == "$this":
		of = variable(x, object)
	case object.Is("class_constant_access_expression") && string(object.Last().Bytes()) == "class":
		of = x.Expr(object.First())
	default:
		return facts.None, false
	}
	return x.Member(of, name.First()), true
}

func identifier(b []byte) bool {
	for _, c := range b {
		if c == '\\' || c == '$' || !isNameByte(c) {
			return false
		}
	}
	return len(b) > 0 && (b[0] < '0' || b[0] > '9')
}

func unary(x *extract.X, n sitter.Node) int32 {
	x.WalkChildren(n)
	if n.Bytes()[0] == '!' {
		return x.Lit("bool")
	}
	return x.Lit("number")
}

func cast(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.Field("value"))
	switch strings.ToLower(strings.TrimSpace(n.Field("type").Text())) {
	case "object":
		return v
	case "array":
		return x.Many(facts.OpLit, "list", n, v)
	case "bool", "boolean":
		return x.Lit("bool")
	case "string", "binary":
		return x.Lit("string")
	}
	return x.Lit("number")
}

func yield(x *extract.X, n sitter.Node) int32 {
	if fn := x.Enclosing(facts.Function, facts.Test); fn != facts.None {
		x.Def(fn).Mods |= facts.Generator
	}
	v := x.Expr(n.First())
	if v == facts.None {
		return v
	}
	if strings.HasPrefix(string(n.Bytes()), "yield from") {
		v = x.Simple(facts.OpIter, "", v, n)
	}
	x.Return(x.Simple(facts.OpYield, "", v, n))
	return facts.None
}

func sequence(x *extract.X, n sitter.Node) int32 {
	v := facts.None
	for c := range n.Children() {
		v = x.Expr(c)
	}
	return v
}

func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }
