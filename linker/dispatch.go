package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// dispatch adds an edge to each override below the receiver's class.
func (w *writer) dispatch(c *facts.Call, e *facts.Expr, r ref, recv *val) {
	def := r.def()
	if recv != nil && recv.k == vInst && recv.ref.def().Form == "assoc_type" { // any type of the interface
		if o := r.f.owner(def.Parent); o > 0 {
			recv = inst(w.s.target(ref{r.f, o}))
		}
	}
	if recv == nil || recv.k != vInst || !w.virtual(r, recv) {
		return
	}
	if e.A != facts.None && w.statically(&w.f.facts.Exprs[e.A], recv) {
		return
	}
	if defaults := r.f.fam.defaults; defaults != nil {
		for _, o := range defaults(w.s, r, recv.ref) {
			w.defined(c, o, graph.Dispatch, graph.ViaDispatch)
		}
	}
	n := 0
	for _, sub := range w.s.subclasses(recv.ref) {
		if sub.f.test && !w.f.test || w.f.fam.rank != nil && w.s.onlyMixed(sub, recv.ref) {
			continue // a test double is no implementation of production code
		}
		w.s.ask(sub.f.path, def.Name)
		for _, o := range w.overrides(r, sub, recv) {
			if n++; n > maxDispatch {
				w.open(c, e, graph.ReasonLimit)
				return
			}
			if o.def().Mods&facts.Declared == 0 || o.def().Mods&facts.Abstract == 0 {
				w.defined(c, o, graph.Dispatch, graph.ViaDispatch)
			}
		}
	}
}

// statically tells whether what is called is known without looking at the
// object: through super, or on an object itself and no reference to one.
func (w *writer) statically(callee *facts.Expr, recv *val) bool {
	if callee.Op != facts.OpMember || callee.A == facts.None {
		return false
	}
	object := &w.f.facts.Exprs[callee.A]
	if object.Op == facts.OpSuper || w.f.fam.exactNew && w.s.isNew(w.f, callee.A, 2) {
		return true
	}
	if w.f.fam.byValue == nil {
		return false
	}
	on := w.s.expr(w.f, callee.A)
	return on != nil && on.k == vInst && on.ref == recv.ref && w.f.fam.byValue(w.s, w.f, object)
}

// overrides are the methods by which a class below implements r.
func (w *writer) overrides(r, sub ref, recv *val) []ref {
	def, fam := r.def(), r.f.fam
	if fam.overrides != nil {
		for i, b := range w.s.mro(sub) {
			if b.k != vInst || b.ref.def().Kind != facts.Class {
				continue
			}
			if recv.ref.def().Kind != facts.Interface && (b.ref == recv.ref || i > 0 && !fam.mixins) {
				return nil // what a base class has is an override of its own
			}
			w.s.ask(b.ref.f.path, def.Name)
			var found []ref
			for _, p := range w.s.parts(b.ref) {
				for _, d := range w.s.children(p.f, p.d, def.Name) {
					if o := (ref{p.f, d}); o != r && o.def().Kind.Callable() && fam.overrides(r, o) {
						if o.def().Disc == def.Disc { // the very signature
							return []ref{o}
						}
						found = append(found, o)
					}
				}
			}
			if len(found) > 0 {
				return found[:1]
			}
		}
		return nil
	}
	m := w.s.own(sub, def.Name, false)
	if m != nil && m.k == vUnion && (fam.functionsApart || fam.membersApart) {
		m, _ = partFuncs(m)
	}
	if m == nil && fam.implementsLate && recv.ref.def().Kind == facts.Interface {
		m = w.s.inheritedFor(sub, recv.ref, def.Name)
	}
	if m == nil || m.k != vFunc {
		return nil
	}
	var out []ref
	for _, o := range ofTrait(m.refs, recv.ref.def().Name) {
		if o != r && (len(m.refs) == 1 || o.def().Disc == def.Disc) {
			out = append(out, o)
		}
	}
	return out
}

// ofTrait keeps the methods of one trait's implementation, where methods say
// which trait they implement.
func ofTrait(rs []ref, trait string) []ref {
	var out []ref
	for _, r := range rs {
		if d := r.def().Disc; d == "@"+trait || strings.HasPrefix(d, "@"+trait+"<") {
			out = append(out, r)
		}
	}
	if len(out) > 0 {
		return out[:1]
	}
	return rs
}

// virtual tells whether a method can be overridden.
func (w *writer) virtual(r ref, recv *val) bool {
	def := r.def()
	if def.Mods&(facts.Static|facts.Private|facts.Final|facts.Constructor) != 0 || def.Mods&facts.Extension != 0 && def.Recv != facts.None || !def.Kind.Callable() {
		return false
	}
	if def.Mods&facts.Abstract != 0 || recv.ref.def().Kind == facts.Interface {
		return true
	}
	return r.f.fam.virtual || def.Mods&(facts.Virtual|facts.Override|facts.Open) != 0
}
