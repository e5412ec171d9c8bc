package scala

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// primaryConstructor is the one in the head of a class: a function named as
// the class, with a field for each val and var, and in a case class for each
// parameter of the first list. The other parameters are seen in the whole body.
// None without one.
func primaryConstructor(x *extract.X, class int32, n sitter.Node, caseClass bool) int32 {
	first := n.Field("class_parameters")
	if !first.OK() {
		return facts.None
	}
	end := first
	for l := range n.Fields("class_parameters") {
		end = l
	}
	d := x.NewNamed(facts.Function, "constructor", x.Def(class).Name, first, sitter.Node{})
	def := x.Def(d)
	def.EndByte, def.EndLine, def.Doc = end.End(), end.EndLine(), ""
	def.Sig = x.Sig(first.Start(), end.End())
	def.Mods |= facts.Constructor
	if a := n.Child("access_modifier"); a.OK() {
		def.Mods |= modifiers(a.Bytes())
	} else {
		def.Mods |= facts.Exported
	}
	for l := range n.Fields("class_parameters") {
		implicit := isImplicit(l)
		for p := range l.Children() {
			if p.Is("class_parameter") && named(p.Field("name")) {
				classParameter(x, class, d, p, caseClass && l == first, implicit)
			}
		}
	}
	x.Def(d).Disc = x.Intern([]byte(disc(x.Def(d).Params)))
	return d
}

// isImplicit tells whether a list is filled by the compiler.
func isImplicit(list sitter.Node) bool {
	b := bytes.TrimLeft(list.Bytes(), "( \t\n")
	return bytes.HasPrefix(b, []byte("implicit ")) || bytes.HasPrefix(b, []byte("using "))
}

func classParameter(x *extract.X, class, ctor int32, n sitter.Node, field, implicit bool) {
	at, kind := n.Field("name"), n.Child("val", "var")
	field = field || kind.OK()
	var flags facts.ParamFlags
	if field {
		flags |= facts.ParamField
	}
	x.Within(ctor, func() { parameter(x, ctor, n, flags, implicit) })
	p := x.Def(ctor).Params[len(x.Def(ctor).Params)-1]
	if !field {
		c := x.Def(class)
		x.BindIn(facts.BindVar, p.Name, at, class, c.StartByte, c.EndByte, p.Type, p.Default)
		return
	}
	f := x.NewNamed(facts.Variable, "field", p.Name, n, sitter.Node{})
	end := at
	if t := n.Field("type"); t.OK() {
		end = t
	}
	declare(x, f, n, end.End(), false)
	def := x.Def(f)
	def.NameLine, def.Doc = at.Line(), ""
	def.Type, def.Returns = p.Type, p.Text
	if !kind.Is("var") {
		def.Mods |= facts.Readonly
	}
}
