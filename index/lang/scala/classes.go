package scala

import (
	"bytes"
	"strconv"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// typeDefinition is a class, a trait, an object, an enum, or a case of an enum
// that has parameters.
func typeDefinition(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	if !named(at) {
		x.WalkChildren(n)
		return
	}
	kind, form := facts.Class, "class"
	switch {
	case n.Is("trait_definition"):
		kind, form = facts.Interface, "trait"
	case n.Is("object_definition"):
		form = "object"
	case n.Is("package_object"):
		form = "package_object"
	case n.Is("enum_definition"):
		form = "enum"
	case n.Is("full_enum_case"), n.Child("case").OK():
		form = "case_class"
	}
	local, enum := x.Scoped(), x.Def(x.Cur()).Name
	d := x.NewNamed(kind, form, ident(x, at), n, body)
	x.Def(d).NameLine = at.Line()
	declare(x, d, n, bodyStart(n, body), local)
	def := x.Def(d)
	if form == "object" || form == "package_object" {
		def.Mods |= facts.Static
	} else if hasWord(n.Child("modifiers"), "implicit") {
		def.Mods |= facts.Extension // its members are those of its parameter's type
	}
	privateEnum(x, def, n)
	x.Within(d, func() {
		typeParams(x, d, n.Field("type_parameters"))
		ctor := primaryConstructor(x, d, n, form == "case_class")
		bases(x, d, ctor, n.Field("extend"))
		if n.Is("full_enum_case") && len(x.Def(d).Bases) == 0 {
			t := x.TypeName(enum, at)
			x.Def(d).Bases = []facts.Base{{Type: t, Expr: facts.None, Rel: facts.Extends, Line: n.Line()}}
		}
		for t := range n.Field("derive").Fields("type") {
			x.Type(t)
		}
		x.WalkChildren(body)
	})
	if local {
		x.Bind(facts.BindFunc, ident(x, at), at, facts.None, x.DefExpr(d, n))
	}
}

// privateEnum reads the modifier that the grammar does not take before "enum".
func privateEnum(x *extract.X, d *facts.Def, n sitter.Node) {
	if !n.Is("enum_definition") {
		return
	}
	before := bytes.TrimRight(x.Src[:n.Start()], " ")
	before = before[bytes.LastIndexAny(before, "\n;}")+1:]
	if m := modifiers(before); m&(facts.Private|facts.Internal|facts.Protected) != 0 {
		d.Mods = d.Mods&^facts.Exported | m
	}
}

func bodyStart(n, body sitter.Node) uint32 {
	if body.OK() {
		return body.Start()
	}
	return n.End()
}

func hasWord(n sitter.Node, word string) bool {
	for w := range bytes.FieldsSeq(n.Bytes()) {
		if string(w) == word {
			return true
		}
	}
	return false
}

// bases reads "extends A(x) with B". Only the first can be a class.
func bases(x *extract.X, d, ctor int32, n sitter.Node) {
	rel := facts.Extends
	if x.Def(d).Kind == facts.Interface {
		rel = facts.ExtendsIface
	}
	t := facts.None
	for c := range n.Children() {
		switch {
		case c.FieldIs("type") && !c.Is("arguments"):
			for p := range parts(c) {
				t = x.Type(p)
				x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: t, Expr: facts.None, Rel: rel, Line: p.Line()})
				if rel == facts.Extends {
					rel = facts.Implements
				}
			}
		case c.Is("arguments"):
			superCall(x, ctor, c, t)
		}
	}
}

// parts are the types of A with B.
func parts(n sitter.Node) func(func(sitter.Node) bool) {
	return func(yield func(sitter.Node) bool) {
		if !n.Is("compound_type") {
			yield(n)
			return
		}
		for c := range n.Children() {
			if (c.FieldIs("base") || c.FieldIs("extra")) && !yield(c) {
				return
			}
		}
	}
}

// superCall is the call of a superclass's constructor in the head of a class.
func superCall(x *extract.X, ctor int32, list sitter.Node, t int32) {
	call := func() {
		fn := x.Add(facts.Expr{Op: facts.OpSuper, A: facts.None, B: facts.None, T: t, D: facts.None}, list)
		args, flags := arguments(x, list)
		x.CallOf(fn, list, flags, args...)
	}
	if ctor == facts.None {
		call()
		return
	}
	x.Within(ctor, call)
}

