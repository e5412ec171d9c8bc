package kotlin

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// function is a function, a method or an extension, at whatever depth.
func function(x *extract.X, n sitter.Node) {
	at, body := n.Child("simple_identifier"), n.Child("function_body")
	if !named(at) {
		x.WalkChildren(n)
		return
	}
	local := x.Scoped()
	d := x.NewNamed(facts.Function, "function", ident(x, at), n, body)
	x.Def(d).NameLine = at.Line()
	declare(x, d, n, bodyStart(n, body), local)
	bodyless(x, d, body)
	x.Within(d, func() {
		typeParams(x, d, n)
		receiver(x, d, n, at)
		params(x, d, n.Child("function_value_parameters"))
		returns(x, d, n, n.Child("function_value_parameters"))
		functionBody(x, body)
	})
	if local {
		x.Bind(facts.BindFunc, ident(x, at), at, facts.None, x.DefExpr(d, n))
	}
}

// bodyless marks what has no body: abstract members, expected declarations.
func bodyless(x *extract.X, d int32, body sitter.Node) {
	def := x.Def(d)
	if body.OK() || def.Mods&facts.Extern != 0 {
		return
	}
	def.Mods |= facts.Declared
	if x.Def(def.Parent).Kind == facts.Interface {
		def.Mods |= facts.Abstract
	}
}

// receiver is the type that stands before the name of an extension.
func receiver(x *extract.X, d int32, n, at sitter.Node) {
	if t := typeIn(n); t.OK() && t.Start() < at.Start() {
		typ := x.Type(t)
		x.Def(d).Recv = typ
		x.Def(d).Mods |= facts.Extension
	}
}

// returns is the declared type after the parameters.
func returns(x *extract.X, d int32, n, list sitter.Node) {
	for c := range n.Children() {
		if isType(c) && c.Start() >= list.End() {
			t := x.Type(c)
			x.Def(d).Type, x.Def(d).Returns = t, text(x, c)
			return
		}
	}
}

// functionBody walks "{…}", or gives what "= e" gives.
func functionBody(x *extract.X, body sitter.Node) {
	if !body.OK() {
		return
	}
	if b := body.Bytes(); len(b) > 0 && b[0] == '=' {
		x.Return(x.Expr(value(body)))
		return
	}
	x.WalkBody(body, body.Child("statements"))
}

// value is the last child that is no comment.
func value(n sitter.Node) sitter.Node {
	var v sitter.Node
	for c := range n.Children() {
		if !c.Is("line_comment", "multiline_comment") {
			v = c
		}
	}
	return v
}

// params adds the parameters, and what tells a function from its overloads.
// Modifiers and default values are siblings of the parameter that they belong
// to.
func params(x *extract.X, d int32, list sitter.Node) {
	var flags facts.ParamFlags
	for c := range list.Children() {
		switch c.Kind() {
		case "parameter_modifiers":
			if strings.Contains(c.Text(), "vararg") {
				flags = facts.ParamRest
			}
		case "parameter":
			parameter(x, d, c, c.Child("simple_identifier"), flags)
			flags = 0
		case "line_comment", "multiline_comment":
		default:
			v := x.Expr(c)
			if ps := x.Def(d).Params; len(ps) > 0 {
				p := &ps[len(ps)-1]
				p.Flags, p.Default = p.Flags|facts.ParamOptional, v
			}
		}
	}
	x.Def(d).Disc = x.Intern([]byte(disc(x.Def(d).Params)))
}

// parameter adds one parameter. A vararg is seen as an array inside.
func parameter(x *extract.X, d int32, n, at sitter.Node, flags facts.ParamFlags) {
	p := facts.Param{Name: ident(x, at), Flags: flags, Type: facts.None, Default: facts.None}
	if t := typeIn(n); t.OK() {
		p.Text, p.Type = text(x, t), x.Type(t)
		if flags&facts.ParamRest != 0 {
			p.Type = x.AddType(facts.Type{Op: facts.TArray}, t, p.Type)
		}
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
			case c == '<':
				depth++
			case c == '>' && p.Text[j-1] != '-':
				depth--
			case depth == 0 && c != ' ':
				sb.WriteByte(c)
			}
		}
		if p.Flags&facts.ParamRest != 0 {
			sb.WriteString("...")
		}
	}
	sb.WriteByte(')')
	return sb.String()
}
