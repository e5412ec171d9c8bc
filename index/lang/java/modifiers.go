package java

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declare gives a definition its modifiers, annotations and signature. The
// signature ends at end and shows no annotation before the name.
func declare(x *extract.X, d int32, n sitter.Node, end uint32) {
	var mods facts.Mods
	from, sig := n.Start(), ""
	annotation := func(a sitter.Node) {
		mods |= annotate(x, d, a)
		sig = join(sig, x.Sig(from, a.Start()))
		from = a.End()
	}
	for c := range n.Children() {
		if c.Is("modifiers") {
			for m := range c.Children() {
				if m.Is("marker_annotation", "annotation") {
					annotation(m)
				} else {
					mods |= modifier(m.Kind())
				}
			}
		} else if c.Is("marker_annotation", "annotation") {
			annotation(c)
		} else if c.FieldIs("name") {
			break
		}
	}
	def := x.Def(d)
	def.Mods |= mods | inherited(x, def, mods)
	def.Sig = join(sig, x.Sig(from, end))
	if strings.Contains(def.Doc, "@deprecated") {
		def.Mods |= facts.Deprecated
	}
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

func modifier(kind string) facts.Mods {
	switch kind {
	case "public":
		return facts.Public | facts.Exported
	case "private":
		return facts.Private
	case "protected":
		return facts.Protected
	case "static":
		return facts.Static
	case "abstract":
		return facts.Abstract
	case "final":
		return facts.Final
	case "native":
		return facts.Extern
	}
	return 0
}

// inherited are the modifiers that a member has by where it stands: all that
// an interface declares is public, its types and constants are static.
func inherited(x *extract.X, d *facts.Def, written facts.Mods) facts.Mods {
	owner := x.Def(d.Parent)
	if owner.Kind != facts.Interface || written&facts.Private != 0 {
		return 0
	}
	if d.Kind == facts.Function {
		return facts.Exported
	}
	if d.Kind == facts.Variable {
		return facts.Exported | facts.Static | facts.Final
	}
	return facts.Exported | facts.Static
}

// annotate records an annotation and says what it means for the definition.
func annotate(x *extract.X, d int32, a sitter.Node) facts.Mods {
	name := a.Field("name")
	t := x.TypeName(extract.TypePath(name.Bytes()), name)
	x.F.Refs = append(x.F.Refs, facts.Ref{Expr: facts.None, Type: t, Def: d, Line: name.Line(), Kind: facts.RefDecorator})
	def := x.Def(d)
	def.Decorators = append(def.Decorators, x.Sig(a.Start(), a.End()))
	simple := x.F.Types[t].Name
	switch simple[strings.LastIndexByte(simple, '.')+1:] {
	case "Deprecated":
		return facts.Deprecated
	case "Override":
		return facts.Override
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory", "Property":
		if def.Kind == facts.Function && def.Form == "method" {
			def.Kind = facts.Test
		}
	}
	return 0
}
