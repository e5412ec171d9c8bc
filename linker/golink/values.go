package golink

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// binding is how a local variable gets its values.
type binding struct {
	times   int
	literal bool // one of them is a function literal
}

// pending is a call through a local variable, judged at the function's end.
type pending struct {
	variable token.Pos
	open     linker.Open
}

// callVar is a call through a variable. A package variable that holds a
// function literal is a definition, and called as one. A local variable that
// holds one literal for good needs no link: the literal's calls belong to the
// function around it.
func (x *extraction) callVar(v *types.Var, sel *ast.SelectorExpr, id *ast.Ident) {
	if to, ok := x.target(v); ok {
		if f := x.l.files[to.Path]; f != nil && f.facts.Defs[to.Def].Form == "closure" {
			x.edge(graph.CallsStatic, to, id.Pos(), graph.Exact, graph.ViaTypes)
			return
		}
		x.named(v, id.Pos())
	}
	o := linker.Open{Src: x.def, Line: x.lineOf(id.Pos()), Name: id.Name, Recv: x.recv(sel), Reason: graph.ReasonDynamic}
	if sel == nil && !v.IsField() {
		x.dynamic = append(x.dynamic, pending{v.Pos(), o})
	} else {
		x.out.Open = append(x.out.Open, o)
	}
}

// settle ends a declaration.
func (x *extraction) settle() {
	for _, d := range x.dynamic {
		if b := x.bound[d.variable]; b.times != 1 || !b.literal {
			x.out.Open = append(x.out.Open, d.open)
		}
	}
	x.dynamic = x.dynamic[:0]
	clear(x.bound)
	clear(x.callee)
	clear(x.extern)
}

func (x *extraction) assign(s *ast.AssignStmt) {
	for i, l := range s.Lhs {
		var r ast.Expr
		if len(s.Rhs) == len(s.Lhs) {
			r = s.Rhs[i]
		}
		x.bind(l, r)
		if s.Tok == token.DEFINE {
			x.outside(l, r)
		}
	}
}

func (x *extraction) declare(s *ast.ValueSpec) {
	ext := externType(x.imports, s.Type)
	for i, n := range s.Names {
		if ext != "" {
			x.extern[n.Pos()] = ext
		}
		if i < len(s.Values) {
			x.bind(n, s.Values[i])
			x.outside(n, s.Values[i])
		}
	}
}

// bind notes that a local variable is given a value.
func (x *extraction) bind(to, value ast.Expr) {
	id, ok := to.(*ast.Ident)
	if !ok || id.Name == "_" {
		return
	}
	p := id.Pos()
	if o := x.info.Uses[id]; o != nil {
		p = o.Pos()
	}
	b := x.bound[p]
	b.times++
	if _, ok := value.(*ast.FuncLit); ok {
		b.literal = true
	}
	x.bound[p] = b
}

// outside notes the outside type of a new local variable whose value is a
// literal of it.
func (x *extraction) outside(to, value ast.Expr) {
	id, ok := to.(*ast.Ident)
	if !ok || value == nil {
		return
	}
	if u, ok := value.(*ast.UnaryExpr); ok && u.Op == token.AND {
		value = u.X
	}
	if c, ok := value.(*ast.CompositeLit); ok {
		if ext := externType(x.imports, c.Type); ext != "" {
			x.extern[id.Pos()] = ext
		}
	}
}
