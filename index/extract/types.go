package extract

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// Type makes a Type of a node in type position; None for the zero Node.
func (x *X) Type(n sitter.Node) int32 {
	if !n.OK() {
		return facts.None
	}
	e := x.entry(n)
	if e.typ != nil {
		return e.typ(x, n)
	}
	switch e.role {
	case roleTName, roleName:
		return x.TypeName(TypePath(n.Bytes()), n)
	case roleTGen:
		name := x.Type(n.Field(e.fields["name"]))
		args := x.types(n.Field(e.fields["args"]))
		if name == facts.None {
			return facts.None
		}
		t := x.F.Types[name]
		return x.AddType(t, n, args...)
	case roleTUnion:
		return x.AddType(facts.Type{Op: facts.TUnion}, n, x.types(n)...)
	case roleTInter:
		return x.AddType(facts.Type{Op: facts.TInter}, n, x.types(n)...)
	case roleTArray:
		return x.AddType(facts.Type{Op: facts.TArray}, n, x.Type(x.operand(e, n)))
	case roleTTuple:
		return x.AddType(facts.Type{Op: facts.TTuple}, n, x.types(n)...)
	case roleTRef:
		return x.AddType(facts.Type{Op: facts.TRef}, n, x.Type(x.operand(e, n)))
	case roleTDyn:
		return x.AddType(facts.Type{Op: facts.TDyn}, n, x.types(n)...)
	case roleTLit:
		return x.AddType(facts.Type{Op: facts.TLit, Name: e.fields["is"]}, n)
	case roleTSelf:
		return x.AddType(facts.Type{Op: facts.TSelf}, n)
	case roleTFunc:
		args := x.types(n.Field(e.fields["params"]))
		args = append(args, x.Type(n.Field(e.fields["ret"])))
		return x.AddType(facts.Type{Op: facts.TFunc}, n, args...)
	case roleSkip, roleComment:
		return facts.None
	}
	// A wrapper that the table does not name: with one child it is transparent.
	var only sitter.Node
	for c := range n.Children() {
		if x.entry(c).role == roleComment {
			continue
		}
		if only.OK() {
			return x.AddType(facts.Type{Op: facts.TMapped}, n, x.types(n)...)
		}
		only = c
	}
	return x.Type(only)
}

// AddType puts a Type into the arena; place and scope are filled in from n.
func (x *X) AddType(t facts.Type, n sitter.Node, args ...int32) int32 {
	t.Scope, t.Pos, t.Line = x.cur, n.Start(), n.Line()
	if t.Op != facts.TTypeof {
		t.Expr = facts.None
	}
	if t.Op != facts.TObject {
		t.Def = facts.None
	}
	t.ArgOff, t.ArgN = uint32(len(x.F.Idx)), uint16(min(len(args), 1000))
	x.F.Idx = append(x.F.Idx, args[:t.ArgN]...)
	x.F.Types = append(x.F.Types, t)
	return int32(len(x.F.Types) - 1)
}

// TypeName adds a named type.
func (x *X) TypeName(name string, n sitter.Node, args ...int32) int32 {
	return x.AddType(facts.Type{Op: facts.TName, Name: x.Intern([]byte(name))}, n, args...)
}

// TypeList is a list of types as one tuple: explicit type arguments of a call.
func (x *X) TypeList(n sitter.Node) int32 {
	if !n.OK() {
		return facts.None
	}
	return x.AddType(facts.Type{Op: facts.TTuple}, n, x.types(n)...)
}

func (x *X) types(n sitter.Node) []int32 {
	var out []int32
	for c := range n.Children() {
		if x.entry(c).role == roleComment {
			continue
		}
		out = append(out, x.Type(c))
	}
	return out
}

// TypePath is a type's name as facts write it: parts joined by dots.
func TypePath(b []byte) string {
	s := string(b)
	if strings.ContainsAny(s, ":\\ \n\t") {
		s = strings.NewReplacer("::", ".", "\\", ".", " ", "", "\n", "", "\t", "").Replace(s)
		s = strings.TrimPrefix(s, ".")
	}
	return s
}
