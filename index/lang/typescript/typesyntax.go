package typescript

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func boolType(x *extract.X, n sitter.Node) int32 {
	return x.AddType(facts.Type{Op: facts.TLit, Name: "bool"}, n)
}

// mapped is a type that only a checker computes; the names in it are kept.
func mapped(x *extract.X, n sitter.Node) int32 {
	var args []int32
	for c := range n.Children() {
		args = append(args, x.Type(c))
	}
	return x.AddType(facts.Type{Op: facts.TMapped}, n, args...)
}

func functionType(x *extract.X, n sitter.Node) int32 {
	var args []int32
	for p := range n.Field("parameters").Children() {
		t := facts.None
		if a := p.Field("type"); a.OK() {
			t = x.Type(a)
		}
		args = append(args, t)
	}
	ret := n.Field("return_type")
	return x.AddType(facts.Type{Op: facts.TFunc}, n, append(args, x.Type(ret))...)
}

// constructorType is new (…) => T; its instances are what matters.
func constructorType(x *extract.X, n sitter.Node) int32 {
	t := x.Type(n.Field("type"))
	return x.AddType(facts.Type{Op: facts.TMapped, Name: "new"}, n, t)
}

// objectType is an inline object type: a nameless interface whose members are
// definitions, so that calls of its methods have a target.
func objectType(x *extract.X, n sitter.Node) int32 {
	if n.Child("index_signature").OK() && n.First() == n.Last() {
		return mapped(x, n.First())
	}
	d := x.NewNamed(facts.Interface, "object_type", "{}", n, sitter.Node{})
	x.Def(d).Mods |= facts.TypeOnly
	x.Within(d, func() { x.WalkChildren(n) })
	return x.AddType(facts.Type{Op: facts.TObject, Def: d}, n)
}

// typeQuery is typeof value, or import("m") in type position.
func typeQuery(x *extract.X, n sitter.Node) int32 {
	v := n.First()
	if v.Is("call_expression") && v.Field("function").Is("import") {
		return x.AddType(facts.Type{Op: facts.TImport, Name: unquote(v.Field("arguments").First())}, n)
	}
	return x.AddType(facts.Type{Op: facts.TTypeof, Expr: x.Expr(v)}, n)
}

func lookupType(x *extract.X, n sitter.Node) int32 {
	var args []int32
	name := ""
	for c := range n.Children() {
		args = append(args, x.Type(c))
		if s := string(c.Bytes()); strings.HasPrefix(s, "'") || strings.HasPrefix(s, "\"") {
			name = strings.Trim(s, "'\"")
		}
	}
	return x.AddType(facts.Type{Op: facts.TIndexed, Name: name}, n, args...)
}

func literalType(x *extract.X, n sitter.Node) int32 {
	kind := "string"
	switch n.First().Kind() {
	case "number", "unary_expression":
		kind = "number"
	case "true", "false":
		kind = "bool"
	case "null", "undefined":
		kind = "null"
	}
	return x.AddType(facts.Type{Op: facts.TLit, Name: kind}, n)
}
