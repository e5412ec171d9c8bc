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
	times    int
	literals int             // values that are function literals
	funcs    []linker.Target // and functions with a name
}

// known tells whether all that the variable may hold is.
func (b *binding) known() bool { return b.times > 0 && b.times == b.literals+len(b.funcs) }

// pending is a call through a local variable, judged at the function's end.
type pending struct {
	variable token.Pos
	open     linker.Open
}

// callVar is a call through a variable. A package variable that holds a
// function literal is a definition, and called as one. A local variable that
// holds literals needs no link: their calls belong to the function around it.
func (x *extraction) callVar(call *ast.CallExpr, v *types.Var, sel *ast.SelectorExpr, id *ast.Ident) {
	if to, ok := x.target(v); ok {
		if x.isClosure(to) {
			x.edge(graph.CallsStatic, to, id.Pos(), graph.Exact, graph.ViaTypes)
			if sig, ok := v.Type().Underlying().(*types.Signature); ok {
				x.handTo(x.keyOf(to), sig, call.Args, call.Ellipsis.IsValid())
			}
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
		x.callLocal(d)
	}
	for _, h := range x.handedLater {
		for _, to := range x.bound[h.variable].funcs {
			x.hands = append(x.hands, handing{to: h.to, fn: x.keyOf(to)})
		}
	}
	x.dynamic, x.handedLater = x.dynamic[:0], x.handedLater[:0]
	clear(x.bound)
	clear(x.params)
	clear(x.callee)
	clear(x.extern)
}

// callLocal links a call to what the local variable may hold: the functions
// that it is given, and, if it is a parameter, those that calls hand over.
func (x *extraction) callLocal(d pending) {
	b := x.bound[d.variable]
	index, isParam := x.params[d.variable]
	class := graph.Exact
	if b.times > 1 || isParam {
		class = graph.Dispatch
	}
	for _, to := range b.funcs {
		x.out.Edges = append(x.out.Edges, linker.Edge{Src: x.def, Type: graph.CallsStatic, To: to, Line: d.open.Line, Class: class, Via: graph.ViaTypes})
	}
	if isParam {
		x.takes = append(x.takes, paramCall{param{x.key, index}, d.open, len(b.funcs) > 0})
	} else if !b.known() {
		x.out.Open = append(x.out.Open, d.open)
	}
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
		b.literals++
	} else if fn, ok := x.funcValue(value); ok {
		b.funcs = append(b.funcs, fn)
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
