package typescript

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declaration is const, let or var. At the top level of a file, a namespace
// or (for functions and classes) anywhere, the names are definitions.
func declaration(x *extract.X, n sitter.Node) {
	kind := n.Child("const", "let", "var")
	for c := range n.Children() {
		if c.Is("variable_declarator") {
			declarator(x, n, c, kind.Kind())
		}
	}
}

func declarator(x *extract.X, decl, n sitter.Node, kind string) {
	at, value, annotation := n.Field("name"), n.Field("value"), n.Field("type")
	if !at.Is("identifier") {
		source := x.Expr(value)
		destructure(x, at, source, facts.BindVar)
		return
	}
	if spec, ok := required(x, value); ok {
		x.Import(facts.Import{Module: spec, Name: "=", Alias: x.Text(at), Kind: facts.ImportRequire, Line: n.Line()})
	}
	span := n
	if decl.Child("variable_declarator").Start() == n.Start() && !n.Next().Is("variable_declarator") {
		span = decl
	}
	inner := unwrap(value)
	switch {
	case isFunction(inner):
		d := functionNamed(x, span, inner, at, x.Text(at), formOf(inner))
		annotate(x, d, annotation)
		bindLocal(x, at, d, n, kind)
		return
	case inner.Is("class"):
		d := classNamed(x, span, inner, x.Text(at))
		x.Def(d).NameLine = at.Line()
		bindLocal(x, at, d, n, kind)
		return
	}
	if x.Scoped() {
		typ := facts.None
		if annotation.OK() {
			typ = x.Type(annotation)
		}
		v := valueOf(x, facts.None, value)
		if kind == "var" {
			x.BindDef(facts.BindVar, x.Text(at), at, typ, v)
		} else {
			x.Bind(facts.BindVar, x.Text(at), at, typ, v)
		}
		return
	}
	d := x.New(facts.Variable, "variable", at, span, sitter.Node{})
	if kind == "const" {
		x.Def(d).Form = "const"
		x.Def(d).Mods |= facts.Const
	}
	if annotation.OK() {
		t := x.Type(annotation)
		x.Def(d).Type, x.Def(d).Returns = t, typeText(x, annotation)
	}
	if value.OK() {
		x.Within(d, func() {
			v := valueOf(x, d, value)
			x.Def(d).Value = v
		})
	}
}

// annotate keeps the declared type of "const f: Handler = (c) => …": it types
// the parameters.
func annotate(x *extract.X, d int32, annotation sitter.Node) {
	if !annotation.OK() {
		return
	}
	t := x.Type(annotation)
	x.Def(d).Recv = facts.None
	x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: facts.Implements, Line: annotation.Line()})
}

func formOf(n sitter.Node) string {
	if n.Is("arrow_function") {
		return "arrow"
	}
	return "closure"
}

// bindLocal makes the name of a function's own function visible in it.
func bindLocal(x *extract.X, at sitter.Node, d int32, n sitter.Node, kind string) {
	if !x.Scoped() {
		if kind == "const" {
			x.Def(d).Mods |= facts.Const
		}
		return
	}
	e := x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
	x.Def(d).Mods |= facts.Local
	if kind == "var" {
		x.BindDef(facts.BindFunc, x.Text(at), at, facts.None, e)
		return
	}
	x.Bind(facts.BindFunc, x.Text(at), at, facts.None, e)
}

// unwrap looks through parentheses and casts for what a name is given.
func unwrap(n sitter.Node) sitter.Node {
	for n.Is("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression") {
		n = n.First()
	}
	return n
}

// valueOf is Expr, but an object literal becomes the members of d.
func valueOf(x *extract.X, d int32, n sitter.Node) int32 {
	if o := unwrap(n); d != facts.None && o.Is("object") {
		return objectInto(x, d, o)
	}
	return x.Expr(n)
}

// object is an object literal that is bound to nothing: its methods are
// definitions below the one around.
func object(x *extract.X, n sitter.Node) int32 { return objectInto(x, facts.None, n) }

