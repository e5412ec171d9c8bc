package java

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// invocation is a call of a method: f(), a.f(), super.f(), T.super.f().
func invocation(x *extract.X, n sitter.Node) int32 {
	var object, super, targs, name, list sitter.Node
	for c := range n.Children() {
		switch {
		case c.FieldIs("object"):
			object = c
		case c.FieldIs("name"):
			name = c
		case c.FieldIs("arguments"):
			list = c
		case c.FieldIs("type_arguments"):
			targs = c
		case c.Is("super"):
			super = c
		}
	}
	var fn int32
	switch {
	case super.OK():
		of := x.TypeName(extract.TypePath(object.Bytes()), object)
		fn = x.Member(typed(x, facts.OpSuper, facts.None, of, super), name)
	case object.OK():
		fn = x.Member(x.Expr(object), name)
	default:
		fn = x.Name(name)
	}
	t := x.TypeList(targs)
	args, _ := x.Args(list)
	return x.Call(facts.Expr{Op: facts.OpCall, A: fn, B: facts.None, T: t, D: facts.None}, n, 0, args...)
}

// delegation is this(…) or super(…) at the start of a constructor.
func delegation(x *extract.X, n sitter.Node) {
	x.Expr(n.Field("object"))
	op, at := facts.OpThis, n.Field("constructor")
	if at.Is("super") {
		op = facts.OpSuper
	}
	fn := x.Simple(op, "", facts.None, at)
	args, _ := x.Args(n.Field("arguments"))
	x.Call(facts.Expr{Op: facts.OpCall, A: fn, B: facts.None, T: facts.None, D: facts.None}, n, 0, args...)
}

// creation is new T(…), outer.new T(…), and new T(…) {…}.
func creation(x *extract.X, n sitter.Node) int32 {
	var outer, body sitter.Node
	for c := range n.Children() {
		switch {
		case c.Is("class_body"):
			body = c
		case c == n.First() && !c.FieldIs("type") && !c.FieldIs("type_arguments") && !c.Is("annotation", "marker_annotation"):
			outer = c
		}
	}
	typ := n.Field("type")
	if !typ.OK() {
		x.WalkChildren(n)
		return facts.None
	}
	e := facts.Expr{Op: facts.OpNew, A: facts.None, B: facts.None, T: facts.None, D: facts.None}
	t := x.Type(typ)
	if outer.OK() && t != facts.None { // a class found in the type of a value
		e.A = x.Simple(facts.OpMember, x.Intern([]byte(x.F.Types[t].Name)), x.Expr(outer), typ)
	} else {
		e.T = t
	}
	args, _ := x.Args(n.Field("arguments"))
	v := x.Call(e, typ, 0, args...)
	if body.OK() {
		anonymousClass(x, n, body, t)
	}
	return v
}

// arrayCreation is new T[n] or new T[] {…}.
func arrayCreation(x *extract.X, n sitter.Node) int32 {
	typ := n.Field("type")
	t := arrayOf(x, x.Type(typ), dimensions(n), typ)
	for d := range n.Fields("dimensions") {
		x.Walk(d)
	}
	return typed(x, facts.OpCast, x.Expr(n.Field("value")), t, n)
}
