package linker

import (
	"cmp"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// link makes the links of one file.
func (s *solver) link(f *file) *Links {
	s.start(f)
	w := &writer{s: s, f: f, out: &Links{ImportFiles: make([]string, len(f.facts.Imports))}}
	w.imports()
	w.bases()
	for i := range f.facts.Calls {
		s.fuel = fuelPerCall
		w.call(&f.facts.Calls[i])
	}
	w.uses()
	w.sort()
	own := s.l.prints[f.path]
	w.out.Lookups = slices.DeleteFunc(s.allKeys(), own.own)
	w.out.Lookups = slices.Clone(w.out.Lookups)
	s.begin()
	return w.out
}

// writer collects the links of a file.
type writer struct {
	s      *solver
	f      *file
	out    *Links
	callee map[int32]bool // expressions that are callees, or parts of them
	pairs  map[handedPair]bool
}

func (w *writer) edge(src int32, t graph.EdgeType, to Target, line uint32, c graph.Class, via graph.Via) {
	w.out.Edges = append(w.out.Edges, Edge{Src: src, Type: t, To: to, Line: line, Class: c, Via: via})
}

func (w *writer) to(r ref) Target { return Target{Path: r.f.path, Def: r.d} }

func (w *writer) sort() {
	slices.SortFunc(w.out.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Line, b.Line), strings.Compare(a.To.Path, b.To.Path),
			cmp.Compare(a.To.Def, b.To.Def), strings.Compare(a.To.External, b.To.External), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Via, b.Via))
	})
	// One edge per source, type, target and line: the surest.
	w.out.Edges = slices.CompactFunc(w.out.Edges, func(a, b Edge) bool {
		return a.Src == b.Src && a.Type == b.Type && a.Line == b.Line && a.To == b.To
	})
	w.out.Edges = slices.Clone(w.out.Edges)
	slices.SortFunc(w.out.Open, func(a, b Open) int {
		return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Line, b.Line), strings.Compare(a.Name, b.Name), strings.Compare(a.Recv, b.Recv), cmp.Compare(a.Reason, b.Reason))
	})
	w.out.Open = slices.CompactFunc(w.out.Open, func(a, b Open) bool {
		return a.Src == b.Src && a.Line == b.Line && a.Name == b.Name && a.Recv == b.Recv
	})
}

// call links one call site, and tells where a bound left out some of what it
// may mean.
func (w *writer) call(c *facts.Call) {
	w.s.cut = false
	e := &w.f.facts.Exprs[c.Expr]
	if w.linked(c, e) && w.limited() {
		w.open(c, e, graph.ReasonLimit)
	}
}

func (w *writer) limited() bool { return w.s.cut || w.s.fuel < 0 }

// linked adds the edges of a call site, or leaves it open.
func (w *writer) linked(c *facts.Call, e *facts.Expr) bool {
	s, f := w.s, w.f
	var callee *val
	switch e.Op {
	case facts.OpCall:
		callee = s.expr(f, e.A)
	case facts.OpNew:
		callee = w.classValue(c, e)
	default:
		callee = s.expr(f, c.Expr)
		if callee != nil && callee.k != vFunc {
			callee = nil
			if f.fam.reads != nil {
				callee = f.fam.reads(s, f, e)
			}
		}
	}
	if callee == nil && f.fam.callFallback != nil {
		callee = f.fam.callFallback(s, f, c)
	} else if callee != nil && f.fam.callMore != nil {
		callee = f.fam.callMore(s, f, c, callee)
	}
	if e.Op == facts.OpCall && e.A != facts.None && f.facts.Exprs[e.A].Op == facts.OpSuper {
		callee = s.classOf(superclass(callee))
	}
	if e.Op == facts.OpCall && e.A != facts.None && f.facts.Exprs[e.A].Op == facts.OpThis && f.facts.Defs[c.Def].Mods&facts.Constructor != 0 {
		callee = s.classOf(callee) // this(…) in a constructor
	}
	handed := w.handed(c, e)
	if callee == nil {
		if !handed {
			w.open(c, e, w.reason(e))
		}
		return handed
	}
	done := handed
	n := 0
	each(callee, func(*val) { n++ })
	each(callee, func(v *val) {
		if w.target(c, e, v, n > 1) {
			done = true
		}
	})
	if !done {
		r := graph.ReasonDynamic
		if callee.k == vExt {
			r = graph.ReasonExternalReceiver
		}
		if w.limited() {
			r = graph.ReasonLimit
		}
		w.open(c, e, r)
	}
	return done
}

