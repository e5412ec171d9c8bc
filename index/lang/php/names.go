package php

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// dotted is a name with dots for backslashes; a leading one stays, as a dot.
func dotted(s string) string {
	s = strings.TrimPrefix(s, "namespace\\")
	return strings.ReplaceAll(s, "\\", ".")
}

// named is a function, a class or a constant: what it is, its use tells.
func named(x *extract.X, n sitter.Node) int32 {
	s := x.Text(n)
	switch strings.ToLower(s) {
	case "self", "static":
		return x.Simple(facts.OpSelfClass, "", facts.None, n)
	case "parent":
		return x.Simple(facts.OpSuper, "", facts.None, n)
	case "__dir__", "__file__", "__class__", "__function__", "__method__", "__namespace__", "__trait__":
		return x.Lit("string")
	case "__line__":
		return x.Lit("number")
	}
	return x.Simple(facts.OpName, x.Intern([]byte(dotted(s))), facts.None, n)
}

func scopeValue(x *extract.X, n sitter.Node) int32 { return named(x, n) }

func variable(x *extract.X, n sitter.Node) int32 {
	if string(n.Bytes()) == "$this" {
		return x.Simple(facts.OpThis, "", facts.None, n)
	}
	return x.Name(n)
}

func typeName(x *extract.X, n sitter.Node) int32 { return nameType(x, n.Text(), n) }

// nameType is the type that a name stands for.
func nameType(x *extract.X, s string, at sitter.Node, args ...int32) int32 {
	switch strings.ToLower(s) {
	case "self", "static", "$this":
		return x.AddType(facts.Type{Op: facts.TSelf}, at)
	case "null":
		return x.AddType(facts.Type{Op: facts.TLit, Name: "null"}, at)
	}
	return x.TypeName(dotted(s), at, args...)
}

func optional(x *extract.X, n sitter.Node) int32 {
	t := x.Type(n.First())
	return x.AddType(facts.Type{Op: facts.TUnion}, n, t, x.AddType(facts.Type{Op: facts.TLit, Name: "null"}, n))
}
