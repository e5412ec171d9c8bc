package extract

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// Short forms of Add and Call for what hooks of many languages build.

// DefExpr is a definition as a value.
func (x *X) DefExpr(d int32, n sitter.Node) int32 {
	return x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
}

// Elem is element number i of a value that is taken apart.
func (x *X) Elem(of int32, i int, n sitter.Node) int32 {
	return x.Add(facts.Expr{Op: facts.OpElem, A: of, B: int32(i), T: facts.None, D: facts.None}, n)
}

// Many is an operator over any number of values: OpTuple, OpLit with elements.
func (x *X) Many(op facts.Op, name string, n sitter.Node, args ...int32) int32 {
	return x.Add(facts.Expr{Op: op, Name: name, A: facts.None, B: facts.None, T: facts.None, D: facts.None}, n, args...)
}

// Index is a[b].
func (x *X) Index(a, b int32, n sitter.Node) int32 {
	return x.Add(facts.Expr{Op: facts.OpIndex, A: a, B: b, T: facts.None, D: facts.None}, n)
}

// Cast is v as a t; v may be None.
func (x *X) Cast(v, t int32, n sitter.Node) int32 {
	return x.Add(facts.Expr{Op: facts.OpCast, A: v, B: facts.None, T: t, D: facts.None}, n)
}

// CallOf is a call of fn.
func (x *X) CallOf(fn int32, n sitter.Node, flags facts.CallFlags, args ...int32) int32 {
	return x.Call(facts.Expr{Op: facts.OpCall, A: fn, B: facts.None, T: facts.None, D: facts.None}, n, flags, args...)
}

// Construct builds a t.
func (x *X) Construct(t int32, n sitter.Node, flags facts.CallFlags, args ...int32) int32 {
	return x.Call(facts.Expr{Op: facts.OpNew, A: facts.None, B: facts.None, T: t, D: facts.None}, n, flags, args...)
}

// Local tells whether the name is bound as a parameter or local variable in a
// function around.
func (x *X) Local(name string) bool { return x.local(name) }

// Between is the text between two nodes, trimmed: the operator that a grammar
// keeps as an anonymous token.
func (x *X) Between(a, b sitter.Node) string {
	if !a.OK() || !b.OK() || a.End() > b.Start() {
		return ""
	}
	return x.Intern(bytes.TrimSpace(x.Src[a.End():b.Start()]))
}
