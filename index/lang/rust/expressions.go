package rust

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func identifier(x *extract.X, n sitter.Node) int32 {
	name := rawName(x, n)
	if name == "Self" {
		return x.Simple(facts.OpSelfClass, "", facts.None, n)
	}
	return x.Simple(facts.OpName, name, facts.None, n)
}

// self is the receiver, or the module at hand at the head of a path.
func self(x *extract.X, n sitter.Node) int32 {
	if n.Parent().Is("scoped_identifier") {
		return pathRoot(x, n)
	}
	return x.Simple(facts.OpThis, "", facts.None, n)
}

func pathRoot(x *extract.X, n sitter.Node) int32 {
	return x.Simple(facts.OpName, x.Text(n), facts.None, n)
}

// scoped is a path a::b.
func scoped(x *extract.X, n sitter.Node) int32 {
	path, name := n.Field("path"), n.Field("name")
	if !path.OK() { // ::a
		return x.Simple(facts.OpName, x.Intern([]byte("::"+rawName(x, name))), facts.None, name)
	}
	return x.Simple(facts.OpMember, rawName(x, name), pathPart(x, path), name)
}

// pathPart is the left side of a path: a module, a type or a value's type.
func pathPart(x *extract.X, n sitter.Node) int32 {
	if n.Is("generic_type", "bracketed_type") {
		return x.Cast(facts.None, x.Type(n), n)
	}
	return x.Expr(n)
}

func fieldAccess(x *extract.X, n sitter.Node) int32 {
	object := x.Expr(n.Field("value"))
	at := n.Field("field")
	return x.Simple(facts.OpMember, rawName(x, at), object, at)
}

func call(x *extract.X, n sitter.Node) int32 {
	fn, args := n.Field("function"), n.Field("arguments")
	if isMacro(x, fn) {
		return knownMacro(x, n, fn, args)
	}
	targs := facts.None
	if fn.Is("generic_function") {
		list := fn.Field("type_arguments")
		targs = x.AddType(facts.Type{Op: facts.TTuple}, list, typeArguments(x, list)...)
		fn = fn.Field("function")
	}
	e := facts.Expr{Op: facts.OpCall, A: x.Expr(fn), B: facts.None, T: targs, D: facts.None}
	values, _ := x.Args(args)
	if fn.Is("identifier") {
		switch string(fn.Bytes()) {
		case "Some", "Ok", "Err": // wrappers, not functions
			return x.Add(e, n, values...)
		}
	}
	return x.Call(e, n, 0, values...)
}

// genericFunction is f::<T> as a value.
func genericFunction(x *extract.X, n sitter.Node) int32 {
	typeArguments(x, n.Field("type_arguments"))
	return x.Expr(n.Field("function"))
}

// structLiteral is T { … }.
func structLiteral(x *extract.X, n sitter.Node) int32 {
	t := x.Type(n.Field("name"))
	var values []int32
	for c := range n.Field("body").Children() {
		switch c.Kind() {
		case "field_initializer":
			values = append(values, x.Expr(c.Field("value")))
		case "shorthand_field_initializer":
			values = append(values, x.Expr(c.Child("identifier")))
		case "base_field_initializer":
			x.Expr(c.First())
		}
	}
	return x.Add(facts.Expr{Op: facts.OpNew, A: facts.None, B: facts.None, T: t, D: facts.None}, n, values...)
}

// maxElems bounds the elements of a literal that are kept.
const maxElems = 8

func elements(x *extract.X, n sitter.Node) []int32 {
	var of []int32
	for c := range n.Children() {
		if c.Is("line_comment", "block_comment", "attribute_item") {
			continue
		}
		if v := x.Expr(c); len(of) < maxElems {
			of = append(of, v)
		}
	}
	return of
}

func array(x *extract.X, n sitter.Node) int32 {
	if at := n.Start(); at >= 4 && string(x.Src[at-4:at]) == "vec!" {
		x.CallOf(x.Simple(facts.OpName, "vec", facts.None, n), n, facts.CallMacro)
	}
	return x.Many(facts.OpLit, "list", n, elements(x, n)...)
}