// superclass is, of the bases of a class, the one whose constructor can be
// called.
func superclass(v *val) *val {
	var classes, outside []*val
	each(v, func(m *val) {
		switch {
		case m.k == vExt:
			outside = append(outside, m)
		case m.k != vInst || m.ref.def().Kind == facts.Class:
			classes = append(classes, m)
		}
	})
	if len(classes) > 0 {
		return union(classes...)
	}
	return union(outside...)
}

// classValue is the class that a constructor expression names.
func (w *writer) classValue(c *facts.Call, e *facts.Expr) *val {
	if e.T != facts.None {
		return w.s.classOf(w.s.typ(w.f, e.T))
	}
	if e.A == facts.None {
		return w.s.classOf(w.s.expr(w.f, c.Expr))
	}
	v := w.s.classNamed(w.s.expr(w.f, e.A))
	if v != nil && v.k == vInst {
		return w.s.classOf(v)
	}
	return v
}

// target adds the edges of a call of v; false if v is nothing to point at.
func (w *writer) target(c *facts.Call, e *facts.Expr, v *val, several bool) bool {
	class := graph.Exact
	if several {
		class = graph.Dispatch
	}
	switch v.k {
	case vFunc:
		rs := w.meant(c, w.s.choose(w.f, c.Expr, v))
		if len(rs) > 1 || v.via == graph.ViaDispatch {
			class = graph.Dispatch
		}
		for _, r := range rs {
			w.defined(c, r, class, v.via)
			w.dispatch(c, e, r, v.recv)
		}
		return len(rs) > 0
	case vClass:
		if w.f.fam.plainBuilds {
			w.edge(c.Def, graph.Uses, w.to(v.ref), c.Line, class, graph.ViaConstructor)
			return true
		}
		if w.f.fam.heldCalls && w.held(e, v) {
			w.edge(c.Def, graph.References, w.to(v.ref), c.Line, graph.Dispatch, graph.ViaReceiver)
			return false
		}
		w.construct(c, v, class)
		return true
	case vExt:
		if v.recv == nil && (v.name == "" || v.name[0] == '?') || strings.HasPrefix(v.name, "?") {
			return false
		}
		w.external(c, v)
		return true
	case vFnType:
		if e.Op == facts.OpNew && v.ref.f != nil {
			w.edge(c.Def, graph.Uses, w.to(v.ref), c.Line, class, graph.ViaConstructor)
			return true
		}
		if v.ref.f != nil && v.ref.def().Kind == facts.Variable { // a property, read as a method
			w.edge(c.Def, graph.Uses, w.to(v.ref), c.Line, class, graph.ViaReceiver)
			return true
		}
		if v.ref.f != nil && v.ref.def().Kind.Callable() {
			w.callEdge(c, v.ref, class, graph.ViaReceiver)
			return true
		}
		for i, r := range v.refs { // the functions that a variable or field holds
			if i == maxDispatch {
				w.open(c, e, graph.ReasonLimit)
				break
			}
			if !r.f.test || w.f.test {
				w.defined(c, r, graph.Dispatch, graph.ViaDispatch)
			}
		}
		return len(v.refs) > 0
	case vParam:
		if !w.f.fam.instances {
			return false
		}
		builds := e.Op == facts.OpNew || e.A != facts.None && w.f.facts.Exprs[e.A].Op == facts.OpName && w.f.facts.Exprs[e.A].Name == v.name // T(x)
		done := false
		w.s.eachInstance(v, func(m *val) {
			if builds {
				m = w.s.classOf(m)
			}
			done = w.target(c, e, m, true) || done
		})
		return done
	case vInst:
		if m := w.s.callable(v); m != nil && m.k == vFunc && m.refs[0].def().Form != "signature" {
			if w.f.fam.heldCalls {
				w.edge(c.Def, graph.References, w.to(m.refs[0]), c.Line, graph.Dispatch, graph.ViaReceiver)
				return false
			}
			m2 := *m
			m2.recv = nil // the object's own class decides: overrides of its call operator are not guessed at
			return w.target(c, e, &m2, several)
		}
		if w.f.fam.valueCalls {
			return true
		}
		if e.Op == facts.OpNew && !v.ref.def().Kind.TypeLike() {
			w.callEdge(c, v.ref, class, graph.ViaConstructor)
			return true
		}
	}
	return false
}

