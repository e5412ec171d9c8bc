package kotlin

import (
	"bytes"
	"strconv"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// classDeclaration is a class, an interface or an enum.
func classDeclaration(x *extract.X, n sitter.Node) {
	kind, form := facts.Class, "class"
	for c := range n.Children() {
		switch c.Kind() {
		case "interface":
			kind, form = facts.Interface, "interface"
			if bytes.HasSuffix(bytes.TrimRight(x.Src[:c.Start()], " \t\n"), []byte("fun")) {
				form = "fun_interface"
			}
		case "enum":
			form = "enum"
		case "modifiers":
			for m := range c.Children() {
				if m.Is("class_modifier") && kind == facts.Class {
					form = classForm(string(m.Bytes()), form)
				}
				if string(m.Bytes()) == "sealed" && form == "class" {
					form = "sealed_class"
				}
			}
		}
	}
	typeDeclaration(x, n, n.Child("type_identifier"), kind, form)
}

func classForm(modifier, form string) string {
	switch modifier {
	case "data", "value", "sealed":
		return modifier + "_class"
	case "annotation", "enum":
		return modifier
	}
	return form
}

func objectDeclaration(x *extract.X, n sitter.Node) {
	typeDeclaration(x, n, n.Child("type_identifier"), facts.Class, "object")
}

// companionObject holds what other languages call the static members of the
// class around it; without a name it is called Companion.
func companionObject(x *extract.X, n sitter.Node) {
	typeDeclaration(x, n, n.Child("type_identifier"), facts.Class, "companion")
}

func typeDeclaration(x *extract.X, n, at sitter.Node, kind facts.Kind, form string) {
	body := n.Child("class_body", "enum_class_body")
	name, local := "Companion", x.Scoped()
	if named(at) {
		name = x.Text(at)
	} else if form != "companion" {
		x.WalkChildren(n)
		return
	}
	d := x.NewNamed(kind, form, name, n, body)
	if named(at) {
		x.Def(d).NameLine = at.Line()
	}
	declare(x, d, n, bodyStart(n, body), local)
	if form == "object" || form == "companion" {
		x.Def(d).Mods |= facts.Static
	}
	x.Within(d, func() {
		typeParams(x, d, n)
		ctor := primaryConstructor(x, d, n.Child("primary_constructor"))
		bases(x, d, ctor, n, body)
		x.WalkChildren(body)
	})
	if local {
		x.Bind(facts.BindFunc, name, at, facts.None, x.DefExpr(d, n))
	}
}

func bodyStart(n, body sitter.Node) uint32 {
	if body.OK() {
		return body.Start()
	}
	return n.End()
}

// bases reads "A(x), B, C by d". A call of the superclass's constructor is made
// by the primary constructor; without one, only that there is a secondary one
// leaves open what is the superclass.
func bases(x *extract.X, d, ctor int32, n, body sitter.Node) {
	rel := facts.Implements
	if x.Def(d).Kind == facts.Interface {
		rel = facts.ExtendsIface
	} else if ctor == facts.None && body.Child("secondary_constructor").OK() {
		rel = facts.Extends
	}
	for s := range n.Children() {
		if !s.Is("delegation_specifier") {
			continue
		}
		of := s.First()
		switch of.Kind() {
		case "constructor_invocation":
			t := addBase(x, d, of.Child("user_type"), facts.Extends)
			superCall(x, ctor, of, t)
		case "explicit_delegation":
			addBase(x, d, of.First(), rel)
			for c := range of.Children() {
				if !isType(c) {
					x.Expr(c)
				}
			}
		default:
			addBase(x, d, of, rel)
		}
	}
}

func addBase(x *extract.X, d int32, n sitter.Node, rel facts.BaseRel) int32 {
	t := x.Type(n)
	x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: rel, Line: n.Line()})
	return t
}

// superCall is the call of a superclass's constructor in the head of a class.
func superCall(x *extract.X, ctor int32, n sitter.Node, t int32) {
	call := func() {
		fn := x.Add(facts.Expr{Op: facts.OpSuper, A: facts.None, B: facts.None, T: t, D: facts.None}, n)
		args, spread := arguments(x, n.Child("value_arguments"))
		x.CallOf(fn, n, flagsOf(spread), args...)
	}
	if ctor == facts.None {
		call()
		return
	}
	x.Within(ctor, call)
}

// enumEntry is a constant, an implicit construction of its enum, and where it
// has a body, a class of its own.
func enumEntry(x *extract.X, n sitter.Node) {
	at, body, enum := n.Child("simple_identifier"), n.Child("class_body"), x.Def(x.Cur()).Name
	if !named(at) {
		return
	}
	d := x.NewNamed(facts.Variable, "enum_member", ident(x, at), n, sitter.Node{})
	declare(x, d, n, bodyStart(n, body), false)
	x.Def(d).NameLine = at.Line()
	x.Def(d).Mods |= facts.Static | facts.Final | facts.Const
	x.Within(d, func() {
		t := x.TypeName(enum, at)
		args, spread := arguments(x, n.Child("value_arguments"))
		v := x.Construct(t, at, facts.CallImplicit|flagsOf(spread), args...)
		x.Def(d).Type, x.Def(d).Value = t, v
		if body.OK() {
			c := anonymousClass(x, enum, n, body)
			x.Def(c).Bases = []facts.Base{{Type: t, Expr: facts.None, Rel: facts.Extends, Line: n.Line()}}
			x.Within(c, func() { x.WalkChildren(body) })
		}
	})
}

// anonymousClass adds a class whose name is made of its first base's; its
// number tells it from others beside it.
func anonymousClass(x *extract.X, base string, n, body sitter.Node) int32 {
	name := lastName(base) + "$anon"
	s, key := stateOf(x), anonymous{x.Cur(), name}
	s.anonymous[key]++
	d := x.NewNamed(facts.Class, "anonymous", name, n, body)
	x.Def(d).Disc, x.Def(d).Doc = strconv.Itoa(s.anonymous[key]), ""
	return d
}

// objectLiteral is "object : A(x), B {…}", a value of a class of its own.
func objectLiteral(x *extract.X, n sitter.Node) int32 {
	base, body := "object", n.Child("class_body")
	for s := range n.Children() {
		if s.Is("delegation_specifier") {
			if t := x.Type(baseType(s)); t != facts.None {
				base = x.F.Types[t].Name
			}
			break
		}
	}
	d := anonymousClass(x, base, n, body)
	for s := range n.Children() {
		if !s.Is("delegation_specifier") {
			continue
		}
		rel := facts.Implements
		if s.First().Is("constructor_invocation") {
			rel = facts.Extends
		}
		t := addBase(x, d, baseType(s), rel)
		if rel == facts.Extends {
			args, spread := arguments(x, s.First().Child("value_arguments"))
			x.Construct(t, s.First(), flagsOf(spread), args...)
		}
	}
	x.Within(d, func() { x.WalkChildren(body) })
	return x.DefExpr(d, n)
}

// baseType is the type of a delegation specifier.
func baseType(s sitter.Node) sitter.Node {
	if of := s.First(); of.Is("constructor_invocation", "explicit_delegation") {
		return of.First()
	}
	return s.First()
}

func typeAlias(x *extract.X, n sitter.Node) {
	at := n.Child("type_identifier")
	if !named(at) {
		return
	}
	d := x.New(facts.Interface, "type_alias", at, n, sitter.Node{})
	declare(x, d, n, n.End(), x.Scoped())
	x.Within(d, func() {
		typeParams(x, d, n)
		t := x.Type(typeIn(n))
		x.Def(d).Type = t
	})
}