func tuple(x *extract.X, n sitter.Node) int32 {
	return x.Many(facts.OpTuple, "", n, elements(x, n)...)
}

func index(x *extract.X, n sitter.Node) int32 {
	object := n.First()
	a := x.Expr(object)
	return x.Index(a, x.Expr(object.Next()), n)
}

func unary(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.First())
	if strings.HasPrefix(string(n.Bytes()), "*") {
		return v
	}
	return x.Simple(facts.OpUnary, "", v, n)
}

func binary(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	op := x.Between(left, right)
	if op == "&&" || op == "||" {
		x.Branch(1)
	}
	a, b := x.Expr(left), x.Expr(right)
	switch op {
	case "&&", "||", "==", "!=", "<", ">", "<=", ">=":
		return x.Lit("bool")
	}
	if a == facts.None && b == facts.None {
		return facts.None
	}
	return x.Add(facts.Expr{Op: facts.OpBinary, Name: op, A: a, B: b, T: facts.None, D: facts.None}, n)
}

func try(x *extract.X, n sitter.Node) int32 {
	return x.Simple(facts.OpTry, "", x.Expr(n.First()), n)
}

// walkInside is for expressions whose value says nothing.
func walkInside(x *extract.X, n sitter.Node) int32 {
	x.WalkChildren(n)
	return facts.None
}

// closure is an anonymous function in value position.
func closure(x *extract.X, n sitter.Node) int32 {
	l := x.Lambda(n, func(l int32) {
		for p := range n.Field("parameters").Children() {
			closureParam(x, l, p)
		}
	}, n.Field("body"), true)
	f := &x.F.Lambdas[x.F.Exprs[l].D]
	f.Async = isAsync(n)
	if r := n.Field("return_type"); r.OK() {
		t := x.Type(r)
		x.F.Lambdas[x.F.Exprs[l].D].Type = t
	}
	return l
}

func isAsync(n sitter.Node) bool { return strings.HasPrefix(string(n.Bytes()), "async") }

func closureParam(x *extract.X, l int32, p sitter.Node) {
	pattern, typ := p, facts.None
	switch p.Kind() {
	case "line_comment", "block_comment", "attribute_item":
		return
	case "parameter":
		pattern, typ = p.Field("pattern"), x.Type(p.Field("type"))
	}
	if name := unwrapPattern(pattern); name.Is("identifier") {
		x.LambdaParam(l, name, typ)
		return
	}
	x.LambdaParam(l, sitter.Node{}, typ)
	i := x.F.Lambdas[x.F.Exprs[l].D].Params - 1
	source := x.Add(facts.Expr{Op: facts.OpParam, A: l, B: i, T: typ, D: facts.None}, pattern)
	bindPattern(x, pattern, source, pattern.Start())
}

// closureNamed is "let f = |x| …": a Function of its own.
func closureNamed(x *extract.X, n, at, c sitter.Node) {
	d := x.NewNamed(facts.Function, "closure", rawName(x, at), n, c.Field("body"))
	x.Def(d).NameLine = at.Line()
	if isAsync(c) {
		x.Def(d).Mods |= facts.Async
	}
	x.Within(d, func() {
		for p := range c.Field("parameters").Children() {
			switch p.Kind() {
			case "line_comment", "block_comment", "attribute_item":
			case "parameter":
				parameter(x, d, p.Field("pattern"), p.Field("type"))
			default:
				parameter(x, d, p, sitter.Node{})
			}
		}
		if r := c.Field("return_type"); r.OK() {
			t := x.Type(r)
			x.Def(d).Type, x.Def(d).Returns = t, x.Sig(r.Start(), r.End())
		}
		x.Return(x.Expr(c.Field("body")))
	})
	x.BindAfter(n.End(), facts.BindFunc, rawName(x, at), at, facts.None, x.DefExpr(d, n))
}
