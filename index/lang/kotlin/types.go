package kotlin

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// isType tells whether a node stands for a type.
func isType(n sitter.Node) bool {
	return n.Is("user_type", "nullable_type", "function_type", "parenthesized_type", "not_nullable_type", "parenthesized_user_type")
}

// typeIn is the first type among n's children.
func typeIn(n sitter.Node) sitter.Node {
	for c := range n.Children() {
		if isType(c) {
			return c
		}
	}
	return sitter.Node{}
}

// firstType is a wrapper that changes nothing for members: T?, (T), out T. A
// star projection has no type.
func firstType(x *extract.X, n sitter.Node) int32 { return x.Type(typeIn(n)) }

// userType is a name of one or more parts, the last of which may have
// arguments.
func userType(x *extract.X, n sitter.Node) int32 {
	var parts []string
	var args []int32
	for c := range n.Children() {
		switch c.Kind() {
		case "type_identifier":
			parts, args = append(parts, strings.Trim(extract.TypePath(c.Bytes()), "`")), nil
		case "type_arguments":
			args = typeArgs(x, c)
		}
	}
	if len(parts) == 1 {
		return x.TypeName(parts[0], n, args...)
	}
	return x.TypeName(strings.Join(parts, "."), n, args...)
}

func typeArgs(x *extract.X, list sitter.Node) (args []int32) {
	for a := range list.Children() {
		if a.Is("type_projection") {
			args = append(args, firstType(x, a))
		}
	}
	return args
}

// functionType is (A, B) -> C. A receiver comes first and is marked.
func functionType(x *extract.X, n sitter.Node) int32 {
	t := facts.Type{Op: facts.TFunc}
	var args []int32
	for c := range n.Children() {
		switch {
		case c.Is("function_type_parameters"):
			for p := range c.Children() {
				switch {
				case isType(p):
					args = append(args, x.Type(p))
				case p.Is("parameter"):
					args = append(args, x.Type(typeIn(p)))
				}
			}
		case c.Is("type_identifier"): // of the receiver, without a node around
			t.Name = "receiver"
			args = append(args, x.TypeName(extract.TypePath(c.Bytes()), c, typeArgs(x, n.Child("type_arguments"))...))
		case isType(c):
			if c.Start() < n.Child("function_type_parameters").Start() {
				t.Name = "receiver"
			}
			args = append(args, x.Type(c))
		}
	}
	return x.AddType(t, n, args...)
}

// typeParams adds type parameters with their bounds, those after "where" too.
func typeParams(x *extract.X, d int32, n sitter.Node) {
	for p := range n.Child("type_parameters").Children() {
		if !p.Is("type_parameter") {
			continue
		}
		tp := facts.TypeParam{Name: x.Text(p.Child("type_identifier")), Bound: x.Type(typeIn(p)), Def: facts.None}
		x.Def(d).TypeParams = append(x.Def(d).TypeParams, tp)
	}
	for c := range n.Child("type_constraints").Children() {
		if !c.Is("type_constraint") {
			continue
		}
		bound := x.Type(typeIn(c))
		for i := range x.Def(d).TypeParams {
			tp := &x.Def(d).TypeParams[i]
			if tp.Name != string(c.Child("type_identifier").Bytes()) {
				continue
			}
			if tp.Bound != facts.None && bound != facts.None {
				bound = x.AddType(facts.Type{Op: facts.TInter}, c, tp.Bound, bound)
			}
			tp.Bound = bound
		}
	}
}

// text is a type as written.
func text(x *extract.X, n sitter.Node) string { return x.Intern([]byte(x.Sig(n.Start(), n.End()))) }
