package scala

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declare gives a definition its modifiers, annotations and signature, which
// ends at end. What is not private or protected is exported, unless it is
// local; private[p] is visible in the package p.
func declare(x *extract.X, d int32, n sitter.Node, end uint32, local bool) {
	var mods facts.Mods
	from := n.Start()
	for c := range n.Children() {
		switch c.Kind() {
		case "annotation":
			annotate(x, d, c)
			from = c.End()
		case "modifiers":
			mods |= modifiers(c.Bytes())
		case "access_modifier":
			mods |= modifiers(c.Bytes())
		}
		if c.FieldIs("name") || c.FieldIs("pattern") {
			break
		}
	}
	if local {
		mods |= facts.Local
	} else if mods&(facts.Private|facts.Protected|facts.Internal) == 0 {
		mods |= facts.Exported
	}
	def := x.Def(d)
	def.Mods |= mods
	def.Sig = x.Sig(from, end)
}

func modifiers(b []byte) (mods facts.Mods) {
	for w := range bytes.FieldsSeq(b) {
		word, scope, qualified := strings.Cut(string(w), "[")
		switch word {
		case "private":
			if qualified && scope != "this]" {
				mods |= facts.Internal
			} else {
				mods |= facts.Private
			}
		case "protected":
			mods |= facts.Protected
		case "abstract":
			mods |= facts.Abstract
		case "final":
			mods |= facts.Final
		case "override":
			mods |= facts.Override
		case "inline":
			mods |= facts.Inline
		case "open":
			mods |= facts.Open
		}
	}
	return mods
}

// annotate records an annotation and says what it means for the definition.
func annotate(x *extract.X, d int32, a sitter.Node) {
	t := x.Type(a.Field("name"))
	if t == facts.None {
		return
	}
	x.F.Refs = append(x.F.Refs, facts.Ref{Expr: facts.None, Type: t, Def: d, Line: a.Line(), Kind: facts.RefDecorator})
	def := x.Def(d)
	def.Decorators = append(def.Decorators, x.Sig(a.Start(), a.End()))
	switch lastName(x.F.Types[t].Name) {
	case "deprecated":
		def.Mods |= facts.Deprecated
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory":
		if def.Kind == facts.Function {
			def.Kind = facts.Test
		}
	}
}

// lastName is a dotted name's last part.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
