package swift

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// bindPattern binds the names in a pattern that is matched against subject.
// Names bind after "let" and "var" (binds is true inside those, and where the
// syntax implies them); others are values to compare with.
func bindPattern(x *extract.X, n sitter.Node, subject, typ int32, binds bool) {
	if !n.Is("pattern") {
		x.Expr(n)
		return
	}
	var parts []sitter.Node
	for c := range n.Children() {
		parts = append(parts, c)
	}
	bindParts(x, parts, subject, typ, binds)
}

// bindParts is bindPattern for the parts of a pattern.
func bindParts(x *extract.X, parts []sitter.Node, subject, typ int32, binds bool) {
	enum := facts.None // the case that the pattern names
	inner := 0         // patterns in it
	for _, c := range parts {
		switch {
		case c.FieldIs("name") && isType(c): // "as T" and "is T"
			typ = x.Type(c)
		case c.Is("pattern"):
			inner++
		case c.Is("value_binding_pattern"):
			binds = true
		}
	}
	var owner int32 = facts.None
	i := 0
	for _, c := range parts {
		switch {
		case c.Is("value_binding_pattern", "wildcard_pattern", "comment") || c.FieldIs("name") && isType(c):
		case c.Is("user_type"): // Type.case(…)
			x.Type(c)
			owner = x.Simple(facts.OpName, x.Intern([]byte(dotted(c))), facts.None, c)
		case c.Is("simple_identifier") && x.Src[max(c.Start(), 1)-1] == '.':
			of := subject
			if owner != facts.None {
				of = owner
			}
			enum = x.Member(of, c)
			if string(c.Bytes()) == "some" {
				enum = facts.None
			}
		case c.Is("simple_identifier") && (binds || c.FieldIs("bound_identifier")):
			x.Bind(facts.BindVar, x.Text(c), c, typ, subject)
		case c.Is("pattern"):
			value := subject
			if enum != facts.None {
				value = x.Elem(enum, i, c)
			} else if inner > 1 {
				value = x.Elem(subject, i, c)
			}
			bindPattern(x, c, value, typ, binds)
			i++
		default:
			x.Expr(c)
		}
	}
}
