package java

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// field is a field or a constant of an interface: one definition for each
// name declared.
func field(x *extract.X, n sitter.Node) {
	typ := n.Field("type")
	text := x.Sig(typ.Start(), typ.End())
	shared, first := facts.None, n.Field("declarator")
	for v := range n.Fields("declarator") {
		name, value := v.Field("name"), v.Field("value")
		if !named(name) {
			continue
		}
		d := x.New(facts.Variable, "field", name, n, sitter.Node{})
		declare(x, d, n, 0)
		if shared == facts.None {
			shared = x.Type(typ)
		}
		dims := dimensions(v)
		t := arrayOf(x, shared, dims, typ)
		def := x.Def(d)
		def.Type, def.Returns = t, x.Intern([]byte(text+strings.Repeat("[]", dims)))
		def.Sig = join(join(keywords(x, n.Child("modifiers")), def.Returns), def.Name)
		if def.Mods.Has(facts.Static | facts.Final) {
			def.Mods |= facts.Const
		}
		if first != n.Last() { // one of several: its own part only
			if v != first {
				def.StartByte, def.StartLine = v.Start(), v.Line()
			}
			def.EndByte, def.EndLine = v.End(), v.EndLine()
		}
		if value.OK() {
			x.Within(d, func() {
				e := x.Expr(value)
				x.Def(d).Value = e
			})
		}
	}
}

// keywords are the modifiers without annotations.
func keywords(x *extract.X, modifiers sitter.Node) string {
	from, sig := modifiers.Start(), ""
	for a := range modifiers.Children() {
		if a.Is("marker_annotation", "annotation") {
			sig = join(sig, x.Sig(from, a.Start()))
			from = a.End()
		}
	}
	return join(sig, x.Sig(from, modifiers.End()))
}
