package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// block is { |a| … } or do |a| … end; before, if any, runs inside it first.
func block(x *extract.X, n sitter.Node, before func()) int32 {
	return anonymous(x, n, n.Field("parameters"), n.Field("body"), before)
}

// lambda is ->(a) { … }.
func lambda(x *extract.X, n sitter.Node) int32 {
	return anonymous(x, n, n.Field("parameters"), n.Field("body").Field("body"), nil)
}

func anonymous(x *extract.X, n, list, body sitter.Node, before func()) int32 {
	e := facts.None
	inner(x, func() {
		e = x.Lambda(n, func(l int32) {
			of(x).it = facts.None
			if !list.OK() {
				of(x).it = l
			}
			for p := range list.Children() {
				blockParam(x, l, p)
			}
			if before != nil {
				before()
			}
		}, body, true)
	})
	return e
}

// yield calls the method's block. That is no call site: whose block it is, the
// callers say.
func yield(x *extract.X, n sitter.Node) int32 {
	args, _ := x.Args(n.First())
	x.Add(facts.Expr{Op: facts.OpCall, A: x.Simple(facts.OpName, "yield", facts.None, n), B: facts.None, T: facts.None, D: facts.None}, n, args...)
	return facts.None
}

func blockParam(x *extract.X, l int32, p sitter.Node) {
	if p.FieldIs("locals") {
		bind(x, p, facts.None, facts.None)
		return
	}
	at := p
	switch p.Kind() {
	case "optional_parameter", "keyword_parameter":
		at = p.Field("name")
		x.Expr(p.Field("value"))
	case "splat_parameter":
		x.LambdaParam(l, sitter.Node{}, facts.None)
		if at = p.Field("name"); at.OK() {
			bind(x, at, facts.None, x.Lit("list"))
		}
		return
	case "hash_splat_parameter", "block_parameter":
		at = p.Field("name")
	case "destructured_parameter":
		i := x.F.Lambdas[x.F.Exprs[l].D].Params
		x.LambdaParam(l, sitter.Node{}, facts.None)
		takeApart(x, p, x.Add(facts.Expr{Op: facts.OpParam, A: l, B: i, T: facts.None, D: facts.None}, p))
		return
	case "identifier":
	default:
		return
	}
	x.LambdaParam(l, at, facts.None)
	if at.OK() {
		of(x).locals = append(of(x).locals, x.Text(at))
	}
}

// blockArgument is &block, &method(:a), or &:name, a block that calls name on
// what it gets.
func blockArgument(x *extract.X, n sitter.Node) int32 {
	v := n.First()
	names := symbols(v)
	if !v.Is("simple_symbol") || len(names) != 1 {
		return x.Expr(v)
	}
	e := x.Lambda(n, func(l int32) {
		x.LambdaParam(l, sitter.Node{}, facts.None)
		of := x.Add(facts.Expr{Op: facts.OpParam, A: l, B: 0, T: facts.None, D: facts.None}, n)
		fn := x.Simple(facts.OpMember, x.Intern([]byte(names[0])), of, v)
		x.Return(x.CallOf(fn, n, facts.CallImplicit))
	}, sitter.Node{}, true)
	return e
}
