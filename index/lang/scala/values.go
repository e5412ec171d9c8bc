package scala

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// values is a val or var with a value: members of a class or file, or local
// variables.
func values(x *extract.X, n sitter.Node) {
	pattern, value, typ := n.Field("pattern"), n.Field("value"), n.Field("type")
	local := x.Scoped()
	switch {
	case pattern.Is("identifier", "operator_identifier") && value.Is("lambda_expression") && n.Is("val_definition"):
		closure(x, n, pattern, value, typ, local)
	case local:
		t := x.Type(typ)
		v := operand(x, value)
		if pattern.Is("identifiers") {
			for at := range pattern.Children() {
				x.BindAfter(n.End(), facts.BindVar, ident(x, at), at, t, v)
			}
			return
		}
		patternAfter(x, pattern, v, t, n.End())
	case pattern.Is("identifier", "operator_identifier"):
		member(x, n, pattern, value, typ)
	case pattern.Is("identifiers"):
		for at := range pattern.Children() {
			member(x, n, at, value, typ)
			value = sitter.Node{}
		}
	default: // the names in a pattern are members too
		v := operand(x, value)
		takeApart(x, pattern, v, func(at sitter.Node, t, v int32) {
			d := newMember(x, n, at, pattern.End())
			x.Def(d).Type, x.Def(d).Value = t, v
		})
	}
}

func newMember(x *extract.X, n, at sitter.Node, end uint32) int32 {
	d := x.NewNamed(facts.Variable, "value", ident(x, at), n, sitter.Node{})
	declare(x, d, n, end, false)
	x.Def(d).NameLine = at.Line()
	if n.Is("val_definition", "val_declaration") {
		x.Def(d).Mods |= facts.Readonly
	}
	return d
}

func member(x *extract.X, n, at, value, typ sitter.Node) {
	if !named(at) {
		return
	}
	end := at.End()
	if typ.OK() {
		end = typ.End()
	}
	d := newMember(x, n, at, end)
	x.Within(d, func() {
		if typ.OK() {
			t := x.Type(typ)
			x.Def(d).Type, x.Def(d).Returns = t, text(x, typ)
		}
		if value.OK() {
			v := operand(x, value)
			x.Def(d).Value = v
		}
	})
}

// declarations are abstract members: "val a, b: T".
func declarations(x *extract.X, n sitter.Node) {
	for at := range n.Fields("name") {
		if named(at) {
			member(x, n, at, sitter.Node{}, n.Field("type"))
			x.Def(int32(len(x.F.Defs) - 1)).Mods |= facts.Abstract | facts.Declared
		}
	}
}

// closure is a val that holds a function: a function for everybody who calls
// it. What it does not declare has the types of the declared function type.
func closure(x *extract.X, n, at, fn, typ sitter.Node, local bool) {
	d := x.NewNamed(facts.Function, "closure", ident(x, at), n, fn)
	declare(x, d, n, fn.Start(), local)
	x.Def(d).NameLine = at.Line()
	x.Def(d).Mods |= facts.Readonly
	x.Within(d, func() {
		var declared []int32
		if t := x.Type(typ); t != facts.None && x.F.Types[t].Op == facts.TFunc {
			declared = x.F.TypeArgs(t)
		}
		i := 0
		lambdaParams(fn, func(at, typ sitter.Node) {
			p := facts.Param{Type: facts.None, Default: facts.None}
			if at.Is("identifier") {
				p.Name = ident(x, at)
			}
			if typ.OK() {
				p.Text, p.Type = text(x, typ), x.Type(typ)
			} else if i < len(declared)-1 {
				p.Type = declared[i]
			}
			x.AddParam(d, p, at)
			i++
		})
		x.Def(d).Disc = x.Intern([]byte(disc(x.Def(d).Params)))
		if k := len(declared) - 1; k >= 0 {
			x.Def(d).Type = declared[k]
		}
		x.Return(operand(x, fn.Last()))
	})
	if local {
		x.BindAfter(n.End(), facts.BindFunc, ident(x, at), at, facts.None, x.DefExpr(d, n))
	}
}
