package kotlin

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func name(x *extract.X, n sitter.Node) int32 {
	return x.Simple(facts.OpName, ident(x, n), facts.None, n)
}

// navigation is a.b, a?.b, and a::b as a value.
func navigation(x *extract.X, n sitter.Node) int32 {
	on, suffix := n.First(), n.Last()
	if isClassOf(on) && string(suffix.Bytes()) == ".java" { // T::class.java
		return x.Cast(facts.None, x.TypeName("Class", n, x.Type(on.First())), n)
	}
	a := x.Expr(on)
	at := suffix.Child("simple_identifier")
	if !at.OK() {
		x.WalkChildren(suffix)
		return facts.None
	}
	e := x.Simple(facts.OpMember, ident(x, at), a, at)
	if bytes.HasPrefix(suffix.Bytes(), []byte("::")) {
		reference(x, e, at)
	}
	return e
}

func isClassOf(n sitter.Node) bool {
	return n.Is("callable_reference") && bytes.HasSuffix(n.Bytes(), []byte("::class"))
}

// callableReference is ::f, T::f or T::class as a value.
func callableReference(x *extract.X, n sitter.Node) int32 {
	on, at := n.First(), n.Last()
	if isClassOf(n) {
		return x.Cast(facts.None, x.TypeName("KClass", n, x.Type(on)), n)
	}
	if !at.Is("simple_identifier") {
		return facts.None
	}
	var e int32
	if on == at {
		e = name(x, at)
	} else {
		on := x.Simple(facts.OpName, extract.TypePath(on.Bytes()), facts.None, on)
		e = x.Simple(facts.OpMember, ident(x, at), on, at)
	}
	reference(x, e, at)
	return e
}

func reference(x *extract.X, e int32, at sitter.Node) {
	x.F.Refs = append(x.F.Refs, facts.Ref{Expr: e, Type: facts.None, Def: x.Cur(), Line: at.Line(), Kind: facts.RefValue})
}

// call is f(…), f {…} and f(…) {…}, which the grammar takes for a call of what
// f(…) gives.
func call(x *extract.X, n sitter.Node) int32 {
	callee, suffix := n.First(), n.Last()
	if !suffix.Is("call_suffix") {
		x.WalkChildren(n)
		return facts.None
	}
	list, trailing := suffix.Child("value_arguments"), suffix.Child("annotated_lambda")
	targs := suffix.Child("type_arguments")
	if inner := callee.Last(); !list.OK() && callee.Is("call_expression") && !inner.Child("annotated_lambda").OK() {
		list, targs = inner.Child("value_arguments"), inner.Child("type_arguments")
		callee = callee.First()
	}
	fn := x.Expr(callee)
	t := facts.None
	if targs.OK() {
		t = x.AddType(facts.Type{Op: facts.TTuple}, targs, typeArgs(x, targs)...)
	}
	args, spread := arguments(x, list)
	if trailing.OK() {
		args = append(args, x.Expr(trailing))
	}
	return x.Call(facts.Expr{Op: facts.OpCall, A: fn, B: facts.None, T: t, D: facts.None}, n, flagsOf(spread), args...)
}

// arguments are the values of a list, named ones in the order written.
func arguments(x *extract.X, list sitter.Node) (args []int32, spread bool) {
	for a := range list.Children() {
		if !a.Is("value_argument") {
			continue
		}
		v := value(a)
		spread = spread || v.Is("spread_expression")
		args = append(args, x.Expr(v))
	}
	return args, spread
}

func flagsOf(spread bool) facts.CallFlags {
	if spread {
		return facts.CallSpread
	}
	return 0
}

// infix is "a f b", a call of a's member or extension f.
func infix(x *extract.X, n sitter.Node) int32 {
	var parts []sitter.Node
	for c := range n.Children() {
		if !c.Is("line_comment", "multiline_comment") {
			parts = append(parts, c)
		}
	}
	if len(parts) != 3 || !parts[1].Is("simple_identifier") {
		x.WalkChildren(n)
		return facts.None
	}
	fn := x.Simple(facts.OpMember, ident(x, parts[1]), x.Expr(parts[0]), parts[1])
	return x.CallOf(fn, n, 0, x.Expr(parts[2]))
}

// indexing is a[b].
func indexing(x *extract.X, n sitter.Node) int32 {
	a, b := x.Expr(n.First()), facts.None
	for c := range n.Last().Children() {
		b = x.Expr(c)
	}
	return x.Index(a, b, n)
}

// assignment evaluates both sides; what a variable may hold is declared.
func assignment(x *extract.X, n sitter.Node) {
	left := n.First()
	if left.Is("directly_assignable_expression") {
		x.Expr(left.First())
		if s := left.Last(); s.Is("indexing_suffix") {
			x.WalkChildren(s)
		}
	} else {
		x.Expr(left)
	}
	if v := value(n); v != left {
		x.Expr(v)
	}
}

// this is "this" and "this@A": that of an outer class, of an extension, or of a
// lambda, which is the innermost one.
func this(x *extract.X, n sitter.Node) int32 {
	e := x.Simple(facts.OpThis, "", facts.None, n)
	label := n.Child("type_identifier")
	for d := x.Cur(); d > 0 && label.OK(); d = x.Def(d).Parent {
		if def := x.Def(d); def.Kind.TypeLike() && def.Name == string(label.Bytes()) {
			return x.Cast(e, x.TypeName(def.Name, n), n)
		} else if def.Kind.Callable() && def.Recv != facts.None && def.Name == string(label.Bytes()) {
			return x.Cast(e, def.Recv, n)
		}
	}
	return e
}

// super is "super", and "super<T>" to choose among several.
func super(x *extract.X, n sitter.Node) int32 {
	return x.Add(facts.Expr{Op: facts.OpSuper, A: facts.None, B: facts.None, T: x.Type(typeIn(n)), D: facts.None}, n)
}
