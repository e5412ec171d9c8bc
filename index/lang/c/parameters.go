package c

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func parameters(x *extract.X, f int32, list sitter.Node) {
	for p := range list.Children() {
		switch p.Kind() {
		case "parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration", "explicit_object_parameter_declaration":
			if !isVoid(p) {
				parameter(x, f, p)
			}
		case "variadic_parameter":
			x.AddParam(f, facts.Param{Type: facts.None, Default: facts.None, Flags: facts.ParamRest}, p)
		case "identifier": // K&R: the types stand before the body
			x.AddParam(f, facts.Param{Name: x.Text(p), Type: facts.None, Default: facts.None}, p)
		}
	}
	if n := len(list.Bytes()); n > 4 && strings.HasSuffix(strings.TrimSuffix(string(list.Bytes()), ")"), "...") && !list.Child("variadic_parameter").OK() && !list.Child("variadic_parameter_declaration").OK() {
		x.AddParam(f, facts.Param{Type: facts.None, Default: facts.None, Flags: facts.ParamRest}, list)
	}
}

func parameter(x *extract.X, f int32, p sitter.Node) {
	what := declare(x, x.Type(p.Field("type")), p.Field("declarator"))
	if what.fn.OK() { // a function as a parameter is a pointer to one
		what.typ = functionType(x, what.fn, what.typ)
	}
	out := facts.Param{Type: what.typ, Default: facts.None}
	end := p.End()
	if v := p.Field("default_value"); v.OK() {
		out.Flags |= facts.ParamOptional
		if bytes.HasPrefix(v.Bytes(), []byte("{")) && isClassType(p.Field("type")) && !p.Field("declarator").Is("pointer_declarator") { // see emptyBraces
			out.Default = x.Construct(what.typ, v, 0)
		} else {
			out.Default = x.Expr(v)
		}
		end = v.Start()
	}
	if p.Is("variadic_parameter_declaration") {
		out.Flags |= facts.ParamRest
	}
	text := x.Sig(p.Start(), end)
	if what.at.OK() && !what.at.Is("structured_binding_declarator") {
		out.Name = x.Text(what.at)
		text = x.Sig(p.Start(), what.at.Start())
		if what.at.End() < end { // int (*f)(int), char a[3]
			text += x.Sig(what.at.End(), end)
		}
	}
	out.Text = text
	x.AddParam(f, out, what.at)
}

// oldStyle types the parameters of a K&R definition.
func oldStyle(x *extract.X, f int32, n sitter.Node) {
	for c := range n.Children() {
		if !c.Is("declaration") {
			continue
		}
		base := x.Type(c.Field("type"))
		for d := range c.Fields("declarator") {
			what := declare(x, base, d)
			if !what.at.OK() {
				continue
			}
			name := string(what.at.Bytes())
			for i := range x.Def(f).Params {
				if p := &x.Def(f).Params[i]; p.Name == name {
					p.Type, p.Text = what.typ, typeText(x, c.Start(), what.at)
				}
			}
			for i := range x.F.Binds {
				if b := &x.F.Binds[i]; b.Def == f && b.Kind == facts.BindParam && b.Name == name {
					b.Type = what.typ
				}
			}
		}
	}
}