func objectInto(x *extract.X, d int32, n sitter.Node) int32 {
	var spreads []int32
	for c := range n.Children() {
		switch c.Kind() {
		case "pair":
			pair(x, d, c)
		case "method_definition":
			method(x, c)
		case "shorthand_property_identifier":
			if v := x.Name(c); d != facts.None {
				property(x, d, c, c, v)
			}
		case "spread_element":
			spreads = append(spreads, x.Expr(c.First()))
		}
	}
	return x.Add(facts.Expr{Op: facts.OpObject, A: facts.None, B: facts.None, T: facts.None, D: d}, n, spreads...)
}

func pair(x *extract.X, d int32, n sitter.Node) {
	at, value := n.Field("key"), n.Field("value")
	name := memberName(x, at)
	inner := unwrap(value)
	switch {
	case name == "":
		x.Expr(value)
	case isFunction(inner):
		functionNamed(x, n, inner, at, name, formOf(inner))
	case inner.Is("class"):
		classNamed(x, n, inner, name)
	case d == facts.None:
		x.Expr(value)
	case inner.Is("object"):
		p := property(x, d, at, n, facts.None)
		x.Def(p).Name = name
		x.Within(p, func() {
			v := objectInto(x, p, inner)
			x.Def(p).Value = v
		})
	default:
		v := x.Expr(value)
		if v != facts.None && x.F.Exprs[v].Op == facts.OpLit && x.F.Exprs[v].ArgN == 0 {
			return // a plain value has no members of ours
		}
		p := property(x, d, at, n, v)
		x.Def(p).Name = name
	}
}

func property(x *extract.X, d int32, at, n sitter.Node, v int32) int32 {
	p := x.New(facts.Variable, "property", at, n, sitter.Node{})
	x.Def(p).Parent, x.Def(p).Value = d, v
	return p
}

// destructure binds the names of a pattern to the parts of source.
func destructure(x *extract.X, pattern sitter.Node, source int32, kind facts.BindKind) {
	switch pattern.Kind() {
	case "identifier", "shorthand_property_identifier_pattern":
		bindOrDefine(x, pattern, source, kind)
	case "assignment_pattern", "object_assignment_pattern":
		v := x.Expr(pattern.Field("right"))
		left := pattern.Field("left")
		if left.Is("shorthand_property_identifier_pattern") && source != facts.None {
			source = x.Member(source, left)
		}
		destructure(x, left, x.Union(pattern, source, v), kind)
	case "object_pattern":
		for c := range pattern.Children() {
			switch c.Kind() {
			case "shorthand_property_identifier_pattern":
				destructure(x, c, x.Member(source, c), kind)
			case "pair_pattern":
				key := c.Field("key")
				part := facts.None
				if name := memberName(x, key); name != "" {
					part = x.Simple(facts.OpMember, name, source, key)
				}
				destructure(x, c.Field("value"), part, kind)
			case "object_assignment_pattern":
				destructure(x, c, source, kind)
			case "rest_pattern":
				destructure(x, c.First(), source, kind)
			}
		}
	case "array_pattern":
		i := int32(0)
		for c := range pattern.Children() {
			if c.Is("comment") {
				continue
			}
			part := x.Add(facts.Expr{Op: facts.OpElem, A: source, B: i, T: facts.None, D: facts.None}, c)
			if c.Is("rest_pattern") {
				destructure(x, c.First(), source, kind)
			} else {
				destructure(x, c, part, kind)
			}
			i++
		}
	}
}

func bindOrDefine(x *extract.X, at sitter.Node, v int32, kind facts.BindKind) {
	if kind == facts.BindVar && !x.Scoped() && x.Def(x.Cur()).Kind != facts.Variable {
		d := x.New(facts.Variable, "const", at, at, sitter.Node{})
		x.Def(d).Value = v
		return
	}
	x.Bind(kind, x.Text(at), at, facts.None, v)
}