// meant are those of the overloads which nothing tells apart that a call may
// mean: one, or all where only an instance of the code around it tells.
func (w *writer) meant(c *facts.Call, rs []ref) []ref {
	switch {
	case len(rs) < 2:
		return rs
	case w.f.fam.dependent != nil && w.f.fam.dependent(w.s, w.f, c):
		return rs[:min(len(rs), maxVariants)]
	}
	return rs[:1]
}

// held tells whether the callee is a variable or attribute that holds the
// class, rather than a name of the class itself.
func (w *writer) held(e *facts.Expr, v *val) bool {
	if e.A == facts.None {
		return false
	}
	callee := &w.f.facts.Exprs[e.A]
	switch callee.Op {
	case facts.OpName:
		if callee.Name == v.ref.def().Name || callee.Name == "cls" || callee.Name == "klass" {
			return false
		}
		_, imported := w.s.imported(w.f, callee.Scope, callee.Name, asValue, false)
		return !imported
	case facts.OpMember:
		return callee.Name != v.ref.def().Name
	case facts.OpSelfClass:
		return true
	}
	return false
}

// defined adds edges to where r is defined.
func (w *writer) defined(c *facts.Call, r ref, class graph.Class, via graph.Via) {
	rs := []ref{r}
	if w.f.fam.definitions != nil {
		rs = w.f.fam.definitions(w.s, w.f, r)
	}
	if len(rs) > 1 {
		class = graph.Dispatch
	}
	for _, r := range rs {
		w.callEdge(c, r, class, via)
	}
}

func (w *writer) callEdge(c *facts.Call, r ref, class graph.Class, via graph.Via) {
	if c.Flags&facts.CallJSX != 0 {
		w.edge(c.Def, graph.References, w.to(r), c.Line, class, via)
		return
	}
	if via == 0 {
		via = graph.ViaScope
	}
	w.edge(c.Def, graph.CallsStatic, w.to(r), c.Line, class, via)
}

// construct is the call of a class: its constructor, or the class where it
// has none of its own.
func (w *writer) construct(c *facts.Call, v *val, class graph.Class) {
	if v.ref.def().Kind == facts.Interface && w.f.facts.Exprs[c.Expr].Op == facts.OpCall { // a lambda becomes one
		w.edge(c.Def, graph.Uses, w.to(v.ref), c.Line, class, graph.ViaConstructor)
		return
	}
	v2 := &val{k: vFunc, refs: w.s.constructors(v)}
	if len(v2.refs) > 0 {
		if rs := w.meant(c, w.s.choose(w.f, c.Expr, v2)); len(rs) > 0 {
			if len(rs) > 1 {
				class = graph.Dispatch
			}
			for _, r := range rs {
				w.defined(c, r, class, graph.ViaConstructor)
			}
			return
		}
	}
	if f := v.ref.def().Form; f == "enum" && w.f.fam.implicitBuilds || f == "type_alias" || c.Flags&facts.CallImplicit != 0 && w.f.fam.implicitBuilds {
		return
	}
	w.callEdge(c, v.ref, class, graph.ViaConstructor)
}

func (w *writer) external(c *facts.Call, v *val) {
	name := v.name
	if len(name) > 120 {
		name = name[:120]
	}
	if !strings.Contains(name, "#") {
		name = w.f.fam.id + "#" + name // built in
	}
	w.edge(c.Def, graph.CallsStatic, Target{External: name}, c.Line, graph.Outside, graph.ViaImport)
}
