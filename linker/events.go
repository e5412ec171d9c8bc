package linker

import (
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker/framework"
)

// Where an event happens, the functions are called that any file has called
// for the event of that name on the same emitter.

// emitter is what an event belongs to: a variable, or a class where its own
// code speaks of itself.
type emitter struct {
	object object
	name   string // as written, where the variable is not known
	class  ref
	self   bool // it is "this"
}

// is tells whether two emitters may be one: the same variable, or an instance
// of a class and the class's own "this".
func (a emitter) is(b emitter) bool {
	if a.class.f != nil && a.class == b.class && (a.self || b.self) {
		return true
	}
	return a.object == b.object && a.name == b.name && (a.name != "" || a.object.in.f != nil)
}

// listeningSites are the calls of a file that name an event and what is called
// for it.
func listeningSites(f *file) map[string][]int32 {
	var out map[string][]int32
	for i := range f.facts.Texts {
		t := &f.facts.Texts[i]
		if t.Call == facts.None || t.Arg != 0 || t.Key != "" || !framework.Listens(f.facts.Lang, t.Name) {
			continue
		}
		if out == nil {
			out = map[string][]int32{}
		}
		out[t.Text] = append(out[t.Text], t.Call)
	}
	return out
}

// signal adds an edge from a call that says that an event happens to each
// function that is called for it.
func (w *writer) signal(texts []facts.Text) {
	t := &texts[0]
	if t.Call == facts.None || t.Arg != 0 || t.Key != "" || !framework.Signals(w.f.facts.Lang, t.Name) {
		return
	}
	at, ok := w.s.emitter(w.f, t.Call)
	if !ok {
		return
	}
	c := &w.f.facts.Calls[t.Call]
	for i, to := range w.s.listeners(w.f, at, t.Text) {
		if i == maxDispatch {
			w.open(c, &w.f.facts.Exprs[c.Expr], graph.ReasonLimit)
			break
		}
		w.edge(c.Def, graph.CallsStatic, w.to(to), c.Line, graph.Framework, graph.ViaFramework)
	}
}

// listeners are the functions that are called for an event. What tests listen
// to, only tests bring about.
func (s *solver) listeners(f *file, at emitter, event string) (out []ref) {
	s.ask("on:"+f.fam.id, event)
	for _, g := range s.l.builds["!"+f.fam.id+":"+event] {
		if g.test && !f.test {
			continue
		}
		for _, call := range g.listens[event] {
			args := g.facts.Args(g.facts.Calls[call].Expr)
			if len(args) < 2 || args[1] == facts.None || len(out) > maxDispatch {
				continue
			}
			if e, ok := s.emitter(g, call); !ok || !e.is(at) {
				continue
			}
			each(s.expr(g, args[1]), func(v *val) {
				if v.k == vFunc && len(v.refs) > 0 && v.refs[0].def().Kind.Callable() && !slices.Contains(out, v.refs[0]) {
					out = append(out, v.refs[0])
				}
			})
		}
	}
	return out
}

// emitter is what a call is made on.
func (s *solver) emitter(f *file, call int32) (emitter, bool) {
	recv := f.receiverOf(&f.facts.Exprs[f.facts.Calls[call].Expr])
	if recv == facts.None {
		return emitter{}, false
	}
	out := emitter{self: f.facts.Exprs[recv].Op == facts.OpThis}
	if v := s.expr(f, recv); v != nil && v.k == vInst && v.ref.f != nil {
		out.class = v.ref
	}
	if out.self {
		return out, out.class.f != nil
	}
	if o, ok := s.object(f, recv, 0); ok {
		out.object = o
	} else {
		out.object, out.name = object{in: ref{f, 0}}, f.text(recv, 4)
	}
	return out, true
}
