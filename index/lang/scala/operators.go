package scala

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// infix is "a f b", a call of a's method f; a name that ends with a colon is
// b's. The operators of numbers and booleans are no calls to speak of.
func infix(x *extract.X, n sitter.Node) int32 {
	l, at, r := n.Field("left"), n.Field("operator"), n.Field("right")
	op := ident(x, at)
	switch op {
	case "with":
		return instanceAnd(x, n, l, r)
	case "&&", "||":
		x.Branch(1)
		x.Expr(l)
		x.Expr(r)
		return x.Lit("bool")
	case "==", "!=", "<", ">", "<=", ">=", "eq", "ne":
		x.Expr(l)
		x.Expr(r)
		return x.Lit("bool")
	case "->":
		a := x.Expr(l)
		return x.Many(facts.OpTuple, "", n, a, x.Expr(r))
	case "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>", "+=", "-=", "*=", "/=":
		a, b := x.Expr(l), x.Expr(r)
		if op == "+" && (isString(x, a) || isString(x, b)) {
			return x.Lit("string")
		}
		return x.Add(facts.Expr{Op: facts.OpBinary, Name: op, A: a, B: b, T: facts.None, D: facts.None}, n)
	}
	if bytes.HasSuffix(at.Bytes(), []byte(":")) {
		l, r = r, l
	}
	fn := x.Simple(facts.OpMember, op, x.Expr(l), at)
	if r.Is("colon_argument", "arguments") {
		args, flags := arguments(x, r)
		return x.CallOf(fn, n, flags, args...)
	}
	if r.Is("unit") { // a f ()
		return x.CallOf(fn, n, 0)
	}
	return x.CallOf(fn, n, 0, operand(x, r))
}

func isString(x *extract.X, e int32) bool {
	return e != facts.None && x.F.Exprs[e].Op == facts.OpLit && x.F.Exprs[e].Name == "string"
}

// postfix is "a f", and "f _", a function as a value.
func postfix(x *extract.X, n sitter.Node) int32 {
	on, at := n.First(), n.Last()
	if on == at {
		return x.Expr(on)
	}
	if string(at.Bytes()) == "_" {
		e := callee(x, on)
		if e != facts.None {
			x.F.Refs = append(x.F.Refs, facts.Ref{Expr: e, Type: facts.None, Def: x.Cur(), Line: x.F.Exprs[e].Line, Kind: facts.RefValue})
		}
		return e
	}
	e := x.Simple(facts.OpMember, ident(x, at), x.Expr(on), at)
	maybe(x, e)
	return e
}

func prefix(x *extract.X, n sitter.Node) int32 {
	v := x.Expr(n.Last())
	if b := n.Bytes(); len(b) > 0 && b[0] == '!' {
		return x.Lit("bool")
	}
	return v
}

// number is an Int, which facts call "number", or a literal of another type,
// for the choice of overloads. There is one per file and type.
func number(x *extract.X, n sitter.Node) int32 {
	typ, b := "", bytes.ToLower(n.Bytes())
	switch {
	case n.Is("floating_point_literal") && bytes.HasSuffix(b, []byte("f")):
		typ = "Float"
	case n.Is("floating_point_literal"):
		typ = "Double"
	case bytes.HasSuffix(b, []byte("l")):
		typ = "Long"
	default:
		return x.Lit("number")
	}
	s := stateOf(x)
	if e, ok := s.literals[typ]; ok {
		return e
	}
	e := x.Cast(x.Lit("number"), x.TypeName(typ, n), n)
	s.literals[typ] = e
	return e
}
