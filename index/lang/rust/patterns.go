package rust

import (
	"unicode"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// unwrapPattern looks through what does not take a value apart: mut, ref, &.
func unwrapPattern(n sitter.Node) sitter.Node {
	for n.Is("mut_pattern", "ref_pattern", "reference_pattern") {
		n = n.Last()
	}
	return n
}

// bindPattern binds the names of a pattern to the parts of a value, visible
// from a byte on.
func bindPattern(x *extract.X, n sitter.Node, v int32, from uint32) {
	n = unwrapPattern(n)
	switch n.Kind() {
	case "identifier":
		if name := rawName(x, n); !isConstant(name) {
			x.BindAfter(from, facts.BindVar, name, n, facts.None, v)
		}
	case "captured_pattern":
		bindPattern(x, n.First(), v, from)
		bindPattern(x, n.Last(), v, from)
	case "or_pattern":
		for c := range n.Children() {
			bindPattern(x, c, v, from)
		}
	case "tuple_pattern":
		bindElements(x, n, v, from, func(i int, at sitter.Node) int32 { return x.Elem(v, i, at) })
	case "slice_pattern":
		bindElements(x, n, v, from, func(_ int, at sitter.Node) int32 { return x.Simple(facts.OpIter, "", v, at) })
	case "tuple_struct_pattern":
		bindTupleStruct(x, n, v, from)
	case "struct_pattern":
		bindStruct(x, n, v, from)
	case "macro_invocation", "const_block":
		x.Expr(n)
	}
}

// isConstant tells a constant or a unit variant in a pattern from a name that
// it binds: by the case, as the compiler's lints have it.
func isConstant(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// bindElements binds the parts of a sequence; behind ".." their places are not
// known.
func bindElements(x *extract.X, n sitter.Node, v int32, from uint32, part func(int, sitter.Node) int32) {
	i, known := 0, v != facts.None
	for c := range n.Children() {
		switch {
		case c.Is("line_comment", "block_comment"), c.FieldIs("type"):
			continue
		case c.Is("remaining_field_pattern"):
			known = false
		case known:
			bindPattern(x, c, part(i, c), from)
		default:
			bindPattern(x, c, facts.None, from)
		}
		i++
	}
}

// bindTupleStruct is Some(p), or a tuple variant or struct.
func bindTupleStruct(x *extract.X, n sitter.Node, v int32, from uint32) {
	typ := n.Field("type")
	switch string(typ.Bytes()) {
	case "Some", "Ok", "Option::Some", "Result::Ok", "Poll::Ready", "Ready":
		payload := facts.None
		if v != facts.None {
			payload = x.Simple(facts.OpTry, "", v, n)
		}
		bindElements(x, n, payload, from, func(int, sitter.Node) int32 { return payload })
	case "Err", "Result::Err":
		bindElements(x, n, facts.None, from, nil)
	default:
		whole := whole(x, typ, v, n)
		bindElements(x, n, whole, from, func(i int, at sitter.Node) int32 {
			return x.Simple(facts.OpMember, digits(i), whole, at)
		})
	}
}

func bindStruct(x *extract.X, n sitter.Node, v int32, from uint32) {
	whole := whole(x, n.Field("type"), v, n)
	for c := range n.Children() {
		if !c.Is("field_pattern") {
			continue
		}
		at := c.Field("name")
		part := x.Simple(facts.OpMember, rawName(x, at), whole, at)
		if p := c.Field("pattern"); p.OK() {
			bindPattern(x, p, part, from)
		} else {
			x.BindAfter(from, facts.BindVar, rawName(x, at), at, facts.None, part)
		}
	}
}

// whole is a value seen as the struct or variant that a pattern names.
func whole(x *extract.X, typ sitter.Node, v int32, n sitter.Node) int32 {
	name := pathName(typ)
	if name == "" {
		return v
	}
	t := facts.None
	if name == "Self" {
		t = x.AddType(facts.Type{Op: facts.TSelf}, typ)
	} else {
		t = x.TypeName(name, typ)
	}
	return x.Cast(v, t, n)
}

func digits(i int) string {
	if i < 10 {
		return "0123456789"[i : i+1]
	}
	return digits(i/10) + digits(i%10)
}
