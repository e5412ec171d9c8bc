package rust

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func typeHooks() map[string]func(*extract.X, sitter.Node) int32 {
	nothing := func(*extract.X, sitter.Node) int32 { return facts.None }
	return map[string]func(*extract.X, sitter.Node) int32{
		"type_identifier":             namedType,
		"scoped_type_identifier":      scopedType,
		"generic_type":                genericType,
		"generic_type_with_turbofish": genericType,
		"bracketed_type":              func(x *extract.X, n sitter.Node) int32 { return x.Type(n.First()) },
		"qualified_type":              qualifiedType,
		"function_type":               functionType,
		"bounded_type":                boundedType,
		"trait_bounds":                boundedType,
		"higher_ranked_trait_bound":   func(x *extract.X, n sitter.Node) int32 { return x.Type(n.Field("type")) },
		"parameter":                   func(x *extract.X, n sitter.Node) int32 { return x.Type(n.Field("type")) },
		"dynamic_type":                dynType,
		"abstract_type":               dynType,
		"tuple_type":                  tupleType,
		"never_type":                  computedType,
		"macro_invocation":            computedType,
		"removed_trait_bound":         nothing,
		"lifetime":                    nothing,
	}
}

func computedType(x *extract.X, n sitter.Node) int32 {
	return x.AddType(facts.Type{Op: facts.TMapped}, n)
}

func namedType(x *extract.X, n sitter.Node) int32 {
	switch name := rawName(x, n); name {
	case "Self":
		return x.AddType(facts.Type{Op: facts.TSelf}, n)
	case "_":
		return facts.None
	default:
		return x.TypeName(name, n)
	}
}

// scopedType is a path: a::B, or T::Item and <T as Trait>::Item.
func scopedType(x *extract.X, n sitter.Node) int32 {
	if name := pathName(n); name != "" {
		return x.TypeName(name, n)
	}
	return computedType(x, n)
}

// pathName is a path joined by dots, without type arguments; "" where a part
// is a type without a name.
func pathName(n sitter.Node) string {
	switch n.Kind() {
	case "scoped_type_identifier", "scoped_identifier":
		path, name := n.Field("path"), n.Field("name").Text()
		if !path.OK() {
			return name
		}
		if p := pathName(path); p != "" {
			return p + "." + name
		}
		return ""
	case "generic_type", "generic_type_with_turbofish":
		return pathName(n.Field("type"))
	case "bracketed_type":
		return pathName(n.First())
	case "qualified_type":
		return pathName(n.Field("type"))
	case "identifier", "type_identifier", "primitive_type", "crate", "self", "super", "metavariable":
		return strings.TrimPrefix(n.Text(), "r#")
	case "reference_type":
		return pathName(n.Field("type"))
	}
	return ""
}

// typeName is the last part of a type's name without references and arguments,
// or the type as written where it has no name: "[u8]".
func typeName(n sitter.Node) string {
	for n.Is("reference_type", "pointer_type") {
		n = n.Field("type")
	}
	if n.Is("dynamic_type", "abstract_type") {
		n = n.Field("trait")
	}
	if p := pathName(n); p != "" {
		return p[strings.LastIndexByte(p, '.')+1:]
	}
	return compact(n.Bytes())
}

func genericType(x *extract.X, n sitter.Node) int32 {
	args := typeArguments(x, n.Field("type_arguments"))
	if string(n.Field("type").Bytes()) == "Self" {
		return x.AddType(facts.Type{Op: facts.TSelf}, n, args...)
	}
	if name := pathName(n.Field("type")); name != "" {
		return x.TypeName(name, n, args...)
	}
	return computedType(x, n)
}

// typeArguments are the positional arguments, then the types bound to
// associated types.
func typeArguments(x *extract.X, list sitter.Node) []int32 {
	var args, bound []int32
	for c := range list.Children() {
		switch c.Kind() {
		case "lifetime", "line_comment", "block_comment":
		case "type_binding":
			bound = append(bound, x.Type(c.Field("type")))
		case "block":
			args = append(args, facts.None)
		case "integer_literal", "negative_literal", "boolean_literal", "char_literal", "string_literal", "float_literal":
			args = append(args, facts.None)
		default:
			args = append(args, x.Type(c))
		}
	}
	return append(args, bound...)
}

// qualifiedType is "T as Trait": the members of both.
func qualifiedType(x *extract.X, n sitter.Node) int32 {
	t, trait := x.Type(n.Field("type")), x.Type(n.Field("alias"))
	return x.AddType(facts.Type{Op: facts.TInter}, n, t, trait)
}