// enumCase is a constant of an enum.
func enumCase(x *extract.X, n sitter.Node) {
	at, enum := n.Field("name"), x.Cur()
	if !named(at) {
		return
	}
	d := x.NewNamed(facts.Variable, "enum_member", ident(x, at), n, sitter.Node{})
	declare(x, d, n, n.End(), false)
	x.Def(d).Mods |= facts.Static | facts.Final | facts.Const
	x.Within(d, func() {
		t := x.TypeName(x.Def(enum).Name, at)
		args, flags := arguments(x, n.Field("extend").Child("arguments"))
		v := x.Construct(t, at, facts.CallImplicit|flags, args...)
		x.Def(d).Type, x.Def(d).Value = t, v
	})
}

// instance is new T(…), and new T(…) with U {…}, a class of its own.
func instance(x *extract.X, n sitter.Node) int32 {
	typ, body, list := n.First(), n.Child("template_body"), n.Field("arguments")
	if typ == body || typ == list {
		typ = sitter.Node{}
	}
	var types []int32
	for p := range parts(typ) {
		types = append(types, x.Type(p))
	}
	args, flags := arguments(x, list)
	v := facts.None
	if typ.OK() && types[0] != facts.None {
		v = x.Construct(types[0], typ, flags, args...)
	}
	if !body.OK() {
		return v
	}
	d := anonymousClass(x, types, n, body)
	if v == facts.None {
		return x.DefExpr(d, n)
	}
	return v
}

// instanceAnd is new A(…) with B {…} where the grammar takes "with" for an
// operator and B {…} for a call.
func instanceAnd(x *extract.X, n, l, r sitter.Node) int32 {
	v := x.Expr(l)
	body := r.Field("arguments")
	if !l.Is("instance_expression") || !r.Is("call_expression") || !body.Is("block") {
		x.WalkChildren(r)
		return v
	}
	types := []int32{facts.None}
	if v != facts.None {
		types[0] = x.F.Exprs[v].T
	}
	with := r.Field("function")
	types = append(types, x.TypeName(extract.TypePath(with.Bytes()), with))
	anonymousClass(x, types, n, body)
	return v
}

// anonymousClass adds a class whose name is made of its first base's; its
// number tells it from others beside it.
func anonymousClass(x *extract.X, types []int32, n, body sitter.Node) int32 {
	name := "$anon"
	if len(types) > 0 && types[0] != facts.None {
		name = lastName(x.F.Types[types[0]].Name) + name
	}
	s, key := stateOf(x), anonymous{x.Cur(), name}
	s.anonymous[key]++
	d := x.NewNamed(facts.Class, "anonymous", name, n, body)
	def := x.Def(d)
	def.Disc, def.Doc = strconv.Itoa(s.anonymous[key]), ""
	rel := facts.Extends
	for _, t := range types {
		if t != facts.None {
			def.Bases = append(def.Bases, facts.Base{Type: t, Expr: facts.None, Rel: rel, Line: n.Line()})
		}
		rel = facts.Implements
	}
	x.Within(d, func() { x.WalkChildren(body) })
	return d
}

// selfType is "a: T =>" at the start of a body: a name for this.
func selfType(x *extract.X, n sitter.Node) {
	at, typ := n.First(), facts.None
	if t := n.Last(); t != at {
		typ = x.Type(t)
	}
	if !at.Is("identifier") || string(at.Bytes()) == "this" {
		return
	}
	d := x.Def(x.Cur())
	x.BindIn(facts.BindVar, ident(x, at), at, x.Cur(), d.StartByte, d.EndByte, typ, x.Simple(facts.OpThis, "", facts.None, at))
}

func typeAlias(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	if !named(at) {
		return
	}
	d := x.NewNamed(facts.Interface, "type_alias", ident(x, at), n, sitter.Node{})
	x.Def(d).NameLine = at.Line()
	declare(x, d, n, n.End(), x.Scoped())
	x.Within(d, func() {
		typeParams(x, d, n.Field("type_parameters"))
		t := n.Field("type")
		if b := n.Child("upper_bound"); !t.OK() && b.OK() {
			t = b.Field("type")
		}
		typ := x.Type(t)
		x.Def(d).Type = typ
	})
}
