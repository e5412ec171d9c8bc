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
// variable or method of that name. A key that is written out names the value.
func pair(x *extract.X, n sitter.Node) int32 {
	key, value := n.Field("key"), n.Field("value")
	name := keyName(key)
	if name == "" {
		x.Expr(key)
	}
	v := facts.None
	switch {
	case value.OK():
		v = x.Expr(value)
	case key.Is("hash_key_symbol"):
		v = identifier(x, key)
	}
	if name == "" || v == facts.None || x.F.Exprs[v].Op == facts.OpLambda {
		return v
	}
	return x.Simple(facts.OpUnary, x.Intern([]byte(name)), v, n)
}

// keyName is the key of a hash as text: ":a", "a:", "'a'"; "" if it is computed.
func keyName(key sitter.Node) string {
	if key.Is("hash_key_symbol") {
		return key.Text()
	}
	if names := symbols(key); len(names) == 1 && key.Is("simple_symbol", "string") {
		return names[0]
	}
	return ""
}

// fill notes that a container, a variable or what a method of self gives, gets
// an element.
func fill(x *extract.X, at sitter.Node, v int32) {
	for at.Is("parenthesized_statements") && at.First() == at.Last() {
		at = at.First()
	}
	if v == facts.None {
		return
	}
	target := facts.None
	def, from, to := x.Cur(), x.Def(x.Cur()).StartByte, x.Def(x.Cur()).EndByte
	own := !at.Is("identifier") || !of(x).known(x.Text(at))
	switch {
	case at.Is("identifier"):
		target = x.Name(at)
	case at.Is("instance_variable", "class_variable"):
		target = variable(x, at)
	default:
		return
	}
	if own {
		if def = x.Enclosing(facts.Class); def == facts.None {
			return
		}
		from, to = x.Def(def).StartByte, x.Def(def).EndByte
	}
	b := x.BindIn(facts.BindMember, "[]", at, def, from, to, facts.None, v)
	x.F.Binds[b].Target = target
}
