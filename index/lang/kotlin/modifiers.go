package kotlin

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declare gives a definition its modifiers, annotations and signature, which
// ends at end. What is not private, protected or internal is exported, unless
// it is local.
func declare(x *extract.X, d int32, n sitter.Node, end uint32, local bool) {
	list := n.Child("modifiers")
	mods, from := facts.Mods(0), n.Start()
	for m := range list.Children() {
		switch m.Kind() {
		case "annotation":
			annotate(x, d, m)
			if m.Start() <= from { // those at the front are no part of the signature
				from = m.End() + blanks(x.Src[m.End():n.End()])
			}
		default:
			mods |= modifier(m)
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
	if def.Doc == "" {
		def.Doc = docAfterImports(x, d, n)
	}
}

func blanks(b []byte) uint32 {
	n := 0
	for n < len(b) && (b[n] == ' ' || b[n] == '\n' || b[n] == '\t' || b[n] == '\r') {
		n++
	}
	return uint32(n)
}

func modifier(m sitter.Node) facts.Mods {
	switch string(m.Bytes()) {
	case "public":
		return facts.Public
	case "private":
		return facts.Private
	case "protected":
		return facts.Protected
	case "internal":
		return facts.Internal
	case "abstract":
		return facts.Abstract
	case "final":
		return facts.Final
	case "open":
		return facts.Open
	case "override":
		return facts.Override
	case "const":
		return facts.Const
	case "suspend":
		return facts.Async
	case "inline":
		return facts.Inline
	case "external":
		return facts.Extern
	}
	return 0
}

// annotate records an annotation and says what it means for the definition.
func annotate(x *extract.X, d int32, a sitter.Node) {
	on := a.Child("user_type")
	if c := a.Child("constructor_invocation"); c.OK() {
		on = c.Child("user_type")
	}
	if !on.OK() {
		return
	}
	t := x.Type(on)
	x.F.Refs = append(x.F.Refs, facts.Ref{Expr: facts.None, Type: t, Def: d, Line: on.Line(), Kind: facts.RefDecorator})
	def := x.Def(d)
	def.Decorators = append(def.Decorators, x.Sig(a.Start(), a.End()))
	switch lastName(x.F.Types[t].Name) {
	case "Deprecated":
		def.Mods |= facts.Deprecated
	case "JvmStatic":
		def.Mods |= facts.Static
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate":
		if def.Kind == facts.Function && def.Form == "function" {
			def.Kind = facts.Test
		}
	}
}

// lastName is a dotted name's last part.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
