package ruby

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func module(x *extract.X, n sitter.Node) { namespace(x, n, "module") }

func class(x *extract.X, n sitter.Node) {
	d := namespace(x, n, "class")
	if p := x.Def(d); p.Parent > 0 && x.InFunction() {
		p.Mods &^= facts.Exported
	}
}

// namespace is a module or a class. A name with a path ("class A::B") stays
// one definition, with dots.
func namespace(x *extract.X, n sitter.Node, form string) int32 {
	at, body := n.Field("name"), n.Field("body")
	name := path(at)
	if name != "" && name[0] == '.' {
		name = name[1:]
	}
	d := x.NewNamed(facts.Class, form, x.Intern([]byte(name)), n, body)
	x.Def(d).NameLine = at.Line()
	x.Def(d).Mods |= facts.Exported | facts.Public
	if s := n.Field("superclass"); s.OK() { // named from outside the class
		base(x, d, s.First(), facts.Extends)
	}
	within(x, d, func() { x.WalkBody(n, body) })
	return d
}

// within walks a class body with its own state.
func within(x *extract.X, d int32, do func()) {
	s := of(x)
	outer := s.body
	s.body = classBody{}
	x.Within(d, func() { fresh(x, do) })
	s.body = outer
}

func base(x *extract.X, d int32, n sitter.Node, rel facts.BaseRel) {
	b := facts.Base{Type: facts.None, Expr: facts.None, Rel: rel, Line: n.Line()}
	if p := path(n); p != "" {
		b.Type = x.TypeName(p, n)
	} else {
		b.Expr = x.Expr(n)
	}
	x.Def(d).Bases = append(x.Def(d).Bases, b)
}

// singletonClass is "class << self": its methods are the class's own.
func singletonClass(x *extract.X, n sitter.Node) {
	if !n.Field("value").Is("self") {
		x.Expr(n.Field("value"))
	}
	s := of(x)
	outer := s.body
	s.body = classBody{singleton: true}
	fresh(x, func() { x.WalkBody(n, n.Field("body")) })
	s.body = outer
}

// built are classes that a call makes: Struct.new(:a), Class.new(Base),
// Module.new, Data.define(:a), with their bodies in a block.
func built(x *extract.X, at, n sitter.Node) (int32, bool) {
	if !n.Is("call") {
		return facts.None, false
	}
	what := n.Field("receiver").Text() + "." + n.Field("method").Text()
	form := "class"
	switch what {
	case "Struct.new", "Class.new", "Data.define", "::Struct.new":
	case "Module.new":
		form = "module"
	default:
		return facts.None, false
	}
	block := n.Field("block")
	d := x.New(facts.Class, form, at, n.Parent(), block)
	x.Def(d).Mods |= facts.Exported | facts.Public
	within(x, d, func() {
		args := n.Field("arguments")
		switch what {
		case "Class.new":
			if a := args.First(); a.OK() {
				base(x, d, a, facts.Extends)
			}
		case "Module.new":
		default:
			base(x, d, n.Field("receiver"), facts.Extends)
			for a := range args.Children() {
				if a.Is("simple_symbol") {
					accessor(x, a, what, true, what != "Data.define")
				}
			}
		}
		x.WalkBody(block, block.Field("body"))
	})
	return d, true
}

// mixIn is include, extend and prepend in a class body.
func mixIn(x *extract.X, how string, list sitter.Node) {
	d := x.Cur()
	rel := map[string]facts.BaseRel{"include": facts.Embeds, "prepend": facts.EmbedsBefore, "extend": facts.EmbedsClass}[how]
	for a := range list.Children() {
		switch {
		case a.Is("self"): // extend self: the module's methods are its own
			of(x).body.functions = true
			for i := range x.F.Defs {
				if m := &x.F.Defs[i]; m.Parent == d && m.Kind == facts.Function {
					m.Mods |= facts.Static
				}
			}
		case path(a) != "":
			base(x, d, a, rel)
			x.Expr(a)
		default:
			x.Expr(a)
		}
	}
}
