package java

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// typeOf is a declared type; None for "var", which has its value's.
func typeOf(x *extract.X, n sitter.Node) int32 {
	if string(n.Bytes()) == "var" {
		return facts.None
	}
	return x.Type(n)
}

func genericType(x *extract.X, n sitter.Node) int32 {
	var args []int32
	for a := range n.Child("type_arguments").Children() {
		if !a.Is("line_comment", "block_comment") {
			args = append(args, x.Type(a))
		}
	}
	return x.TypeName(typePath(n.Child("type_identifier", "scoped_type_identifier")), n, args...)
}

func scopedType(x *extract.X, n sitter.Node) int32 { return x.TypeName(typePath(n), n) }

// typePath is the dotted name of a type without arguments and annotations.
func typePath(n sitter.Node) string {
	if n.Is("type_identifier") || !bytes.ContainsAny(n.Bytes(), "@</ \n\t") {
		return string(n.Bytes())
	}
	var parts []string
	for c := range n.Children() {
		switch c.Kind() {
		case "type_identifier", "scoped_type_identifier":
			parts = append(parts, typePath(c))
		case "generic_type":
			parts = append(parts, typePath(c.Child("type_identifier", "scoped_type_identifier")))
		}
	}
	return strings.Join(parts, ".")
}

// named tells whether a name is there: the parser makes up empty ones.
func named(n sitter.Node) bool { return n.End() > n.Start() }

// lastName is a dotted name's last part.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// dimensions counts the brackets that n's declared name or type carries.
func dimensions(n sitter.Node) int {
	dims := 0
	for c := range n.Children() {
		if c.Is("dimensions") {
			dims += bytes.Count(c.Bytes(), []byte{'['})
		} else if c.Is("dimensions_expr") {
			dims++
		}
	}
	return dims
}

func arrayOf(x *extract.X, t int32, dims int, n sitter.Node) int32 {
	for ; dims > 0; dims-- {
		t = x.AddType(facts.Type{Op: facts.TArray}, n, t)
	}
	return t
}

func arrayType(x *extract.X, n sitter.Node) int32 {
	return arrayOf(x, x.Type(n.Field("element")), dimensions(n), n)
}

// wildcard is its bound: what is read from the generic has that type.
func wildcard(x *extract.X, n sitter.Node) int32 {
	if l := n.Last(); !l.Is("super", "annotation", "marker_annotation") {
		return x.Type(l)
	}
	return facts.None
}

// intersection is the types among n's children, together.
func intersection(x *extract.X, n sitter.Node) int32 {
	return combine(x, n, facts.TInter)
}

func combine(x *extract.X, n sitter.Node, op facts.TypeOp) int32 {
	var of []int32
	for c := range n.Children() {
		if !c.Is("line_comment", "block_comment") {
			of = append(of, x.Type(c))
		}
	}
	if len(of) == 1 {
		return of[0]
	}
	return x.AddType(facts.Type{Op: op}, n, of...)
}

// classOf is Class<T>, the type of T.class.
func classOf(x *extract.X, t int32, n sitter.Node) int32 { return x.TypeName("Class", n, t) }
