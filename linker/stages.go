package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker/framework"
)

// Before a route's handler a framework calls what stands before it in the same
// call, and what was used before: get('/x', auth, show), use(auth).

// stageArgs are the arguments of a registration but for the handler, those in
// lists one by one.
func (w *writer) stageArgs(args []int32, handler int32) (out []int32) {
	for _, a := range args {
		switch {
		case a == facts.None || a == handler:
		case w.f.facts.Exprs[a].Op == facts.OpTuple || w.f.facts.Exprs[a].Op == facts.OpLit && len(w.f.facts.Args(a)) > 0:
			out = append(out, w.f.facts.Args(a)...)
		default:
			out = append(out, a)
		}
	}
	return out
}

// stages adds what a call has called before a handler, in order, and tells
// whether that is anything of the repository.
func (w *writer) stages(c *facts.Call, args []int32) bool {
	via := graph.ViaMiddleware
	for _, a := range args {
		if a == facts.None {
			continue
		}
		if to, _ := w.handler(a, ""); to != nil && *to != (ref{w.f, c.Def}) {
			w.edge(c.Def, graph.CallsStatic, w.to(*to), c.Line, graph.Framework, via)
			via = min(via+1, graph.ViaMiddleware4)
		}
	}
	return via > graph.ViaMiddleware
}

// used adds what calls put before all routes that come after them.
func (w *writer) used() {
	for i := range w.f.facts.Calls {
		c := &w.f.facts.Calls[i]
		if !framework.Puts(w.f.facts.Lang, w.f.calleeName(&w.f.facts.Exprs[c.Expr])) {
			continue
		}
		e := &w.f.facts.Exprs[c.Expr]
		r, ok := framework.Uses(w.f.path, w.f.facts, w.f.calleeName(e), w.receiver(c))
		if !ok || w.pathFirst(int32(i)) {
			continue
		}
		w.s.refuel()
		if args := w.f.facts.Args(c.Expr); w.mayBeOf(c, r.Framework) && w.stages(c, w.stageArgs(args, facts.None)) {
			w.route(c.Def, c.Line, r, nil, w.s.placed(w.f, int32(i), 0))
		}
	}
}

// pathFirst tells whether the first argument of a call is a text.
func (w *writer) pathFirst(call int32) bool {
	for _, t := range w.f.textsOf(call) {
		if t.Arg == 0 && t.Key == "" {
			return true
		}
	}
	return false
}
