package c

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// access is "public:" and its like: it holds for the members that follow.
func access(x *extract.X, n sitter.Node) {
	switch string(n.Bytes()) {
	case "public":
		state(x).access = facts.Public
	case "protected":
		state(x).access = facts.Protected
	default:
		state(x).access = facts.Private
	}
}

func bases(x *extract.X, d int32, clause sitter.Node) {
	for c := range clause.Children() {
		if c.Is("access_specifier", "comment", "attribute_declaration") {
			continue
		}
		if t := x.Type(c); t != facts.None {
			x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: facts.Extends, Line: c.Line()})
		}
	}
}

// constructorInits are the initializers of a constructor: those of bases, or of
// another constructor of the class, are calls.
func constructorInits(x *extract.X, n sitter.Node, f int32) {
	for c := range n.Child("field_initializer_list").Children() {
		if !c.Is("field_initializer") {
			continue
		}
		at, list := c.First(), c.Last()
		args, _ := x.Args(list)
		if t, flags := baseInit(x, f, at); t != facts.None {
			x.Construct(t, c, flags|spread(list), args...)
		}
	}
}

// baseInit is the type that an initializer builds where it names a base class
// or the class itself, None for fields. Where the class is not in this file, a
// capital speaks for a base, which may come to nothing.
func baseInit(x *extract.X, f int32, at sitter.Node) (t int32, flags facts.CallFlags) {
	if at.Is("qualified_identifier") {
		return x.Type(at), 0
	}
	name := at
	var args []int32
	if at.Is("template_method") {
		name = at.Field("name")
		args = templateArguments(x, at.Field("arguments"))
	}
	text := x.Text(name)
	if text == x.Def(f).Name || at.Is("template_method") {
		return x.TypeName(text, at, args...), 0
	}
	class := classOf(x, f)
	if class == facts.None {
		if text != "" && text[0] >= 'A' && text[0] <= 'Z' {
			return x.TypeName(text, at), facts.CallImplicit
		}
		return facts.None, 0
	}
	for _, b := range x.Def(class).Bases {
		base := x.F.Types[b.Type].Name
		if base[strings.LastIndexByte(base, '.')+1:] == text {
			return b.Type, 0
		}
	}
	return facts.None, 0
}

// classOf is the class of a constructor, None if it is not in this file.
func classOf(x *extract.X, f int32) int32 {
	d := x.Def(f)
	if p := x.Def(d.Parent); p.Kind == facts.Class && p.Form != "namespace" {
		return d.Parent
	}
	if d.Recv == facts.None {
		return facts.None
	}
	name := x.F.Types[d.Recv].Name
	name = name[strings.LastIndexByte(name, '.')+1:]
	for i := range x.F.Defs {
		if c := &x.F.Defs[i]; c.Name == name && c.Kind == facts.Class && c.Form != "namespace" {
			return int32(i)
		}
	}
	return facts.None
}

// friend declares a function of the namespace around the class.
func friend(x *extract.X, n sitter.Node) {
	class := x.Cur()
	first := len(x.F.Defs)
	x.WalkChildren(n)
	if x.Def(class).Parent == facts.None {
		return
	}
	for i := first; i < len(x.F.Defs); i++ {
		d := &x.F.Defs[i]
		if d.Parent != class {
			continue
		}
		d.Parent = x.Def(class).Parent
		d.Mods &^= facts.Private | facts.Protected | facts.Public
		d.Mods |= facts.Exported
		if d.Form == "method" || d.Form == "constructor" {
			d.Form = "function"
		}
	}
}
