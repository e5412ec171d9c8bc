package kotlin

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// primaryConstructor is the one in the head of a class: a function named as
// the class, with a field for each val and var. Its other parameters are seen
// by the initialisers in the body. None without one.
func primaryConstructor(x *extract.X, class int32, n sitter.Node) int32 {
	if !n.OK() {
		return facts.None
	}
	d := x.NewNamed(facts.Function, "constructor", x.Def(class).Name, n, sitter.Node{})
	declare(x, d, n, n.End(), false)
	x.Def(d).Mods |= facts.Constructor
	x.Def(d).Doc = ""
	for c := range n.Children() {
		if c.Is("class_parameter") && named(c.Child("simple_identifier")) {
			classParameter(x, class, d, c)
		}
	}
	x.Def(d).Disc = x.Intern([]byte(disc(x.Def(d).Params)))
	return d
}

func classParameter(x *extract.X, class, ctor int32, n sitter.Node) {
	at, isField := n.Child("simple_identifier"), n.Child("binding_pattern_kind").OK()
	var flags facts.ParamFlags
	if isField {
		flags |= facts.ParamField
	}
	for m := range n.Child("modifiers").Children() {
		if string(m.Bytes()) == "vararg" {
			flags |= facts.ParamRest
		}
	}
	var v int32
	x.Within(ctor, func() {
		parameter(x, ctor, n, at, flags)
		v = facts.None
		if d := value(n); !isType(d) && d != at {
			v = x.Expr(d)
			p := &x.Def(ctor).Params[len(x.Def(ctor).Params)-1]
			p.Flags, p.Default = p.Flags|facts.ParamOptional, v
		}
	})
	p := x.Def(ctor).Params[len(x.Def(ctor).Params)-1]
	if !isField {
		c := x.Def(class)
		x.BindIn(facts.BindVar, p.Name, at, class, c.StartByte, c.EndByte, p.Type, p.Default)
		return
	}
	f := x.NewNamed(facts.Variable, "field", p.Name, n, sitter.Node{})
	declare(x, f, n, at.End(), false)
	def := x.Def(f)
	def.NameLine, def.Doc = at.Line(), ""
	def.Type, def.Returns = p.Type, p.Text
	if string(n.Child("binding_pattern_kind").Bytes()) == "val" {
		def.Mods |= facts.Readonly
	}
	if p.Text != "" {
		def.Sig += ": " + p.Text
	}
}

// secondaryConstructor is "constructor(…) : this(…) {…}".
func secondaryConstructor(x *extract.X, n sitter.Node) {
	body := n.Child("statements")
	d := x.NewNamed(facts.Function, "constructor", x.Def(x.Cur()).Name, n, body)
	if x.Def(d).Name == "" {
		x.Def(d).Name = "constructor"
	}
	list, to := n.Child("function_value_parameters"), n.Child("constructor_delegation_call")
	declare(x, d, n, list.End(), false)
	x.Def(d).Mods |= facts.Constructor
	x.Within(d, func() {
		params(x, d, list)
		if to.OK() {
			op := facts.OpThis
			if bytes.HasPrefix(to.Bytes(), []byte("super")) {
				op = facts.OpSuper
			}
			args, spread := arguments(x, to.Child("value_arguments"))
			x.CallOf(x.Simple(op, "", facts.None, to), to, flagsOf(spread), args...)
		}
		x.Walk(body)
	})
}
