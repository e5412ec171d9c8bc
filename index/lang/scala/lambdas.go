package scala

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// lambda is "x => …" or "(x: T, y) => …".
func lambda(x *extract.X, n sitter.Node) int32 {
	return x.Lambda(n, func(l int32) { bindLambda(x, l, n) }, n.Last(), true)
}

func bindLambda(x *extract.X, l int32, n sitter.Node) {
	lambdaParams(n, func(at, typ sitter.Node) {
		t := x.Type(typ)
		if !at.Is("identifier") {
			at = sitter.Node{}
		}
		x.LambdaParam(l, at, t)
	})
}

// lambdaParams calls do for each parameter of a lambda or a colon argument;
// what has no name is a wildcard.
func lambdaParams(n sitter.Node, do func(at, typ sitter.Node)) {
	last := n.Last()
	for c := range n.Children() {
		switch {
		case c == last:
		case c.Is("bindings"):
			for b := range c.Children() {
				if b.Is("binding") {
					do(b.Field("name"), b.Field("type"))
				}
			}
		case c.Is("identifier", "operator_identifier", "wildcard"):
			do(c, sitter.Node{})
		}
	}
}

// operand is the value of an argument or of what a block ends with. With
// wildcards in it, as in "_.name" and "f(_, 1)", it is a function of them.
func operand(x *extract.X, n sitter.Node) int32 {
	if n.Is("wildcard") {
		return facts.None
	}
	holes := wildcards(n, nil)
	if len(holes) == 0 {
		return x.Expr(n)
	}
	return x.Lambda(n, func(l int32) {
		for _, h := range holes {
			b := x.BindIn(facts.BindLambdaParam, "_", h, x.Cur(), h.Start(), h.End(), facts.None, l)
			lambda := &x.F.Lambdas[x.F.Exprs[l].D]
			x.F.Binds[b].Index = lambda.Params
			lambda.Params++
		}
	}, n, true)
}

// hole is a wildcard that stands for a parameter.
func hole(x *extract.X, n sitter.Node) int32 {
	if x.Local("_") {
		return x.Simple(facts.OpName, "_", facts.None, n)
	}
	return facts.None
}

// wildcards are those that make n a function: along its receivers and
// operands, and as whole arguments of the calls among them.
func wildcards(n sitter.Node, found []sitter.Node) []sitter.Node {
	switch n.Kind() {
	case "wildcard":
		return append(found, n)
	case "field_expression":
		return wildcards(n.Field("value"), found)
	case "generic_function":
		return wildcards(n.Field("function"), found)
	case "infix_expression":
		return wildcards(n.Field("right"), wildcards(n.Field("left"), found))
	case "prefix_expression":
		return wildcards(n.First(), found)
	case "ascription_expression":
		if n.Last().Is("repeated_parameter_type") {
			return found
		}
		return wildcards(n.First(), found)
	case "call_expression":
		found = wildcards(n.Field("function"), found)
		if list := n.Field("arguments"); list.Is("arguments") {
			for a := range list.Children() {
				if a.Is("wildcard") {
					found = append(found, a)
				}
			}
		}
	}
	return found
}
