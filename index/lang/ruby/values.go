package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

const maxElements = 8

func array(x *extract.X, n sitter.Node) int32 { return elements(x, n, "list") }

func hash(x *extract.X, n sitter.Node) int32 { return elements(x, n, "dict") }

func elements(x *extract.X, n sitter.Node, kind string) int32 {
	args, _ := x.Args(n)
	var known []int32
	for _, a := range args {
		if a != facts.None && len(known) < maxElements {
			known = append(known, a)
		}
	}
	if len(known) == 0 {
		return x.Lit(kind)
	}
	return x.Many(facts.OpLit, kind, n, known...)
}

// pair is "key: value" or "key => value"; "key:" alone is the value of the
// variable or method of that name.
func pair(x *extract.X, n sitter.Node) int32 {
	key, value := n.Field("key"), n.Field("value")
	if !key.Is("hash_key_symbol", "simple_symbol", "string") {
		x.Expr(key)
	}
	if value.OK() {
		return x.Expr(value)
	}
	if key.Is("hash_key_symbol") {
		return identifier(x, key)
	}
	return facts.None
}
