package typescript

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// function is a declaration, a signature of an overload, or an ambient one.
func function(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	if !name.OK() {
		anonymousDefault(x, n)
		return
	}
	d := functionNamed(x, n, n, name, x.Text(name), "function")
	if x.Scoped() {
		e := x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
		x.Def(d).Mods |= facts.Local
		x.Bind(facts.BindFunc, x.Text(name), name, facts.None, e)
	}
}

// functionNamed makes a Function of fn, spanning n, and walks its inside.
func functionNamed(x *extract.X, n, fn, at sitter.Node, name, form string) int32 {
	body := fn.Field("body")
	sigEnd := body
	if form == "arrow" && body.OK() && !body.Is("statement_block") {
		sigEnd = body
	}
	d := x.NewNamed(facts.Function, form, name, n, sigEnd)
	if at.OK() {
		x.Def(d).NameLine = at.Line()
	}
	fill(x, d, fn)
	return d
}

// fill adds what is inside a function-like node to its definition.
func fill(x *extract.X, d int32, fn sitter.Node) {
	if fn.Child("async").OK() {
		x.Def(d).Mods |= facts.Async
	}
	if fn.Child("*").OK() || fn.Is("generator_function", "generator_function_declaration") {
		x.Def(d).Mods |= facts.Generator
	}
	x.Within(d, func() {
		typeParams(x, d, fn)
		if p := fn.Field("parameter"); p.OK() {
			x.Param(d, p, sitter.Node{}, 0)
		}
		params(x, d, fn.Field("parameters"))
		if r := fn.Field("return_type"); r.OK() {
			x.Def(d).Type = x.Type(r)
			x.Def(d).Returns = typeText(x, r)
		}
		body := fn.Field("body")
		switch {
		case !body.OK():
			x.Def(d).Mods |= facts.Declared
		case body.Is("statement_block"):
			x.WalkChildren(body)
		default:
			x.Return(x.Expr(body))
		}
	})
}

// typeText is an annotation without its colon.
func typeText(x *extract.X, n sitter.Node) string {
	if n.Is("type_annotation", "asserts_annotation", "type_predicate_annotation") {
		n = n.First()
	}
	return x.Sig(n.Start(), n.End())
}

func typeParams(x *extract.X, d int32, fn sitter.Node) {
	for p := range fn.Field("type_parameters").Children() {
		if !p.Is("type_parameter") {
			continue
		}
		tp := facts.TypeParam{Name: x.Text(p.Field("name")), Bound: facts.None, Def: facts.None}
		if c := p.Field("constraint"); c.OK() {
			tp.Bound = x.Type(c.First())
		}
		if v := p.Field("value"); v.OK() {
			tp.Def = x.Type(v.First())
		}
		x.Def(d).TypeParams = append(x.Def(d).TypeParams, tp)
	}
}

func params(x *extract.X, d int32, list sitter.Node) {
	for p := range list.Children() {
		param(x, d, p)
	}
}

func param(x *extract.X, d int32, p sitter.Node) {
	pattern, typ, value := p, p.Field("type"), p.Field("value")
	var flags facts.ParamFlags
	switch p.Kind() {
	case "required_parameter", "optional_parameter":
		pattern = p.Field("pattern")
		if p.Is("optional_parameter") {
			flags |= facts.ParamOptional
		}
		if p.Child("accessibility_modifier", "readonly", "override_modifier").OK() {
			flags |= facts.ParamField
		}
		decorators(x, p)
	case "assignment_pattern":
		pattern, value = p.Field("left"), p.Field("right")
	case "comment", "decorator":
		return
	}
	if pattern.Is("rest_pattern") {
		flags |= facts.ParamRest
		pattern = pattern.First()
	}
	if value.OK() {
		flags |= facts.ParamOptional
	}
	out := facts.Param{Flags: flags, Type: facts.None, Default: facts.None}
	if typ.OK() {
		out.Type = x.Type(typ)
		out.Text = typeText(x, typ)
	}
	if value.OK() {
		out.Default = x.Expr(value)
	}
	switch {
	case pattern.Is("this"):
		out.Flags |= facts.ParamSelf
		out.Name = "this"
		x.AddParam(d, out, pattern)
		return
	case pattern.Is("identifier"):
		out.Name = x.Text(pattern)
		x.AddParam(d, out, pattern)
		if flags&facts.ParamField != 0 {
			parameterField(x, d, p, pattern, out)
		}
		return
	}
	x.AddParam(d, out, pattern)
	index := int32(len(x.Def(d).Params) - 1)
	source := x.Add(facts.Expr{Op: facts.OpParam, A: facts.None, B: index, T: facts.None, D: facts.None}, pattern)
	destructure(x, pattern, source, facts.BindVar)
}

// parameterField is the field that a TypeScript parameter property declares.
func parameterField(x *extract.X, ctor int32, p, name sitter.Node, param facts.Param) {
	class := x.Def(ctor).Parent
	f := x.New(facts.Variable, "field", name, p, sitter.Node{})
	x.Def(f).Parent, x.Def(f).Type = class, param.Type
	x.Def(f).Mods |= access(p)
}

// namedExpression is a function expression with a name of its own: a
// definition that only its own body can call by name.
func namedExpression(x *extract.X, n, name sitter.Node) int32 {
	d := functionNamed(x, n, n, name, x.Text(name), "function")
	x.Def(d).Mods |= facts.Local
	e := x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
	x.BindIn(facts.BindFunc, x.Text(name), name, d, n.Start(), n.End(), facts.None, e)
	return e
}

func lambda(x *extract.X, n sitter.Node) int32 {
	if name := n.Field("name"); name.OK() && !n.Is("arrow_function") {
		return namedExpression(x, n, name)
	}
	body := n.Field("body")
	l := x.Lambda(n, func(l int32) {
		if p := n.Field("parameter"); p.OK() {
			x.LambdaParam(l, p, facts.None)
		}
		for p := range n.Field("parameters").Children() {
			lambdaParam(x, l, p)
		}
	}, body, !body.Is("statement_block"))
	if n.Child("async").OK() {
		x.F.Lambdas[x.F.Exprs[l].D].Async = true
	}
	if r := n.Field("return_type"); r.OK() {
		x.F.Lambdas[x.F.Exprs[l].D].Type = x.Type(r)
	}
	return l
}

func lambdaParam(x *extract.X, l int32, p sitter.Node) {
	pattern, typ := p, facts.None
	switch p.Kind() {
	case "required_parameter", "optional_parameter":
		pattern = p.Field("pattern")
		if t := p.Field("type"); t.OK() {
			typ = x.Type(t)
		}
		if v := p.Field("value"); v.OK() {
			x.Expr(v)
		}
	case "assignment_pattern":
		pattern = p.Field("left")
		x.Expr(p.Field("right"))
	case "comment":
		return
	}
	if pattern.Is("rest_pattern") {
		pattern = pattern.First()
		x.LambdaParam(l, sitter.Node{}, facts.None)
		x.Bind(facts.BindVar, x.Text(pattern), pattern, typ, x.Lit("list"))
		return
	}
	if pattern.Is("identifier") {
		x.LambdaParam(l, pattern, typ)
		return
	}
	x.LambdaParam(l, sitter.Node{}, typ)
	b := x.Bind(facts.BindLambdaParam, "", pattern, typ, l)
	x.F.Binds[b].Index = x.F.Lambdas[x.F.Exprs[l].D].Params - 1
	source := x.Add(facts.Expr{Op: facts.OpParam, A: l, B: x.F.Binds[b].Index, T: typ, D: facts.None}, pattern)
	destructure(x, pattern, source, facts.BindVar)
}
