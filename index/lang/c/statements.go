package c

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// forRange is for (T x : values).
func forRange(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		x.Walk(n.Field("initializer"))
		over := n.Field("right")
		values := x.Expr(over)
		what := declare(x, x.Type(n.Field("type")), n.Field("declarator"))
		element := x.Simple(facts.OpIter, "", values, over)
		if what.at.Is("structured_binding_declarator") {
			i := 0
			for name := range what.at.Children() {
				x.Bind(facts.BindVar, x.Text(name), name, facts.None, x.Elem(element, i, name))
				i++
			}
		} else if what.at.OK() {
			x.Bind(facts.BindVar, x.Text(what.at), what.at, what.typ, element)
		}
		x.Walk(n.Field("body"))
	})
}

func catch(x *extract.X, n sitter.Node) {
	x.Block(n, func() {
		for p := range n.Field("parameters").Children() {
			what := declare(x, x.Type(p.Field("type")), p.Field("declarator"))
			if what.at.OK() {
				e := x.Add(facts.Expr{Op: facts.OpCatch, A: facts.None, B: facts.None, T: what.typ, D: facts.None}, p)
				x.Bind(facts.BindVar, x.Text(what.at), what.at, what.typ, e)
			}
		}
		x.Walk(n.Field("body"))
	})
}

// newExpression is new T(a) or new T[n].
func newExpression(x *extract.X, n sitter.Node) int32 {
	t := x.Type(n.Field("type"))
	x.Walk(n.Field("placement"))
	args, _ := x.Args(n.Field("arguments"))
	if d := n.Field("declarator"); d.OK() {
		x.WalkChildren(d)
		t = x.AddType(facts.Type{Op: facts.TArray}, n, t)
		return x.Cast(facts.None, t, n)
	}
	if n.Field("type").Is("primitive_type", "sized_type_specifier") {
		return x.Cast(facts.None, t, n)
	}
	return x.Construct(t, n, spread(n.Field("arguments")), args...)
}

func lambda(x *extract.X, n sitter.Node) int32 {
	x.WalkChildren(n.Field("captures"))
	d := n.Field("declarator")
	l := x.Lambda(n, func(l int32) {
		for p := range d.Field("parameters").Children() {
			if p.Is("comment") || isVoid(p) {
				continue
			}
			what := declare(x, x.Type(p.Field("type")), p.Field("declarator"))
			if !what.at.Is("identifier") {
				what.at = sitter.Node{}
			}
			x.LambdaParam(l, what.at, what.typ)
		}
		captures(x, n.Field("captures"))
	}, n.Field("body"), false)
	if r := d.Child("trailing_return_type"); r.OK() {
		t := x.Type(r.First())
		x.F.Lambdas[x.F.Exprs[l].D].Type = t
	}
	return l
}

// captures binds the names that a lambda makes for itself: [x = f()].
func captures(x *extract.X, list sitter.Node) {
	for c := range list.Children() {
		if c.Is("lambda_capture_initializer") {
			v := x.Expr(c.Field("right"))
			x.Bind(facts.BindVar, x.Text(c.Field("left")), c, facts.None, v)
		}
	}
}

// captureInit is met with the captures as a whole; captures binds it.
func captureInit(*extract.X, sitter.Node) {}

// closureNamed is "auto f = [](…) {…}": a Function of its own.
func closureNamed(x *extract.X, n, at sitter.Node, name string, l sitter.Node) {
	body, d := l.Field("body"), l.Field("declarator")
	f := x.NewNamed(facts.Function, "closure", name, n, body)
	x.Def(f).NameLine = at.Line()
	if !x.InFunction() && exported(x, 0) {
		x.Def(f).Mods |= facts.Exported
	}
	x.Within(f, func() {
		parameters(x, f, d.Field("parameters"))
		x.Def(f).Disc = discriminator(x, f, sitter.Node{})
		if r := d.Child("trailing_return_type"); r.OK() {
			t := x.Type(r.First())
			x.Def(f).Type, x.Def(f).Returns = t, x.Sig(r.First().Start(), r.First().End())
		}
		captures(x, l.Field("captures"))
		x.WalkChildren(body)
	})
	if x.InFunction() {
		x.BindAfter(at.End(), facts.BindFunc, name, at, facts.None, x.DefExpr(f, n))
	}
}
