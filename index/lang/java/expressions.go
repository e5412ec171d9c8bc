package java

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// typed is an Expr whose type is known from the syntax.
func typed(x *extract.X, op facts.Op, a, t int32, n sitter.Node) int32 {
	return x.Add(facts.Expr{Op: op, A: a, B: facts.None, T: t, D: facts.None}, n)
}

// fieldAccess is a.b, and Outer.this, which is "this" of another type.
func fieldAccess(x *extract.X, n sitter.Node) int32 {
	object, field := n.Field("object"), n.Field("field")
	if field.Is("this") {
		return typed(x, facts.OpCast, x.Simple(facts.OpThis, "", facts.None, n), x.TypeName(extract.TypePath(object.Bytes()), object), n)
	}
	return x.Member(x.Expr(object), field)
}

// methodReference is A::b as a value: the member b of A, "new" for A::new.
func methodReference(x *extract.X, n sitter.Node) int32 {
	on, name := n.First(), n.Last()
	a := facts.None
	switch on.Kind() {
	case "type_identifier", "scoped_type_identifier", "generic_type", "annotated_type":
		if on.Is("generic_type") {
			x.Type(on)
		}
		a = path(x, typePath(on), on)
	case "array_type", "integral_type", "floating_point_type", "boolean_type":
		x.Type(on)
		return facts.None
	default:
		a = x.Expr(on)
	}
	var e int32
	if name == on || !name.Is("identifier") {
		e = x.Simple(facts.OpMember, "new", a, n)
	} else {
		e = x.Member(a, name)
	}
	x.F.Refs = append(x.F.Refs, facts.Ref{Expr: e, Type: facts.None, Def: x.Cur(), Line: x.F.Exprs[e].Line, Kind: facts.RefValue})
	return e
}

// path is a dotted name as members of one another.
func path(x *extract.X, dotted string, n sitter.Node) int32 {
	e := facts.None
	for part := range bytes.SplitSeq([]byte(dotted), []byte{'.'}) {
		op := facts.OpMember
		if e == facts.None {
			op = facts.OpName
		}
		e = x.Simple(op, x.Intern(part), e, n)
	}
	return e
}

func classLiteral(x *extract.X, n sitter.Node) int32 {
	return typed(x, facts.OpCast, facts.None, classOf(x, x.Type(n.First()), n), n)
}

func lambda(x *extract.X, n sitter.Node) int32 {
	body := n.Field("body")
	return x.Lambda(n, func(l int32) {
		switch list := n.Field("parameters"); list.Kind() {
		case "identifier":
			x.LambdaParam(l, list, facts.None)
		case "inferred_parameters":
			for p := range list.Children() {
				if p.Is("identifier", "underscore_pattern") {
					x.LambdaParam(l, p, facts.None)
				}
			}
		default:
			for p := range list.Children() {
				if param, name, ok := parameter(x, p); ok {
					if param.Text == "var" {
						param.Type = facts.None
					}
					x.LambdaParam(l, name, param.Type)
				}
			}
		}
	}, body, !body.Is("block"))
}

func cast(x *extract.X, n sitter.Node) int32 {
	var of []int32
	for t := range n.Fields("type") {
		of = append(of, x.Type(t))
	}
	v := x.Expr(n.Field("value"))
	switch len(of) {
	case 0:
		return v
	case 1:
		return typed(x, facts.OpCast, v, of[0], n)
	}
	return typed(x, facts.OpCast, v, x.AddType(facts.Type{Op: facts.TInter}, n, of...), n)
}

func ternary(x *extract.X, n sitter.Node) int32 {
	x.Expr(n.Field("condition"))
	a := x.Expr(n.Field("consequence"))
	b := x.Expr(n.Field("alternative"))
	return x.Union(n, a, b)
}

// assignment has the type of what is assigned to, since that is declared.
func assignment(x *extract.X, n sitter.Node) int32 {
	left := x.Expr(n.Field("left"))
	right := x.Expr(n.Field("right"))
	if left != facts.None {
		return left
	}
	return right
}

func binary(x *extract.X, n sitter.Node) int32 {
	op := x.Intern(operator(n))
	if op == "&&" || op == "||" {
		x.Branch(1)
	}
	a := x.Expr(n.Field("left"))
	b := x.Expr(n.Field("right"))
	switch op {
	case "&&", "||", "==", "!=", "<", ">", "<=", ">=":
		return x.Lit("bool")
	case "+":
		if isString(x, a) || isString(x, b) {
			return x.Lit("string")
		}
	}
	if a == b {
		return a // two literals of one kind
	}
	return x.Add(facts.Expr{Op: facts.OpBinary, Name: op, A: a, B: b, T: facts.None, D: facts.None}, n)
}

func isString(x *extract.X, e int32) bool {
	return e != facts.None && x.F.Exprs[e].Op == facts.OpLit && x.F.Exprs[e].Name == "string"
}

// operator is what stands between the operands, without comments.
func operator(n sitter.Node) []byte {
	l, r, b := n.Field("left"), n.Field("right"), n.Bytes()
	if !l.OK() || !r.OK() || l.End() > r.Start() {
		return nil
	}
	b = b[l.End()-n.Start() : r.Start()-n.Start()]
	for len(b) > 0 {
		switch {
		case b[0] <= ' ' || b[0] == ')':
			b = b[1:]
		case bytes.HasPrefix(b, []byte("//")):
			_, b, _ = bytes.Cut(b, []byte{'\n'})
		case bytes.HasPrefix(b, []byte("/*")):
			_, b, _ = bytes.Cut(b, []byte("*/"))
		default:
			if end := bytes.IndexAny(b[1:], " \t\r\n(/"); end >= 0 {
				b = b[:end+1]
			}
			return b
		}
	}
	return nil
}

func unary(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.Field("operand"))
	if n.Bytes()[0] == '!' {
		return x.Lit("bool")
	}
	return v
}

// integer is an int, which facts call "number", or a long.
func integer(x *extract.X, n sitter.Node) int32 {
	if bytes.ContainsAny(n.Bytes(), "lL") {
		return number(x, "long", n)
	}
	return x.Lit("number")
}

func floating(x *extract.X, n sitter.Node) int32 {
	if b := n.Bytes(); bytes.HasSuffix(b, []byte("f")) || bytes.HasSuffix(b, []byte("F")) {
		return number(x, "float", n)
	}
	return number(x, "double", n)
}

// number is a literal of another number type, for the choice of overloads.
// There is one per file and type.
func number(x *extract.X, typ string, n sitter.Node) int32 {
	s := stateOf(x)
	if e, ok := s.literals[typ]; ok {
		return e
	}
	e := typed(x, facts.OpCast, x.Lit("number"), x.TypeName(typ, n), n)
	s.literals[typ] = e
	return e
}
