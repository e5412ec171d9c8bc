package typescript

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func sequence(x *extract.X, n sitter.Node) int32 {
	v := facts.None
	for c := range n.Children() {
		v = x.Expr(c)
	}
	return v
}

// call is a call; require() and import() are modules.
func call(x *extract.X, n sitter.Node) int32 {
	fn := n.Field("function")
	if spec, ok := required(x, n); ok {
		x.Import(facts.Import{Module: spec, Name: "=", Kind: facts.ImportRequire, Line: n.Line()})
		return moduleValue(x, n, spec)
	}
	if fn.Is("import") {
		if arg := n.Field("arguments").First(); arg.Is("string") {
			x.Import(facts.Import{Module: unquote(arg), Name: "*", Kind: facts.ImportDynamic, Line: n.Line()})
			return moduleValue(x, n, unquote(arg))
		}
	}
	if args := n.Field("arguments"); args.Is("template_string") { // a tagged template
		f := x.Expr(fn)
		x.WalkChildren(args)
		return x.Call(facts.Expr{Op: facts.OpCall, A: f, B: facts.None, T: facts.None, D: facts.None}, n, facts.CallSpread)
	}
	f := x.Expr(fn)
	args, spread := x.Args(n.Field("arguments"))
	t := facts.None
	if a := n.Field("type_arguments"); a.OK() {
		t = x.TypeList(a)
	}
	var flags facts.CallFlags
	if spread {
		flags |= facts.CallSpread
	}
	if n.Parent().Is("decorator") {
		flags |= facts.CallDecorator
	}
	return x.Call(facts.Expr{Op: facts.OpCall, A: f, B: facts.None, T: t, D: facts.None}, n, flags, args...)
}

// moduleValue is a module as a value: the type import("m").
func moduleValue(x *extract.X, n sitter.Node, spec string) int32 {
	t := x.AddType(facts.Type{Op: facts.TImport, Name: spec}, n)
	return x.Add(facts.Expr{Op: facts.OpCast, A: facts.None, B: facts.None, T: t, D: facts.None}, n)
}

// jsxElement refers to its component; a lower-case tag is HTML.
func jsxElement(x *extract.X, n sitter.Node) int32 {
	open := n
	if o := n.Field("open_tag"); o.OK() {
		open = o
	}
	name := open.Field("name")
	if name.OK() && name.Is("identifier", "member_expression", "nested_identifier") {
		if c := name.Bytes()[0]; c >= 'A' && c <= 'Z' || !name.Is("identifier") {
			e := x.Expr(name)
			if e != facts.None {
				c := x.Add(facts.Expr{Op: facts.OpCall, A: e, B: facts.None, T: facts.None, D: facts.None}, name)
				x.F.Calls = append(x.F.Calls, facts.Call{Expr: c, Def: x.Cur(), Line: name.Line(), Byte: name.Start(), Flags: facts.CallJSX | facts.CallSpread})
			}
		}
	}
	for c := range open.Children() {
		if c.Is("jsx_attribute", "jsx_expression") {
			for v := range c.Children() {
				if !v.Is("property_identifier") {
					x.Expr(v)
				}
			}
		}
	}
	if open != n {
		for c := range n.Children() {
			if c.Is("jsx_expression", "jsx_element", "jsx_self_closing_element") {
				x.Expr(c)
			}
		}
	}
	return facts.None
}

func cast(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.First())
	t := n.Last()
	if t.Start() == n.First().Start() || string(t.Bytes()) == "const" || string(t.Bytes()) == "any" || string(t.Bytes()) == "unknown" {
		return v
	}
	return x.Add(facts.Expr{Op: facts.OpCast, A: v, B: facts.None, T: x.Type(t), D: facts.None}, n)
}

// typeAssertion is <T>v.
func typeAssertion(x *extract.X, n sitter.Node) int32 {
	t := x.Type(n.First().First())
	v := x.Expr(n.Last())
	return x.Add(facts.Expr{Op: facts.OpCast, A: v, B: facts.None, T: t, D: facts.None}, n)
}
