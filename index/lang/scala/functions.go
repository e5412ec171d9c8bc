package scala

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// function is a def with or without a body; "def this" is a constructor.
func function(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	if !named(at) {
		x.WalkChildren(n)
		return
	}
	local, owner := x.Scoped(), x.Def(x.Cur())
	name, form := ident(x, at), "method"
	switch {
	case name == "this" && owner.Kind == facts.Class:
		name, form = owner.Name, "constructor"
	case !owner.Kind.TypeLike():
		form = "function"
	}
	d := x.NewNamed(facts.Function, form, name, n, body)
	x.Def(d).NameLine = at.Line()
	declare(x, d, n, bodyStart(n, body), local)
	def := x.Def(d)
	if form == "constructor" {
		def.Mods |= facts.Constructor
	}
	if !body.OK() {
		def.Mods |= facts.Declared | facts.Abstract
	}
	s := stateOf(x)
	of := s.extension
	s.extension = sitter.Node{}
	x.Within(d, func() {
		if of.OK() {
			receiver(x, d, of)
		}
		signature(x, d, n)
		if v := operand(x, body); form != "constructor" {
			x.Return(v)
		}
	})
	s.extension = of
	if local {
		x.Bind(facts.BindFunc, name, at, facts.None, x.DefExpr(d, n))
	}
}

// signature reads type parameters, parameter lists and the result. A def
// without any list is called by reading it.
func signature(x *extract.X, d int32, n sitter.Node) {
	lists := 0
	for c := range n.Children() {
		switch {
		case c.Is("type_parameters"):
			typeParams(x, d, c)
		case c.Is("parameters"):
			lists++
			implicit := isImplicit(c)
			for p := range c.Children() {
				if p.Is("parameter") {
					parameter(x, d, p, 0, implicit)
				}
			}
		}
	}
	if t := n.Field("return_type"); t.OK() {
		typ := x.Type(t)
		x.Def(d).Type, x.Def(d).Returns = typ, text(x, t)
	}
	x.Def(d).Disc = x.Intern([]byte(disc(x.Def(d).Params)))
	if lists == 0 {
		x.Def(d).Mods |= facts.Computed
	}
}

// parameter adds one parameter. One that the compiler fills may be left out.
func parameter(x *extract.X, d int32, n sitter.Node, flags facts.ParamFlags, implicit bool) {
	at, t := n.Field("name"), n.Field("type")
	p := facts.Param{Name: ident(x, at), Flags: flags, Type: facts.None, Default: facts.None}
	if implicit {
		p.Flags |= facts.ParamOptional
	}
	if t.OK() {
		p.Text, p.Type = text(x, t), x.Type(t)
		if t.Is("repeated_parameter_type") {
			p.Flags |= facts.ParamRest
		}
	}
	if v := n.Field("default_value"); v.OK() {
		p.Flags |= facts.ParamOptional
		p.Default = x.Expr(v)
	}
	x.AddParam(d, p, at)
}

// disc lists the parameter types without their arguments.
func disc(params []facts.Param) string {
	var sb strings.Builder
	sb.WriteByte('(')
	for i, p := range params {
		if i > 0 {
			sb.WriteByte(',')
		}
		depth := 0
		for j := 0; j < len(p.Text); j++ {
			switch c := p.Text[j]; {
			case c == '[':
				depth++
			case c == ']':
				depth--
			case depth == 0 && c != ' ':
				sb.WriteByte(c)
			}
		}
	}
	sb.WriteByte(')')
	return sb.String()
}

// extension gives the functions in it a receiver, whose name they see.
func extension(x *extract.X, n sitter.Node) {
	s := stateOf(x)
	outer := s.extension
	s.extension = n
	for f := range n.Fields("body") {
		x.Walk(f)
	}
	s.extension = outer
}

// receiver makes the function at hand one of the extension n.
func receiver(x *extract.X, d int32, n sitter.Node) {
	typeParams(x, d, n.Field("type_parameters"))
	for l := range n.Fields("parameters") {
		on := l.Child("parameter")
		if !on.OK() || isImplicit(l) {
			continue
		}
		t, at := x.Type(on.Field("type")), on.Field("name")
		def := x.Def(d)
		def.Recv, def.Mods = t, def.Mods|facts.Extension
		x.BindIn(facts.BindVar, ident(x, at), at, d, def.StartByte, def.EndByte, t, facts.None)
		return
	}
}

// given is an instance that the compiler finds by its type: a value, or an
// object with a body of its own. Without a name it is called after its type.
func given(x *extract.X, n sitter.Node) {
	at, body, typ := n.Field("name"), n.Field("body"), n.Field("return_type")
	kind, form := facts.Variable, "given"
	if body.Is("with_template_body") {
		kind = facts.Class
	}
	local := x.Scoped()
	name := ident(x, at)
	t := x.Type(typ)
	if !named(at) {
		name = "given"
		if t != facts.None {
			name = "given_" + lastName(x.F.Types[t].Name)
		}
	}
	if n.Field("parameters").OK() && kind == facts.Variable {
		kind = facts.Function
	}
	d := x.NewNamed(kind, form, name, n, body)
	if named(at) {
		x.Def(d).NameLine = at.Line()
	}
	declare(x, d, n, bodyStart(n, body), local)
	x.Within(d, func() {
		if kind == facts.Function {
			signature(x, d, n)
		}
		if kind == facts.Class {
			x.Def(d).Mods |= facts.Static
			bases := facts.Base{Type: t, Expr: facts.None, Rel: facts.Extends, Line: n.Line()}
			x.Def(d).Bases = append(x.Def(d).Bases, bases)
			x.WalkChildren(body)
			return
		}
		v := operand(x, body)
		if kind == facts.Function {
			x.Return(v)
			return
		}
		x.Def(d).Type, x.Def(d).Value = t, v
		x.Def(d).Returns = text(x, typ)
	})
}
