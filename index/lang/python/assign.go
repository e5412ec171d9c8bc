package python

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// expressionStatement walks what a statement consists of; comments before it
// stay at hand for the variable that it defines.
func expressionStatement(x *extract.X, n sitter.Node) {
	for c := range n.Children() {
		if !c.Is("string") || c.Next().OK() {
			x.Walk(c)
		}
	}
}

// assignment is "target = value", "target: type" or both.
func assignment(x *extract.X, n sitter.Node) int32 {
	left, typ, right := n.Field("left"), n.Field("type"), n.Field("right")
	if left.Is("identifier") && right.Is("lambda") {
		return namedLambda(x, n, left, right)
	}
	statement := n.Parent()
	if !statement.Is("expression_statement") {
		statement = n
	}
	defines := x.Cur() == 0 || inClass(x)
	if defines && left.Is("identifier") {
		return define(x, statement, n, left, typ, right)
	}
	t := facts.None
	if typ.OK() {
		t = annotation(x, typ)
	} else if c := typeComment(trailing(statement)); c != "" {
		t = parseType(x, n, c, false)
	}
	v := x.Expr(right)
	if defines {
		defineParts(x, statement, left, t, v)
	} else {
		bindTarget(x, left, t, v)
	}
	return v
}

// augmented is "target += value": no new value worth keeping, but __all__.
func augmented(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("left"), n.Field("right")
	if x.Cur() == 0 && string(left.Bytes()) == "__all__" {
		exportAll(x, right)
	}
	if !left.Is("identifier") {
		x.Expr(left)
	}
	x.Expr(right)
	return facts.None
}

func walrus(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.Field("value"))
	bindTarget(x, n.Field("name"), facts.None, v)
	return v
}

// bindTarget gives a value to whatever stands left of "=", after "for", "as".
func bindTarget(x *extract.X, target sitter.Node, typ, value int32) {
	eachTarget(x, target, value, func(at sitter.Node, v int32) {
		t := typ
		if at != target {
			t = facts.None
		}
		of(x).forget(x, at)
		if at.Is("attribute") {
			bindAttribute(x, at, t, v)
		} else {
			bindName(x, at, t, v)
		}
	})
}

// bindAttribute is self.x = v, a field of the class, or obj.x = v.
func bindAttribute(x *extract.X, target sitter.Node, typ, value int32) {
	object, at := target.Field("object"), target.Field("attribute")
	if !at.OK() {
		x.Expr(object)
		return
	}
	class := facts.None
	t := of(x).top()
	if object.Is("identifier") && t != nil && t.class != facts.None {
		if o := string(object.Bytes()); o == t.self || o == t.cls {
			class = t.class
		}
	}
	e := facts.None
	if class == facts.None {
		if e = x.Expr(object); e != facts.None && x.F.Exprs[e].Op == facts.OpSelfClass {
			class = t.class
		}
	}
	if class != facts.None {
		x.BindIn(facts.BindField, x.Text(at), at, class, x.Def(class).StartByte, x.Def(class).EndByte, typ, value)
		return
	}
	b := x.Bind(facts.BindMember, x.Text(at), at, typ, value)
	x.F.Binds[b].Target = e
}

// namedLambda is "name = lambda …: …": a function with that name.
func namedLambda(x *extract.X, n, at, fn sitter.Node) int32 {
	st := of(x)
	name := x.Text(at)
	h := header{fn: fn, receives: inClass(x)}
	h.read(x, "")
	d := x.New(facts.Function, "lambda", at, n, none)
	def := x.Def(d)
	def.BodyByte = fn.Field("body").Start()
	def.Sig = x.Sig(n.Start(), def.BodyByte)
	document(x, d, sitter.Node{})
	st.bound(x, name)
	bindLocal(x, d, at, n)
	sc := st.functionScope(d, h.params)
	if h.receives && len(h.params) > 0 && h.params[0].Flags&facts.ParamSelf != 0 {
		sc.class, sc.self, sc.cls = x.Cur(), h.params[0].Name, ""
	}
	st.within(x, sc, func() {
		for i, p := range h.params {
			x.AddParam(d, p, h.at[i])
		}
		x.Return(x.Expr(fn.Field("body")))
	})
	return x.DefExpr(d, n)
}
