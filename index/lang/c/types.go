package c

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// sizedType is "unsigned long": its words in one name.
func sizedType(x *extract.X, n sitter.Node) int32 {
	name := strings.Join(strings.Fields(n.Text()), " ")
	return x.TypeName(name, n)
}

// typeDescriptor is a type with an abstract declarator: "const char *".
func typeDescriptor(x *extract.X, n sitter.Node) int32 {
	return declare(x, x.Type(n.Field("type")), n.Field("declarator")).typ
}

// namedType is a::B<C>.
func namedType(x *extract.X, n sitter.Node) int32 {
	var parts []string
	var args []int32
	last := n
	for ; last.Is("qualified_identifier"); last = last.Field("name") {
		scope := last.Field("scope")
		switch scope.Kind() {
		case "":
		case "template_type":
			args = templateArguments(x, scope.Field("arguments"))
			parts = append(parts, scope.Field("name").Text())
			if len(parts) == 2 && parts[0] == "std" && last.Field("name").Text() == "type" { // std::decay<T>::type is std::decay_t<T>
				return x.TypeName("std."+parts[1]+"_t", n, args...)
			}
			args = nil
		case "namespace_identifier":
			parts = append(parts, scope.Text())
		default: // decltype(x)::type
			x.Type(scope)
			return x.AddType(facts.Type{Op: facts.TMapped}, n)
		}
	}
	if last.Is("dependent_name") {
		last = last.First()
	}
	if last.Is("template_type", "template_function") {
		args = templateArguments(x, last.Field("arguments"))
		last = last.Field("name")
	}
	return x.TypeName(extract.TypePath([]byte(strings.Join(append(parts, last.Text()), "."))), n, args...)
}

// templateArguments are types; of values only the place is kept.
func templateArguments(x *extract.X, list sitter.Node) []int32 {
	var out []int32
	for c := range list.Children() {
		switch {
		case c.Is("comment"):
		case c.Is("type_descriptor", "parameter_pack_expansion", "template_type", "qualified_identifier"):
			out = append(out, x.Type(c))
		default:
			x.Expr(c)
			out = append(out, facts.None)
		}
	}
	return out
}

// placeholder is auto or decltype(…).
func placeholder(x *extract.X, n sitter.Node) int32 {
	return x.Type(n.Child("decltype"))
}

func decltype(x *extract.X, n sitter.Node) int32 {
	of := n.First()
	if of.Is("auto") {
		return facts.None
	}
	calls := len(x.F.Calls)
	e := x.Expr(of)
	x.F.Calls = x.F.Calls[:calls] // it is not evaluated
	if e == facts.None {
		return facts.None
	}
	return x.AddType(facts.Type{Op: facts.TTypeof, Expr: e}, n)
}

// isClassType tells types that may have constructors: a name that is no
// pointer, array or builtin.
func isClassType(n sitter.Node) bool {
	return n.Is("type_identifier", "qualified_identifier", "template_type", "dependent_type")
}

// typeText is a type as written, for signatures: the specifiers of a
// declaration up to its declarator, with the stars before the name.
func typeText(x *extract.X, from uint32, at sitter.Node) string {
	s := x.Sig(from, at.Start())
	for _, w := range [...]string{"static ", "inline ", "extern ", "virtual ", "explicit ", "friend ", "constexpr "} {
		for strings.HasPrefix(s, w) {
			s = s[len(w):]
		}
	}
	return s
}
