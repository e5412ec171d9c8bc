package swift

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// identifier is a name; $0 is a parameter of the closure around.
func identifier(x *extract.X, n sitter.Node) int32 {
	b := n.Bytes()
	switch {
	case len(b) == 0: // missing
		return facts.None
	case len(b) == 2 && b[0] == '$' && b[1] >= '0' && b[1] <= '9' && of(x).closure != facts.None:
		return x.Add(facts.Expr{Op: facts.OpParam, A: of(x).closure, B: int32(b[1] - '0'), T: facts.None, D: facts.None}, n)
	case string(b) == "Self":
		return x.Simple(facts.OpSelfClass, "", facts.None, n)
	case string(b) == "_", string(b) == "fallthrough":
		return facts.None
	}
	if b[0] == '`' { // a keyword as a name
		return x.Simple(facts.OpName, x.Intern(bytes.Trim(b, "`")), facts.None, n)
	}
	return x.Name(n)
}

// self is the instance, or in a static member the type.
func self(x *extract.X, n sitter.Node) int32 {
	op := facts.OpThis
	for d := x.Cur(); d > 0 && !x.Def(d).Kind.TypeLike(); d = x.Def(d).Parent {
		if x.Def(d).Mods.Has(facts.Static) {
			op = facts.OpSelfClass
		}
	}
	return x.Simple(op, "", facts.None, n)
}

// navigation is a.b, a?.b, a.0 and A.self.
func navigation(x *extract.X, n sitter.Node) int32 {
	target := x.Expr(n.Field("target"))
	name := n.Field("suffix").Field("suffix")
	switch {
	case name.Is("integer_literal"):
		return x.Elem(target, int(name.Bytes()[0]-'0'), name)
	case string(name.Bytes()) == "self":
		return target
	}
	return x.Member(target, name)
}

// prefix is ".name", whose type the context tells, or an operator before a
// value. The grammar binds operators closer than calls, so they are transparent.
func prefix(x *extract.X, n sitter.Node) int32 {
	target := n.Field("target")
	if b := n.Bytes(); len(b) > 0 && b[0] == '.' && target.Is("simple_identifier") {
		return x.Member(facts.None, target)
	}
	return x.Expr(target)
}

// typeValue is a type with type arguments in value position: A<B>.c.
func typeValue(x *extract.X, n sitter.Node) int32 {
	v := facts.None
	for c := range n.Children() {
		switch {
		case !c.Is("type_identifier"):
			x.Type(c)
		case v == facts.None:
			v = x.Name(c)
		default:
			v = x.Member(v, c)
		}
	}
	return v
}

// keyPath is \A or \A.b up to its first member.
func keyPath(x *extract.X, n sitter.Node) int32 {
	if t := n.Child("type_identifier"); t.OK() {
		return x.Name(t)
	}
	x.WalkChildren(n)
	return facts.None
}

func check(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("target"))
	x.Type(typeField(n))
	return x.Lit("bool")
}

func assignment(x *extract.X, n sitter.Node) int32 {
	target, result := n.Field("target"), n.Field("result")
	a, b := x.Expr(target), x.Expr(result)
	if a != facts.None && b != facts.None && (dot(result) || result.Is("lambda_literal")) { // its type is that of the target
		x.Add(facts.Expr{Op: facts.OpBinary, Name: "=", A: a, B: b, T: facts.None, D: facts.None}, n)
	}
	return facts.None
}

// equality is a == b. ".name" on one side is of the other side's type.
func equality(x *extract.X, n sitter.Node) int32 {
	left, right := n.Field("lhs"), n.Field("rhs")
	a, b := x.Expr(left), x.Expr(right)
	if a != facts.None && b != facts.None && (dot(left) || dot(right)) {
		x.Add(facts.Expr{Op: facts.OpBinary, Name: "==", A: a, B: b, T: facts.None, D: facts.None}, n)
	}
	return x.Lit("bool")
}

func dot(n sitter.Node) bool {
	return bytes.HasPrefix(n.Bytes(), []byte(".")) || bytes.HasPrefix(n.Bytes(), []byte("[."))
}

// tuple is (a, b); a single value in parentheses is that value.
func tuple(x *extract.X, n sitter.Node) int32 {
	var values []int32
	for v := range n.Fields("value") {
		values = append(values, x.Expr(v))
	}
	if len(values) == 1 {
		return values[0]
	}
	return x.Many(facts.OpTuple, "", n, values...)
}

func dictionary(x *extract.X, n sitter.Node) int32 {
	var values []int32
	for c := range n.Children() {
		v := x.Expr(c)
		if c.FieldIs("value") && v != facts.None && len(values) < 8 {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return x.Lit("dict")
	}
	return x.Many(facts.OpLit, "dict", n, values...)
}
