package kotlin

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// lambda is {…}: its value is that of its last statement. Inside, "this" may
// be a receiver.
func lambda(x *extract.X, n sitter.Node) int32 {
	s := stateOf(x)
	returns := s.returns
	s.returns = false
	l := x.Lambda(n, func(l int32) {
		x.Bind(facts.BindReceiver, "this", n, facts.None, l)
		list := n.Child("lambda_parameters")
		if !list.OK() && mentions(n.Bytes(), "it") {
			implicit(x, l, n)
		}
		for p := range list.Children() {
			lambdaParam(x, l, p)
		}
	}, n.Child("statements"), true)
	s.returns = returns
	return l
}

// implicit binds "it", the parameter of a lambda that declares none.
func implicit(x *extract.X, l int32, n sitter.Node) {
	x.Bind(facts.BindLambdaParam, "it", n, facts.None, l)
	x.F.Lambdas[x.F.Exprs[l].D].Params++
}

// mentions tells whether a word stands in a text.
func mentions(b []byte, word string) bool {
	for i := 0; i+len(word) <= len(b); i++ {
		if b[i] == word[0] && string(b[i:i+len(word)]) == word && (i == 0 || !wordByte(b[i-1])) && (i+len(word) == len(b) || !wordByte(b[i+len(word)])) {
			return true
		}
	}
	return false
}

func lambdaParam(x *extract.X, l int32, p sitter.Node) {
	switch p.Kind() {
	case "variable_declaration":
		typ := x.Type(typeIn(p))
		x.LambdaParam(l, p.Child("simple_identifier"), typ)
	case "multi_variable_declaration":
		index := x.F.Lambdas[x.F.Exprs[l].D].Params
		x.LambdaParam(l, sitter.Node{}, facts.None)
		of := x.Add(facts.Expr{Op: facts.OpParam, A: l, B: index, T: facts.None, D: facts.None}, p)
		destructure(x, p, of, p.End())
	}
}

// anonymousFunction is fun(x: T): R {…} as a value.
func anonymousFunction(x *extract.X, n sitter.Node) int32 {
	s := stateOf(x)
	returns := s.returns
	s.returns = true
	body := n.Child("function_body")
	l := x.Lambda(n, func(l int32) {
		for p := range n.Child("function_value_parameters").Children() {
			if p.Is("parameter") {
				typ := x.Type(typeIn(p))
				x.LambdaParam(l, p.Child("simple_identifier"), typ)
			}
		}
		functionBody(x, body)
	}, sitter.Node{}, true)
	s.returns = returns
	for c := range n.Children() {
		if isType(c) && c.Start() >= n.Child("function_value_parameters").End() {
			t := x.Type(c)
			x.F.Lambdas[x.F.Exprs[l].D].Type = t
		}
	}
	return l
}

// closure is a property or variable that holds a function: a function for
// everybody who calls it. Parameters that it does not declare, and its result,
// have the types of the declared function type.
func closure(x *extract.X, n, v, at, fn sitter.Node) {
	local, body := x.Scoped(), fn.Child("statements", "function_body")
	d := x.NewNamed(facts.Function, "closure", ident(x, at), n, body)
	propertyOf(x, d, n, v, at)
	if local {
		x.Def(d).Mods = x.Def(d).Mods&^facts.Exported | facts.Local
	}
	x.Within(d, func() {
		var declared []int32
		if t := typeIn(v); t.OK() {
			declared = functionTypes(x, d, x.Type(t))
		}
		closureParams(x, d, fn, declared)
		if k := len(declared) - 1; k >= 0 && x.Def(d).Type == facts.None {
			x.Def(d).Type = declared[k]
		}
		if fn.Is("anonymous_function") {
			returns(x, d, fn, fn.Child("function_value_parameters"))
			functionBody(x, body)
		} else if body.OK() {
			x.Return(x.Expr(body))
		}
	})
	if local {
		x.BindAfter(n.End(), facts.BindFunc, ident(x, at), at, facts.None, x.DefExpr(d, n))
	}
}

// functionTypes are the parameter types and the result of a function type; a
// receiver becomes the function's.
func functionTypes(x *extract.X, d, t int32) []int32 {
	if t == facts.None || x.F.Types[t].Op != facts.TFunc {
		return nil
	}
	args := x.F.TypeArgs(t)
	if x.F.Types[t].Name == "receiver" && len(args) > 0 {
		x.Def(d).Recv = args[0]
		x.Def(d).Mods |= facts.Extension
		args = args[1:]
	}
	return args
}

func closureParams(x *extract.X, d int32, fn sitter.Node, declared []int32) {
	typeOf := func(i int) int32 {
		if i < len(declared)-1 {
			return declared[i]
		}
		return facts.None
	}
	list := fn.Child("lambda_parameters")
	switch {
	case fn.Is("anonymous_function"):
		params(x, d, fn.Child("function_value_parameters"))
	case list.OK():
		i := 0
		for p := range list.Children() {
			switch p.Kind() {
			case "variable_declaration":
				param := facts.Param{Name: ident(x, p.Child("simple_identifier")), Type: typeOf(i), Default: facts.None}
				if t := typeIn(p); t.OK() {
					param.Text, param.Type = text(x, t), x.Type(t)
				}
				x.AddParam(d, param, p)
				i++
			case "multi_variable_declaration":
				x.AddParam(d, facts.Param{Type: typeOf(i), Default: facts.None}, p)
				of := x.Add(facts.Expr{Op: facts.OpParam, A: facts.None, B: int32(i), T: facts.None, D: facts.None}, p)
				destructure(x, p, of, p.End())
				i++
			}
		}
	case mentions(fn.Bytes(), "it") && len(declared) != 1:
		x.AddParam(d, facts.Param{Name: "it", Type: typeOf(0), Default: facts.None}, fn)
	}
	x.Def(d).Disc = x.Intern([]byte(disc(x.Def(d).Params)))
}