func dynType(x *extract.X, n sitter.Node) int32 {
	return x.AddType(facts.Type{Op: facts.TDyn}, n, x.Type(n.Field("trait")))
}

// tupleType is a tuple, or a type in parentheses.
func tupleType(x *extract.X, n sitter.Node) int32 {
	var of []int32
	for c := range n.Children() {
		if !c.Is("line_comment", "block_comment") {
			of = append(of, x.Type(c))
		}
	}
	if len(of) == 1 && !strings.HasSuffix(compact(n.Bytes()), ",)") {
		return of[0]
	}
	return x.AddType(facts.Type{Op: facts.TTuple}, n, of...)
}

// functionType is fn(A) -> B, or a bound Fn(A) -> B.
func functionType(x *extract.X, n sitter.Node) int32 {
	var args []int32
	for p := range n.Field("parameters").Children() {
		if !p.Is("line_comment", "block_comment", "attribute_item") {
			args = append(args, x.Type(p))
		}
	}
	args = append(args, x.Type(n.Field("return_type")))
	return x.AddType(facts.Type{Op: facts.TFunc}, n, args...)
}

// boundedType is A + B; lifetimes and ?Sized say nothing here.
func boundedType(x *extract.X, n sitter.Node) int32 {
	var of []int32
	for c := range n.Children() {
		if t := x.Type(c); t != facts.None {
			of = append(of, t)
		}
	}
	switch len(of) {
	case 0:
		return facts.None
	case 1:
		return of[0]
	}
	return x.AddType(facts.Type{Op: facts.TInter}, n, of...)
}

// generics adds the type parameters of an item with their bounds, also those
// of its where clause.
func generics(x *extract.X, d int32, n sitter.Node) {
	for p := range n.Field("type_parameters").Children() {
		tp := facts.TypeParam{Bound: facts.None, Def: facts.None}
		if p.Is("optional_type_parameter") {
			tp.Def = x.Type(p.Field("default_type"))
			p = p.Field("name")
		}
		switch p.Kind() {
		case "type_identifier":
			tp.Name = rawName(x, p)
		case "constrained_type_parameter":
			if p.Field("left").Is("lifetime") {
				continue
			}
			tp.Name = rawName(x, p.Field("left"))
			tp.Bound = x.Type(p.Field("bounds"))
		case "const_parameter":
			tp.Name = rawName(x, p.Field("name"))
			tp.Bound = x.Type(p.Field("type"))
		default:
			continue
		}
		x.Def(d).TypeParams = append(x.Def(d).TypeParams, tp)
	}
	for p := range n.Child("where_clause").Children() {
		if p.Is("where_predicate") {
			wherePredicate(x, d, p)
		}
	}
}

// wherePredicate bounds a type parameter, the type itself ("Self: B" in a
// trait) or an associated type, which becomes a parameter "T.Item".
func wherePredicate(x *extract.X, d int32, p sitter.Node) {
	left := p.Field("left")
	if left.Is("higher_ranked_trait_bound") {
		left = left.Field("type")
	}
	if !left.Is("type_identifier", "scoped_type_identifier") {
		return
	}
	name := pathName(left)
	if name == "Self" {
		if x.Def(d).Form == "trait" {
			bases(x, d, p.Field("bounds"))
		}
		return
	}
	bound := x.Type(p.Field("bounds"))
	if bound == facts.None || name == "" {
		return
	}
	for i := range x.Def(d).TypeParams {
		tp := &x.Def(d).TypeParams[i]
		if tp.Name != name {
			continue
		}
		if tp.Bound != facts.None {
			bound = x.AddType(facts.Type{Op: facts.TInter}, p, tp.Bound, bound)
		}
		x.Def(d).TypeParams[i].Bound = bound
		return
	}
	// A parameter of the block around, which the member bounds further.
	if outer := outerBound(x, x.Def(d).Parent, name); outer != facts.None {
		bound = x.AddType(facts.Type{Op: facts.TInter}, p, outer, bound)
	}
	x.Def(d).TypeParams = append(x.Def(d).TypeParams, facts.TypeParam{Name: x.Intern([]byte(name)), Bound: bound, Def: facts.None})
}

func outerBound(x *extract.X, d int32, name string) int32 {
	for ; d > 0; d = x.Def(d).Parent {
		for _, tp := range x.Def(d).TypeParams {
			if tp.Name == name {
				return tp.Bound
			}
		}
	}
	return facts.None
}
