package scala

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func functionType(x *extract.X, n sitter.Node) int32 {
	var args []int32
	for p := range n.Field("parameter_types").Children() {
		args = append(args, x.Type(p))
	}
	return x.AddType(facts.Type{Op: facts.TFunc}, n, append(args, x.Type(n.Field("return_type")))...)
}

// infixType is A | B, A & B, _ <: A, and A op B, which is op[A, B].
func infixType(x *extract.X, n sitter.Node) int32 {
	l, op, r := n.Field("left"), n.Field("operator"), n.Field("right")
	a, b := x.Type(l), x.Type(r)
	switch string(op.Bytes()) {
	case "|":
		return x.AddType(facts.Type{Op: facts.TUnion}, n, a, b)
	case "&":
		return x.AddType(facts.Type{Op: facts.TInter}, n, a, b)
	case "<:", ">:":
		return b
	}
	return x.TypeName(ident(x, op), n, a, b)
}

// compoundType is A with B {…}.
func compoundType(x *extract.X, n sitter.Node) int32 {
	var of []int32
	for c := range n.Children() {
		if !c.Is("refinement", "comment", "block_comment") {
			of = append(of, x.Type(c))
		}
	}
	if len(of) == 1 {
		return of[0]
	}
	return x.AddType(facts.Type{Op: facts.TInter}, n, of...)
}

// projectedType is A#B, a member of a type.
func projectedType(x *extract.X, n sitter.Node) int32 {
	of, name := x.Type(n.Field("type")), ident(x, n.Field("selector"))
	if of != facts.None && x.F.Types[of].Name != "" {
		name = x.F.Types[of].Name + "." + name
	}
	return x.TypeName(name, n)
}

// singletonType is a.type.
func singletonType(x *extract.X, n sitter.Node) int32 {
	return x.AddType(facts.Type{Op: facts.TTypeof, Expr: path(x, n.First())}, n)
}

// path is a stable path as members of one another.
func path(x *extract.X, n sitter.Node) int32 {
	if !n.Is("stable_identifier", "stable_type_identifier") {
		return plain(x, n)
	}
	e := facts.None
	for c := range n.Children() {
		if e == facts.None {
			e = path(x, c)
		} else {
			e = x.Simple(facts.OpMember, ident(x, c), e, c)
		}
	}
	return e
}

func repeatedType(x *extract.X, n sitter.Node) int32 {
	return x.AddType(facts.Type{Op: facts.TArray}, n, x.Type(n.Field("type")))
}

func literalType(x *extract.X, n sitter.Node) int32 {
	kind := "number"
	switch n.First().Kind() {
	case "string", "character_literal":
		kind = "string"
	case "boolean_literal":
		kind = "bool"
	}
	return x.AddType(facts.Type{Op: facts.TLit, Name: kind}, n)
}

// mapped is a type that only a compiler computes.
func mapped(x *extract.X, n sitter.Node) int32 {
	return x.AddType(facts.Type{Op: facts.TMapped}, n)
}

// typeParams adds the parameters of "[A <: B, +C]".
func typeParams(x *extract.X, d int32, list sitter.Node) {
	for c := range list.Children() {
		switch {
		case c.Is("covariant_type_parameter", "contravariant_type_parameter"):
			typeParams(x, d, c)
		case c.FieldIs("name"):
			x.Def(d).TypeParams = append(x.Def(d).TypeParams, facts.TypeParam{Name: x.Text(c), Bound: facts.None, Def: facts.None})
		case c.Is("upper_bound"):
			if k := len(x.Def(d).TypeParams) - 1; k >= 0 {
				t := x.Type(c.Field("type"))
				x.Def(d).TypeParams[k].Bound = t
			}
		case c.Is("context_bound", "lower_bound", "view_bound"):
			x.Type(c.Field("type"))
		}
	}
}

// text is a type as written.
func text(x *extract.X, n sitter.Node) string { return x.Intern([]byte(x.Sig(n.Start(), n.End()))) }
