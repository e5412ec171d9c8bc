package csharp

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func method(x *extract.X, n sitter.Node) {
	d := declare(x, facts.Function, "method", n.Field("name"), n, n.Field("body"))
	if p := x.Def(x.Def(d).Parent); p.Kind == facts.Interface && !n.Field("body").OK() {
		x.Def(d).Mods |= facts.Abstract
	}
	mods := explicit(x, d, n)
	x.Def(d).Mods |= mods
	fill(x, d, n, n.Field("returns"))
}

// constructor delegates to another by ": base(…)" or ": this(…)".
func constructor(x *extract.X, n sitter.Node) {
	d := declare(x, facts.Function, "constructor", n.Field("name"), n, n.Field("body"))
	if x.Def(d).Mods.Has(facts.Static) {
		x.Def(d).Form = "static_constructor"
	} else {
		x.Def(d).Mods |= facts.Constructor
	}
	fill(x, d, n, sitter.Node{})
}

func destructor(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	d := declareNamed(x, facts.Function, "destructor", "~"+x.Text(name), name, n, n.Field("body"))
	fill(x, d, n, sitter.Node{})
}

// operator is an overloaded or a conversion operator. Its name is what a
// program writes: "operator +", "operator Foo".
func operator(x *extract.X, n sitter.Node) {
	at := n.Field("type")
	list := n.Field("parameters")
	name := "operator " + simple(at)
	if n.Is("operator_declaration") {
		name = "operator "
		if s := x.Between(at, list); len(s) > len(name) {
			name += s[len(name):]
		}
	}
	d := declareNamed(x, facts.Function, "operator", x.Intern([]byte(name)), list, n, n.Field("body"))
	fill(x, d, n, at)
}

func localFunction(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	d := declare(x, facts.Function, "local_function", name, n, n.Field("body"))
	x.Bind(facts.BindFunc, x.Text(name), name, facts.None, x.DefExpr(d, n))
	fill(x, d, n, n.Field("type"))
}

// fill adds what is inside a function to its definition.
func fill(x *extract.X, d int32, n, ret sitter.Node) {
	list, body := n.Field("parameters"), n.Field("body")
	x.Def(d).Disc = disc(list) + x.Def(d).Disc
	if !body.OK() {
		x.Def(d).Mods |= facts.Declared
	}
	within(x, d, ret, func() {
		typeParams(x, d, n)
		params(x, d, list)
		if p := x.Def(d).Params; len(p) > 0 && p[0].Flags&facts.ParamSelf != 0 {
			x.Def(d).Recv = p[0].Type
			x.Def(d).Mods |= facts.Extension
		}
		if ret.OK() {
			declareType(x, d, ret)
		}
		delegation(x, n.Child("constructor_initializer"))
		switch {
		case !body.Is("arrow_expression_clause"):
			x.WalkChildren(body)
		case !ret.OK() || string(ret.Bytes()) == "void":
			x.Expr(body)
		default:
			x.Return(valueFor(x, ret, body.First()))
		}
	})
}

// within is x.Within with the return type at hand.
func within(x *extract.X, d int32, ret sitter.Node, do func()) {
	s := of(x)
	outer := s.ret
	s.ret = ret
	x.Within(d, do)
	s.ret = outer
}

func delegation(x *extract.X, n sitter.Node) {
	if !n.OK() {
		return
	}
	args, _ := x.Args(n.Child("argument_list"))
	to := x.Simple(facts.OpSuper, "", facts.None, n)
	if n.Child("this").OK() {
		x.F.Exprs[to].Op = facts.OpThis
	}
	x.CallOf(to, n, 0, args...)
}

// eachParam reads a parameter list. The grammar has "params T[] names" not as
// a parameter but as two fields of the list; for it p is its name.
func eachParam(list sitter.Node, do func(p, name, typ sitter.Node)) {
	var rest sitter.Node
	for p := range list.Children() {
		switch {
		case p.Is("parameter"):
			if name := p.Field("name"); name.OK() {
				do(p, name, p.Field("type"))
			}
		case p.FieldIs("type"):
			rest = p
		case p.FieldIs("name") && rest.OK():
			do(p, p, rest)
		}
	}
}

func params(x *extract.X, d int32, list sitter.Node) {
	eachParam(list, func(p, name, typ sitter.Node) {
		if p.Is("parameter") {
			param(x, d, p)
		} else {
			x.Param(d, name, typ, facts.ParamRest)
		}
	})
}

func param(x *extract.X, d int32, p sitter.Node) {
	name, typ := p.Field("name"), p.Field("type")
	out := facts.Param{Name: x.Text(name), Type: facts.None, Default: facts.None}
	for c := range p.Children() {
		switch {
		case c.Is("modifier"):
			switch string(c.Bytes()) {
			case "this":
				out.Flags |= facts.ParamSelf
			case "params":
				out.Flags |= facts.ParamRest
			}
		case !c.Is("attribute_list", "comment") && !c.FieldIs("name") && !c.FieldIs("type"):
			out.Flags |= facts.ParamOptional
			out.Default = valueFor(x, typ, c)
		}
	}
	if typ.OK() {
		out.Text, out.Type = x.Sig(typ.Start(), typ.End()), x.Type(typ)
	}
	x.AddParam(d, out, name)
}

func lambda(x *extract.X, n sitter.Node) int32 {
	body := n.Field("body")
	if !body.OK() {
		body = n.Child("block")
	}
	s := of(x)
	outer := s.ret
	s.ret = n.Field("type")
	e := x.Lambda(n, func(l int32) {
		list := n.Field("parameters")
		if list.Is("implicit_parameter") {
			x.LambdaParam(l, list, facts.None)
			return
		}
		for p := range list.Children() {
			if p.Is("parameter") {
				x.LambdaParam(l, p.Field("name"), x.Type(p.Field("type")))
			}
		}
	}, body, !body.Is("block"))
	s.ret = outer
	l := x.F.Exprs[e].D
	x.F.Lambdas[l].Async = asyncLambda(n)
	if t := n.Field("type"); t.OK() {
		typ := x.Type(t)
		x.F.Lambdas[l].Type = typ
	}
	return e
}

func asyncLambda(n sitter.Node) bool {
	for c := range n.Children() {
		if c.Is("modifier") && string(c.Bytes()) == "async" {
			return true
		}
	}
	return false
}
