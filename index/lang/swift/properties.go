package swift

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// binding is one name in "let a: T = v, b = w".
type binding struct{ pattern, typ, value, computed, observers sitter.Node }

func bindings(n sitter.Node) []binding {
	var out []binding
	for c := range n.Children() {
		if c.Is("pattern") && c.FieldIs("name") {
			out = append(out, binding{pattern: c})
			continue
		}
		if len(out) == 0 {
			continue
		}
		b := &out[len(out)-1]
		switch {
		case c.Is("type_annotation"):
			b.typ = c
		case c.FieldIs("value"):
			b.value = c
		case c.FieldIs("computed_value"):
			b.computed = c
		case c.Is("willset_didset_block"):
			b.observers = c
		}
	}
	return out
}

// properties is let and var: definitions in types and at the top level, else
// local variables.
func properties(x *extract.X, n sitter.Node) {
	all := bindings(n)
	for i, b := range all {
		switch at := b.pattern.Field("bound_identifier"); {
		case x.Scoped():
			local(x, b)
		case !at.OK(): // a tuple
			source := x.Expr(b.value)
			elements(x, n, b.pattern, source)
		default:
			property(x, n, b, at, len(all) > 1, i)
		}
	}
}

func local(x *extract.X, b binding) {
	t := x.Type(b.typ)
	v := x.Expr(b.value)
	if b.computed.OK() { // a local computed variable: its code runs when it is read
		x.Walk(b.computed)
	}
	if b.observers.OK() {
		x.WalkChildren(b.observers)
	}
	first := len(x.F.Binds)
	bindPattern(x, b.pattern, v, t, true)
	for i := first; b.value.OK() && i < len(x.F.Binds); i++ { // the value does not see the name
		x.F.Binds[i].From = b.value.End()
	}
}

// elements defines the names of a tuple at the top level.
func elements(x *extract.X, n, pattern sitter.Node, source int32) {
	i := 0
	for p := range pattern.Children() {
		if at := p.Child("simple_identifier"); p.Is("pattern") && at.OK() {
			d := declare(x, facts.Variable, "variable", x.Text(at), at, n, sitter.Node{})
			v := x.Elem(source, i, p)
			x.Def(d).Value = v
		}
		i++
	}
}

func property(x *extract.X, n sitter.Node, b binding, at sitter.Node, several bool, i int) {
	form := "variable"
	if x.Def(x.Cur()).Kind.TypeLike() {
		form = "property"
	}
	kind := facts.Variable
	if b.computed.OK() {
		kind = facts.Function
	}
	body := b.computed
	if !body.OK() {
		body = b.observers
	}
	d := declare(x, kind, form, x.Text(at), at, n, body)
	if string(n.Child("value_binding_pattern").Bytes()) == "let" {
		x.Def(d).Mods |= facts.Readonly
	}
	if several {
		ownSpan(x, d, b)
	}
	if b.typ.OK() {
		t := annotated(b.typ)
		typ := x.Type(t)
		x.Def(d).Type, x.Def(d).Returns = typ, x.Sig(t.Start(), t.End())
	}
	s := of(x)
	outer := s.closure
	s.closure = facts.None
	x.Within(d, func() {
		if b.value.OK() {
			v := x.Expr(b.value)
			x.Def(d).Value = v
		}
		accessors(x, d, b.computed)
		observers(x, d, b.observers)
	})
	s.closure = outer
}

// ownSpan gives each of several names in one declaration its own text.
func ownSpan(x *extract.X, d int32, b binding) {
	last := b.pattern
	for _, n := range []sitter.Node{b.typ, b.value} {
		if n.OK() {
			last = n
		}
	}
	def := x.Def(d)
	def.Span = facts.Span{StartByte: b.pattern.Start(), EndByte: last.End(), StartLine: b.pattern.Line(), EndLine: last.EndLine()}
	def.Sig = x.Sig(b.pattern.Start(), last.End())
}

// accessors walks the code of a computed property or a subscript.
func accessors(x *extract.X, d int32, n sitter.Node) {
	if !n.OK() {
		return
	}
	x.Def(d).Mods |= facts.Computed | facts.Getter
	for c := range n.Children() {
		switch c.Kind() {
		case "statements":
			code(x, c)
		case "computed_getter":
			x.Block(c, func() { code(x, c.Child("statements")) })
		case "computed_setter", "computed_modify":
			x.Def(d).Mods |= facts.Setter
			x.Block(c, func() {
				changed(x, c, "newValue", x.Def(d).Type)
				x.Walk(c.Child("statements"))
			})
		}
	}
}

// changed binds the name under which an accessor gets a value.
func changed(x *extract.X, c sitter.Node, name string, typ int32) {
	at := c
	if p := c.Child("simple_identifier"); p.OK() {
		at, name = p, x.Text(p)
	}
	x.Bind(facts.BindVar, name, at, typ, facts.None)
}

func observers(x *extract.X, d int32, n sitter.Node) {
	for c := range n.Children() {
		name := "newValue"
		if c.Is("didset_clause") {
			name = "oldValue"
		}
		x.Block(c, func() {
			changed(x, c, name, x.Def(d).Type)
			x.Walk(c.Child("statements"))
		})
	}
}

func subscript(x *extract.X, n sitter.Node) {
	computed := n.Child("computed_property")
	d := declare(x, facts.Function, "subscript", "subscript", n, n, computed)
	x.Def(d).Disc = disc(x, n)
	x.Within(d, func() {
		typeParams(x, d, n)
		params(x, d, n)
		if t := typeField(n); t.OK() {
			typ := x.Type(t)
			x.Def(d).Type, x.Def(d).Returns = typ, x.Sig(t.Start(), t.End())
		}
		accessors(x, d, computed)
	})
}

func protocolProperty(x *extract.X, n sitter.Node) {
	at := n.Field("name").Field("bound_identifier")
	d := declare(x, facts.Variable, "property", x.Text(at), at, n, n.Child("protocol_property_requirements"))
	x.Def(d).Mods |= facts.Abstract
	if t := n.Child("type_annotation"); t.OK() {
		typ := x.Type(t)
		x.Def(d).Type, x.Def(d).Returns = typ, x.Sig(annotated(t).Start(), t.End())
	}
}
