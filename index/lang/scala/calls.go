package scala

import (
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// plain is a name that is not called.
func plain(x *extract.X, n sitter.Node) int32 {
	switch name := ident(x, n); name {
	case "this":
		return x.Simple(facts.OpThis, "", facts.None, n)
	case "super":
		return x.Simple(facts.OpSuper, "", facts.None, n)
	default:
		return x.Simple(facts.OpName, name, facts.None, n)
	}
}

// identifier is a name that is read: if it is not local, that may be a call.
func identifier(x *extract.X, n sitter.Node) int32 {
	e := plain(x, n)
	if isVariable(n) && x.F.Exprs[e].Op == facts.OpName && !x.Local(x.F.Exprs[e].Name) {
		maybe(x, e)
	}
	return e
}

// maybe is a call site if what is read turns out to be a function.
func maybe(x *extract.X, e int32) {
	ex := &x.F.Exprs[e]
	x.F.Calls = append(x.F.Calls, facts.Call{Expr: e, Def: x.Cur(), Line: ex.Line, Byte: ex.Pos, Flags: facts.CallMaybe})
}

// field is a.b where it is read.
func field(x *extract.X, n sitter.Node) int32 {
	e := selection(x, n)
	if e != facts.None && x.F.Exprs[e].Op == facts.OpMember && isVariable(n.Field("field")) {
		maybe(x, e)
	}
	return e
}

// selection is a.b, A.this and A.super.
func selection(x *extract.X, n sitter.Node) int32 {
	on, at := n.Field("value"), n.Field("field")
	switch string(at.Bytes()) {
	case "this":
		return x.Cast(x.Simple(facts.OpThis, "", facts.None, at), x.TypeName(extract.TypePath(on.Bytes()), on), n)
	case "super":
		return x.Simple(facts.OpSuper, "", facts.None, at)
	}
	return x.Simple(facts.OpMember, ident(x, at), x.Expr(on), at)
}

// callee is what is called: read, it would be no call of its own.
func callee(x *extract.X, n sitter.Node) int32 {
	switch n.Kind() {
	case "identifier", "operator_identifier":
		return plain(x, n)
	case "field_expression":
		return selection(x, n)
	}
	return x.Expr(n)
}

// call is f(a), f(a)(b), f {…} and what mixes them: one call with all the
// arguments, since most functions with several lists get all of them.
func call(x *extract.X, n sitter.Node) int32 {
	var lists []sitter.Node
	fn := n
	for fn.Is("call_expression") {
		lists = append(lists, fn.Field("arguments"))
		fn = fn.Field("function")
	}
	slices.Reverse(lists)
	if fn.Is("instance_expression") {
		return instanceWith(x, fn, lists)
	}
	var targs sitter.Node
	if fn.Is("generic_function") {
		targs, fn = fn.Field("type_arguments"), fn.Field("function")
	}
	f := callee(x, fn)
	t := facts.None
	if targs.OK() {
		t = x.TypeList(targs)
	}
	args, flags := argumentLists(x, lists)
	return x.Call(facts.Expr{Op: facts.OpCall, A: f, B: facts.None, T: t, D: facts.None}, n, flags, args...)
}

func argumentLists(x *extract.X, lists []sitter.Node) (args []int32, flags facts.CallFlags) {
	for _, l := range lists {
		a, fl := arguments(x, l)
		args, flags = append(args, a...), flags|fl
	}
	return args, flags
}

// instanceWith is new T(a)(b): what follows the first list belongs to it.
func instanceWith(x *extract.X, n sitter.Node, lists []sitter.Node) int32 {
	v := x.Expr(n)
	for _, l := range lists {
		arguments(x, l)
	}
	return v
}

// arguments are the values of an argument list, a block or cases.
func arguments(x *extract.X, n sitter.Node) (args []int32, flags facts.CallFlags) {
	switch n.Kind() {
	case "":
		return nil, 0
	case "arguments":
		for a := range n.Children() {
			switch a.Kind() {
			case "comment", "block_comment":
				continue
			case "assignment_expression": // by name
				a = a.Field("right")
			case "ascription_expression":
				if a.Last().Is("repeated_parameter_type") {
					flags |= facts.CallSpread
				}
			}
			args = append(args, operand(x, a))
		}
		return args, flags
	case "colon_argument":
		return []int32{colonArgument(x, n)}, 0
	}
	return []int32{operand(x, n)}, 0
}

// colonArgument is an indented block after a colon, with or without
// parameters.
func colonArgument(x *extract.X, n sitter.Node) int32 {
	body := n.Last()
	if n.First() == body {
		return x.Expr(body)
	}
	return x.Lambda(n, func(l int32) { bindLambda(x, l, n) }, body, true)
}

// generic is f[T] that is not called with arguments: a cast, a test, a class,
// or a call without parentheses.
func generic(x *extract.X, n sitter.Node) int32 {
	fn, targs := n.Field("function"), n.Field("type_arguments")
	name := fn
	if fn.Is("field_expression") {
		name = fn.Field("field")
	}
	switch string(name.Bytes()) {
	case "asInstanceOf":
		return x.Cast(x.Expr(fn.Field("value")), x.Type(targs.First()), n)
	case "isInstanceOf":
		x.Expr(fn.Field("value"))
		x.Type(targs.First())
		return x.Lit("bool")
	case "classOf":
		return x.Cast(facts.None, x.TypeName("Class", n, x.Type(targs.First())), n)
	case "super":
		return x.Add(facts.Expr{Op: facts.OpSuper, A: facts.None, B: facts.None, T: x.Type(targs.First()), D: facts.None}, n)
	}
	f := callee(x, fn)
	t := x.TypeList(targs)
	if f == facts.None {
		return facts.None
	}
	return x.Call(facts.Expr{Op: facts.OpCall, A: f, B: facts.None, T: t, D: facts.None}, n, facts.CallMaybe)
}
