package csharp

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// namedType is a qualified or generic name: the path without type arguments,
// and those of its last part.
func namedType(x *extract.X, n sitter.Node) int32 {
	last := n
	for last.Is("qualified_name", "alias_qualified_name") {
		last = last.Field("name")
	}
	var args []int32
	for a := range last.Child("type_argument_list").Children() {
		args = append(args, x.Type(a))
	}
	return x.TypeName(dotted(n), n, args...)
}

func functionPointer(x *extract.X, n sitter.Node) int32 {
	var args []int32
	for p := range n.Children() {
		if p.Is("function_pointer_parameter") {
			args = append(args, x.Type(p.Field("type")))
		}
	}
	return x.AddType(facts.Type{Op: facts.TFunc}, n, append(args, x.Type(n.Field("returns")))...)
}

// plain is a name without its type arguments.
func plain(n sitter.Node) sitter.Node {
	if n.Is("generic_name") {
		return n.First()
	}
	return n
}

// disc tells overloads apart: the simple names of the parameters' types.
func disc(list sitter.Node) string {
	var parts []string
	for p := range list.Children() {
		switch {
		case p.Is("parameter"):
			s := simple(p.Field("type"))
			for c := range p.Children() {
				if m := string(c.Bytes()); c.Is("modifier") && (m == "ref" || m == "out" || m == "in") {
					s = m + " " + s
				}
			}
			parts = append(parts, s)
		case p.FieldIs("type"):
			parts = append(parts, simple(p))
		}
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// simple is the simple name of a type as written, without type arguments.
func simple(n sitter.Node) string {
	switch n.Kind() {
	case "qualified_name", "alias_qualified_name":
		return simple(n.Field("name"))
	case "generic_name":
		return n.First().Text()
	case "nullable_type":
		return simple(n.Field("type")) + "?"
	case "pointer_type":
		return simple(n.Field("type")) + "*"
	case "ref_type", "scoped_type":
		return simple(n.Field("type"))
	case "array_type":
		rank := n.Field("rank").Text()
		return simple(n.Field("type")) + "[" + strings.Repeat(",", strings.Count(rank, ",")) + "]"
	case "tuple_type":
		var parts []string
		for e := range n.Children() {
			parts = append(parts, simple(e.Field("type")))
		}
		return "(" + strings.Join(parts, ",") + ")"
	case "function_pointer_type":
		return "delegate*"
	}
	return n.Text()
}
