package c

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// record is a struct, a union or a class in a place where a type stands. With a
// body it is a definition.
func record(x *extract.X, n sitter.Node) int32 {
	at, body := n.Field("name"), n.Field("body")
	if at.Start() == at.End() { // missing
		at = sitter.Node{}
	}
	if state(x).inMacro {
		body = sitter.Node{}
	}
	switch {
	case !body.OK() && !at.OK():
		return facts.None
	case !body.OK():
		return x.Type(at)
	case !at.OK():
		return unnamedRecord(x, n)
	}
	name, recv := nameOf(x, at)
	d := recordNamed(x, n, n, at, name)
	x.Def(d).Recv = recv
	if at.Is("template_type") { // a specialization
		x.Def(d).Disc = x.Intern([]byte(x.Sig(at.Field("arguments").Start(), at.Field("arguments").End())))
	}
	return x.TypeName(name, at)
}

// recordNamed makes a Class of a struct, spanning n.
func recordNamed(x *extract.X, n, rec, at sitter.Node, name string) int32 {
	if rec.Is("enum_specifier") {
		return enumNamed(x, n, rec, at, name)
	}
	s := state(x)
	templates := s.templates
	s.templates = nil
	span := n
	if len(templates) > 0 {
		span = templates[0]
	}
	body := rec.Field("body")
	d := x.NewNamed(facts.Class, strings.TrimSuffix(rec.Kind(), "_specifier"), name, span, body)
	x.Def(d).NameLine = at.Line()
	x.Def(d).Decorators = attributes(x, rec)
	if inClass(x) {
		x.Def(d).Mods |= memberAccess(x)
	} else if s.unnamed == 0 {
		x.Def(d).Mods |= facts.Exported
	}
	if v := rec.Child("virtual_specifier"); v.OK() {
		x.Def(d).Mods |= facts.Final
	}
	if x.InFunction() {
		x.Bind(facts.BindFunc, name, at, facts.None, x.DefExpr(d, n))
	}
	outer := s.access
	s.access = facts.Public
	if rec.Is("class_specifier") {
		s.access = facts.Private
	}
	x.Within(d, func() {
		for _, t := range templates {
			templateParams(x, d, t)
		}
		bases(x, d, rec.Child("base_class_clause"))
		x.WalkChildren(body)
	})
	s.access = outer
	return d
}

// unnamedRecord is a struct without a name: its members belong to the struct
// around it where it declares no field, else to a type named after the field.
func unnamedRecord(x *extract.X, n sitter.Node) int32 {
	p := n.Parent()
	field := declare(x, facts.None, p.Field("declarator")).at
	if !field.OK() {
		x.WalkChildren(n.Field("body"))
		return facts.None
	}
	name := x.Intern([]byte(plainName(x, field) + "$" + strings.TrimSuffix(n.Kind(), "_specifier")))
	d := recordNamed(x, n, n, field, name)
	return x.AddType(facts.Type{Op: facts.TObject, Def: d}, n)
}

// fieldDeclaration is a member of a struct or a class: fields, or a method
// without a body.
func fieldDeclaration(x *extract.X, n sitter.Node) { declaration(x, n) }

// enum is an enum in a place where a type stands.
func enum(x *extract.X, n sitter.Node) int32 {
	at, body := n.Field("name"), n.Field("body")
	if at.Start() == at.End() {
		at = sitter.Node{}
	}
	if body.OK() && at.OK() {
		name, _ := nameOf(x, at)
		enumNamed(x, n, n, at, name)
	} else if body.OK() {
		x.WalkChildren(body) // the members belong to the scope around
	}
	if !at.OK() {
		return facts.None
	}
	return x.Type(at)
}

func enumNamed(x *extract.X, n, rec, at sitter.Node, name string) int32 {
	form := "enum"
	if words := specifierWords(x, rec, at); len(words) > 1 && (words[1] == "class" || words[1] == "struct") {
		form = "enum_class"
	}
	d := x.NewNamed(facts.Class, form, name, n, rec.Field("body"))
	x.Def(d).NameLine = at.Line()
	if inClass(x) {
		x.Def(d).Mods |= memberAccess(x)
	} else if state(x).unnamed == 0 {
		x.Def(d).Mods |= facts.Exported
	}
	if x.InFunction() {
		x.Bind(facts.BindFunc, name, at, facts.None, x.DefExpr(d, n))
	}
	x.Within(d, func() { x.WalkChildren(rec.Field("body")) })
	return d
}

func enumerator(x *extract.X, n sitter.Node) {
	if x.InFunction() {
		x.Expr(n.Field("value"))
		return
	}
	m := x.New(facts.Variable, "enum_member", n.Field("name"), n, sitter.Node{})
	x.Def(m).Mods |= facts.Const | facts.Static | facts.Exported
	if owner := x.Def(x.Cur()); strings.HasPrefix(owner.Form, "enum") {
		t := x.TypeName(owner.Name, n)
		x.Def(m).Type = t
	}
	v := x.Expr(n.Field("value"))
	x.Def(m).Value = v
}

func inClass(x *extract.X) bool {
	switch x.Def(x.Cur()).Form {
	case "class", "struct", "union":
		return true
	}
	return false
}

func memberAccess(x *extract.X) facts.Mods {
	a := state(x).access
	if a != facts.Private {
		a |= facts.Exported
	}
	return a
}
