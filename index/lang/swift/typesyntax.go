package swift

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func isType(n sitter.Node) bool {
	k := n.Kind()
	return k == "user_type" || strings.HasSuffix(k, "_type") || k == "metatype" || k == "tuple_type_item"
}

// typeField is the type among the children that the grammar all calls "name".
func typeField(n sitter.Node) sitter.Node {
	for c := range n.Fields("name") {
		if isType(c) {
			return c
		}
	}
	return sitter.Node{}
}

// annotated is the type of ": T".
func annotated(n sitter.Node) sitter.Node {
	if t := typeField(n); t.OK() {
		return t
	}
	return n.Last()
}

// dotted is the path of a type's name, without type arguments.
func dotted(n sitter.Node) string {
	var parts []string
	for c := range n.Children() {
		if c.Is("type_identifier") {
			parts = append(parts, c.Text())
		}
	}
	if len(parts) == 0 {
		return n.Text()
	}
	return strings.Join(parts, ".")
}

// userType is A.B<C>, Self, or A.Type, which is the type itself.
func userType(x *extract.X, n sitter.Node) int32 {
	name := dotted(n)
	if name == "Self" {
		return x.AddType(facts.Type{Op: facts.TSelf}, n)
	}
	for _, meta := range []string{".Type", ".Protocol"} {
		if s, ok := strings.CutSuffix(name, meta); ok {
			t := x.TypeName(s, n)
			return x.AddType(facts.Type{Op: facts.TMapped, Name: "meta"}, n, t)
		}
	}
	var args []int32
	if a := n.Last(); a.Is("type_arguments") {
		for t := range a.Children() {
			args = append(args, x.Type(t))
		}
	}
	if len(args) == 1 && name == "Optional" {
		return x.AddType(facts.Type{Op: facts.TRef}, n, args...)
	}
	return x.TypeName(name, n, args...)
}

func listOf(x *extract.X, n sitter.Node, element int32) int32 {
	return x.AddType(facts.Type{Op: facts.TArray}, n, element)
}

func dictionaryType(x *extract.X, n sitter.Node) int32 {
	k := x.Type(n.First())
	return x.TypeName("Dictionary", n, k, x.Type(n.Last()))
}

// tupleType is (A, B); a single type in parentheses is that type.
func tupleType(x *extract.X, n sitter.Node) int32 {
	var items []int32
	for c := range n.Fields("element") {
		items = append(items, x.Type(c))
	}
	if only := n.First(); len(items) == 0 && only.OK() && only == n.Last() { // "(any A)" has no element
		return x.Type(only)
	}
	if len(items) == 1 {
		return items[0]
	}
	return x.AddType(facts.Type{Op: facts.TTuple}, n, items...)
}

// itemType is the type of an element of a tuple type; that of "any A" has no
// field.
func itemType(n sitter.Node) sitter.Node {
	if t := typeField(n); t.OK() || !isType(n.Last()) {
		return t
	}
	return n.Last()
}

func functionType(x *extract.X, n sitter.Node) int32 {
	var args []int32
	for c := range n.Field("params").Fields("element") {
		args = append(args, x.Type(c))
	}
	return x.AddType(facts.Type{Op: facts.TFunc}, n, append(args, x.Type(typeField(n)))...)
}
