package php

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func function(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	d := declare(x, facts.Function, "function", x.Text(name), name, n, n.Field("body"))
	fill(x, d, n)
}

func method(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	name := x.Text(at)
	form := "method"
	var mods facts.Mods
	if strings.EqualFold(name, "__construct") {
		form, mods = "constructor", facts.Constructor
	}
	d := declare(x, facts.Function, form, name, at, n, n.Field("body"))
	x.Def(d).Mods |= mods
	if x.Def(x.Def(d).Parent).Kind == facts.Interface {
		x.Def(d).Mods |= facts.Abstract
	}
	if isTestMethod(x, d) {
		x.Def(d).Kind = facts.Test
	}
	fill(x, d, n)
}

// isTestMethod knows PHPUnit's conventions.
func isTestMethod(x *extract.X, d int32) bool {
	def := x.Def(d)
	for _, a := range def.Decorators {
		if a == "#[Test]" || strings.HasSuffix(a, "\\Test]") {
			return true
		}
	}
	if strings.Contains(def.Doc, "@test") && len(def.Params) == 0 {
		return true
	}
	if !strings.HasPrefix(def.Name, "test") || def.Mods&(facts.Private|facts.Protected|facts.Static) != 0 {
		return false
	}
	for _, b := range x.Def(def.Parent).Bases {
		if b.Rel == facts.Extends && b.Type != facts.None && strings.HasSuffix(x.F.Types[b.Type].Name, "TestCase") {
			return true
		}
	}
	return isTest(x.Path)
}

// fill adds what is inside a function-like node to its definition.
func fill(x *extract.X, d int32, n sitter.Node) {
	doc := tags(x.Def(d).Doc)
	body, ret := n.Field("body"), n.Field("return_type")
	if !body.OK() {
		x.Def(d).Mods |= facts.Declared
	}
	x.Within(d, func() {
		templates(x, d, doc, n)
		for p := range n.Field("parameters").Children() {
			param(x, d, p, doc)
		}
		if ret.OK() {
			t := x.Type(ret)
			x.Def(d).Type, x.Def(d).Returns = t, x.Sig(ret.Start(), ret.End())
		}
		if doc.ret != "" && refines(doc.ret, ret) {
			t := docType(x, doc.ret, n)
			x.Def(d).Type = t
			if !ret.OK() {
				x.Def(d).Returns = doc.ret
			}
		}
		if body.Is("compound_statement") || !body.OK() {
			x.WalkChildren(body)
		} else {
			x.Return(x.Expr(body))
		}
	})
}

func param(x *extract.X, d int32, n sitter.Node, doc docTags) {
	at := n.Field("name")
	if at.Is("by_ref") {
		at = at.First()
	}
	if !at.OK() {
		return
	}
	p := facts.Param{Name: x.Text(at), Type: facts.None, Default: facts.None}
	if v := n.Field("default_value"); v.OK() {
		p.Flags |= facts.ParamOptional
		p.Default = x.Expr(v)
	}
	typ := n.Field("type")
	if typ.OK() {
		p.Text, p.Type = x.Sig(typ.Start(), typ.End()), x.Type(typ)
	}
	if s := doc.params[p.Name]; s != "" && refines(s, typ) {
		p.Type = docType(x, s, n)
		if !typ.OK() {
			p.Text = s
		}
	}
	if n.Is("variadic_parameter") {
		p.Flags |= facts.ParamRest
		p.Type = x.AddType(facts.Type{Op: facts.TArray}, n, p.Type)
	}
	promoted := n.Is("property_promotion_parameter")
	if promoted {
		p.Flags |= facts.ParamField
	}
	x.AddParam(d, p, at)
	if promoted {
		promote(x, d, n, at, p)
	}
}

// promote is the property that a constructor's parameter declares.
func promote(x *extract.X, ctor int32, n, at sitter.Node, p facts.Param) {
	f := declare(x, facts.Variable, "property", propertyName(x, at), at, n, n.Child("property_hook_list"))
	def := x.Def(f)
	def.Parent, def.Type, def.Returns = x.Def(ctor).Parent, p.Type, p.Text
}

// lambda is a closure or an arrow function. One that is given to a name is a
// function of that name, see assignment.
func lambda(x *extract.X, n sitter.Node) int32 {
	body := n.Field("body")
	e := x.Lambda(n, func(l int32) {
		for p := range n.Field("parameters").Children() {
			at := p.Field("name")
			if !at.OK() {
				continue
			}
			x.Expr(p.Field("default_value"))
			t := x.Type(p.Field("type"))
			if p.Is("variadic_parameter") && t != facts.None {
				t = x.AddType(facts.Type{Op: facts.TArray}, p, t)
			}
			x.LambdaParam(l, at, t)
		}
	}, body, !body.Is("compound_statement"))
	if r := n.Field("return_type"); r.OK() {
		t := x.Type(r)
		x.F.Lambdas[x.F.Exprs[e].D].Type = t
	}
	return e
}

// closure is a closure that is given to a name.
func closure(x *extract.X, n, at, fn sitter.Node) int32 {
	d := x.New(facts.Function, "closure", at, n, fn.Field("body"))
	if fn.Field("static_modifier").OK() {
		x.Def(d).Mods |= facts.Static
	}
	x.Bind(facts.BindFunc, x.Text(at), at, facts.None, x.DefExpr(d, n))
	fill(x, d, fn)
	return x.DefExpr(d, n)
}
