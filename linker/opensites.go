package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// reason says why a callee is not known.
func (w *writer) reason(e *facts.Expr) graph.Reason {
	if w.limited() {
		return graph.ReasonLimit
	}
	if e.Op == facts.OpNew {
		if e.A != facts.None && w.f.facts.Exprs[e.A].Op != facts.OpName {
			return graph.ReasonDynamic
		}
		return graph.ReasonNotInScope
	}
	if e.A == facts.None {
		return graph.ReasonDynamic
	}
	callee := &w.f.facts.Exprs[e.A]
	switch callee.Op {
	case facts.OpName:
		if _, found := w.s.imported(w.f, callee.Scope, callee.Name, asValue, false); found {
			return graph.ReasonImport
		}
		if _, found := w.s.name(w.f, callee.Scope, callee.Name, callee.Pos, asValue); found {
			return graph.ReasonDynamic
		}
		return graph.ReasonNotInScope
	case facts.OpMember:
		if recv := w.s.expr(w.f, callee.A); recv != nil {
			return graph.ReasonNoMember
		}
		return graph.ReasonReceiver
	}
	return graph.ReasonDynamic
}

// open adds a call site that stays unresolved.
func (w *writer) open(c *facts.Call, e *facts.Expr, r graph.Reason) {
	o := Open{Src: c.Def, Line: c.Line, Reason: r}
	x := e
	if e.Op == facts.OpCall && e.A != facts.None {
		x = &w.f.facts.Exprs[e.A]
	}
	switch {
	case x.Op == facts.OpName:
		o.Name = x.Name
	case x.Op == facts.OpMember:
		o.Name, o.Recv = x.Name, w.f.text(x.A, 3)
	case e.Op == facts.OpNew && e.T != facts.None:
		o.Name = w.f.facts.Types[e.T].Name
	case e.Op == facts.OpNew && e.A != facts.None:
		o.Name = w.f.text(e.A, 3)
	}
	if o.Name == "" {
		o.Name = "(…)"
	}
	if c.Flags&(facts.CallJSX|facts.CallMaybe) != 0 || c.Flags&facts.CallImplicit != 0 && w.f.fam.implicitBuilds {
		return
	}
	w.out.Open = append(w.out.Open, o)
}

// text is an expression as written, shortened.
func (f *file) text(i int32, depth int) string {
	if i == facts.None || depth == 0 {
		return "…"
	}
	e := &f.facts.Exprs[i]
	switch e.Op {
	case facts.OpName:
		return e.Name
	case facts.OpMember:
		return f.text(e.A, depth-1) + "." + e.Name
	case facts.OpCall:
		return f.text(e.A, depth-1) + "()"
	case facts.OpThis:
		return "this"
	case facts.OpSuper:
		return "super"
	case facts.OpLit:
		return e.Name
	case facts.OpAwait, facts.OpUnary, facts.OpCast, facts.OpTry:
		return f.text(e.A, depth)
	case facts.OpIndex:
		return f.text(e.A, depth-1) + "[]"
	}
	return "…"
}
