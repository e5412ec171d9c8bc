package c

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// declared is what a declarator says: a name with its type, or a function with
// the type of its result.
type declared struct {
	at  sitter.Node // the name; the zero Node where there is none
	fn  sitter.Node // the function_declarator of a function
	typ int32
}

// declare reads a declarator from the outside in: what is outside applies to
// the base type first.
func declare(x *extract.X, base int32, d sitter.Node) declared {
	for d.OK() {
		switch d.Kind() {
		case "pointer_declarator", "abstract_pointer_declarator", "pointer_type_declarator",
			"reference_declarator", "abstract_reference_declarator":
			if base != facts.None {
				base = x.AddType(facts.Type{Op: facts.TRef}, d, base)
			}
		case "array_declarator", "abstract_array_declarator":
			x.Expr(d.Field("size"))
			base = x.AddType(facts.Type{Op: facts.TArray}, d, base)
		case "function_declarator":
			if at := functionName(d); at.OK() {
				if r := d.Child("trailing_return_type"); r.OK() {
					base = x.Type(r.First())
				}
				return declared{at: at, fn: d, typ: base}
			}
			base = functionType(x, d, base)
		case "abstract_function_declarator":
			base = functionType(x, d, base)
		case "operator_cast":
			return declared{at: d, fn: d.Field("declarator"), typ: x.Type(d.Field("type"))}
		case "init_declarator", "parenthesized_declarator", "abstract_parenthesized_declarator", "attributed_declarator", "variadic_declarator":
		default:
			if cast := castName(d); cast.OK() { // A::operator T()
				return declared{at: d, fn: cast.Field("declarator"), typ: x.Type(cast.Field("type"))}
			}
			return declared{at: d, typ: base}
		}
		d = inner(d)
	}
	return declared{typ: base}
}

// inner is the declarator inside one.
func inner(d sitter.Node) sitter.Node {
	if n := d.Field("declarator"); n.OK() {
		return n
	}
	for c := range d.Children() {
		k := c.Kind()
		if strings.HasSuffix(k, "declarator") || strings.HasSuffix(k, "identifier") || strings.HasSuffix(k, "_name") ||
			k == "template_function" || k == "operator_cast" {
			return c
		}
	}
	return sitter.Node{}
}

// functionName is the name of a declarator that declares a function itself, not
// a pointer to one.
func functionName(d sitter.Node) sitter.Node {
	n := inner(d)
	for n.Is("parenthesized_declarator", "attributed_declarator") {
		n = inner(n)
	}
	if strings.HasSuffix(n.Kind(), "declarator") {
		return sitter.Node{}
	}
	return n
}

// castName is the conversion operator that a qualified name ends with.
func castName(n sitter.Node) sitter.Node {
	for n.Is("qualified_identifier") {
		n = n.Field("name")
	}
	if n.Is("operator_cast") {
		return n
	}
	return sitter.Node{}
}

func functionType(x *extract.X, d sitter.Node, result int32) int32 {
	var args []int32
	for p := range d.Field("parameters").Children() {
		if strings.HasSuffix(p.Kind(), "parameter_declaration") && !isVoid(p) {
			args = append(args, declare(x, x.Type(p.Field("type")), p.Field("declarator")).typ)
		}
	}
	if r := d.Child("trailing_return_type"); r.OK() {
		result = x.Type(r.First())
	}
	return x.AddType(facts.Type{Op: facts.TFunc}, d, append(args, result)...)
}

// isVoid is the "(void)" of a function without parameters.
func isVoid(p sitter.Node) bool {
	return !p.Field("declarator").OK() && string(p.Bytes()) == "void"
}

// nameOf is the plain name of what a declarator names, and the class or
// namespace that qualifies it as a Type.
func nameOf(x *extract.X, n sitter.Node) (name string, recv int32) {
	last := n
	for last.Is("qualified_identifier") {
		last = last.Field("name")
	}
	recv = facts.None
	if last != n {
		recv = scopeType(x, n)
	}
	return plainName(x, last), recv
}

func plainName(x *extract.X, n sitter.Node) string {
	switch n.Kind() {
	case "destructor_name":
		return x.Intern([]byte("~" + n.First().Text()))
	case "operator_name", "operator_cast":
		to := n.End()
		if d := n.Field("declarator"); d.OK() && n.Is("operator_cast") {
			for d.Is("abstract_pointer_declarator", "abstract_reference_declarator") && d.First().OK() {
				d = d.Last()
			}
			if d.Is("abstract_function_declarator") {
				to = d.Start()
			}
		}
		return x.Intern([]byte(operatorName(string(x.Src[n.Start():to]))))
	case "template_function", "template_method", "template_type":
		return x.Text(n.Field("name"))
	case "dependent_name":
		return plainName(x, n.First())
	}
	return x.Text(n)
}

// operatorName writes operators one way: "operator==", "operator new",
// "operator bool".
func operatorName(s string) string {
	s = strings.Join(strings.Fields(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "operator"))), " ")
	if s != "" && isWordByte(s[0]) {
		return "operator " + s
	}
	return "operator" + strings.ReplaceAll(s, " ", "")
}

// scopeType is the A::B of A::B::f as a type.
func scopeType(x *extract.X, n sitter.Node) int32 {
	var parts []string
	var args []int32
	for ; n.Is("qualified_identifier"); n = n.Field("name") {
		scope := n.Field("scope")
		args = nil
		switch scope.Kind() {
		case "":
		case "template_type":
			args = templateArguments(x, scope.Field("arguments"))
			parts = append(parts, scope.Field("name").Text())
		default:
			parts = append(parts, scope.Text())
		}
	}
	if len(parts) == 0 {
		return facts.None
	}
	return x.TypeName(extract.TypePath([]byte(strings.Join(parts, "."))), n, args...)
}
