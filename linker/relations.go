package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// imports adds an edge from the file to what each of its imports names.
func (w *writer) imports() {
	for i := range w.f.facts.Imports {
		im := &w.f.facts.Imports[i]
		w.s.refuel()
		if w.f.fam.modules == nil {
			continue
		}
		targets, external := w.f.fam.modules(w.s, w.f, im)
		for k, t := range targets {
			if k == 0 {
				w.out.ImportFiles[i] = t.path
			}
			if t != w.f {
				w.edge(im.Scope, graph.Imports, Target{Path: t.path}, im.Line, graph.Exact, graph.ViaImport)
			}
		}
		if external != "" {
			w.edge(im.Scope, graph.Imports, Target{External: external}, im.Line, graph.Outside, graph.ViaImport)
		}
	}
}

// bases adds INHERITS and IMPLEMENTS.
func (w *writer) bases() {
	for d := range w.f.facts.Defs {
		def := &w.f.facts.Defs[d]
		if !def.Kind.TypeLike() {
			continue
		}
		w.s.refuel()
		src := w.s.target(ref{w.f, int32(d)})
		if src.f != w.f {
			src = ref{w.f, int32(d)} // edges leave the file that states them
		}
		for _, b := range def.Bases {
			v := w.s.typ(w.f, b.Type)
			if v == nil && b.Expr != facts.None {
				v = w.s.instance(w.s.expr(w.f, b.Expr), nil)
			}
			each(v, func(m *val) {
				switch m.k {
				case vInst:
					t := graph.Inherits
					if m.ref.def().Kind == facts.Interface && def.Kind == facts.Class || b.Rel == facts.Implements {
						t = graph.Implements
					}
					w.edge(src.d, t, w.to(m.ref), b.Line, graph.Exact, graph.ViaTypes)
				case vExt:
					if m.name != "" && m.name[0] != '?' {
						w.edge(src.d, graph.Inherits, Target{External: w.externalName(m.name)}, b.Line, graph.Outside, graph.ViaImport)
					}
				}
			})
		}
	}
}

func (w *writer) externalName(n string) string {
	for i := range n {
		if n[i] == '#' {
			return n
		}
	}
	return w.f.fam.id + "#" + n
}

// uses adds USES for the types and variables that code names, and REFERENCES
// for functions that are passed on as values.
func (w *writer) uses() {
	f := w.f
	callees := make([]bool, len(f.facts.Exprs))
	for i := range f.facts.Calls {
		if e := &f.facts.Exprs[f.facts.Calls[i].Expr]; e.A != facts.None {
			callees[e.A] = true
		}
	}
	for i := range f.facts.Types {
		t := &f.facts.Types[i]
		if t.Op != facts.TName {
			continue
		}
		w.s.refuel()
		each(w.s.typ(f, int32(i)), func(v *val) {
			if (v.k == vInst || v.k == vFnType && v.ref.f != nil) && v.ref != (ref{f, t.Scope}) {
				w.edge(t.Scope, graph.Uses, w.to(v.ref), t.Line, graph.Exact, graph.ViaTypes)
			}
		})
	}
	for i := range f.facts.Exprs {
		e := &f.facts.Exprs[i]
		if callees[i] || e.Op != facts.OpName && e.Op != facts.OpMember {
			continue
		}
		w.s.refuel()
		if e.Op == facts.OpName {
			if r, ok := w.variable(e); ok {
				t := graph.Uses
				if f.facts.Defs[e.Scope].Kind == facts.Variable {
					t = graph.References
				}
				if r != (ref{f, e.Scope}) {
					w.edge(e.Scope, t, w.to(r), e.Line, graph.Exact, graph.ViaScope)
				}
				continue
			}
		}
		each(w.s.expr(f, int32(i)), func(v *val) {
			switch v.k {
			case vFunc:
				if len(v.refs) > 0 && v.refs[0] != (ref{f, e.Scope}) {
					r := v.refs[0]
					if f.fam.definitions != nil {
						r = f.fam.definitions(w.s, f, r)[0]
					}
					w.edge(e.Scope, graph.References, w.to(r), e.Line, graph.Exact, v.via)
				}
			case vClass:
				if !f.within(e.Scope, v.ref.d) || v.ref.f != f {
					w.edge(e.Scope, graph.Uses, w.to(v.ref), e.Line, graph.Exact, graph.ViaTypes)
				}
			}
		})
	}
	w.s.refuel()
	w.frameworks()
}

// variable is the module-level variable that a name means: of this file, or
// one imported by its own name.
func (w *writer) variable(e *facts.Expr) (ref, bool) {
	f := w.f
	for d := e.Scope; d > 0; d = f.facts.Defs[d].Parent {
		for _, i := range f.bindsIn(d, e.Name) {
			if b := &f.facts.Binds[i]; b.Def == d && e.Pos >= b.From && e.Pos < b.To {
				return ref{}, false
			}
		}
	}
	for _, d := range w.s.children(f, 0, e.Name) {
		if f.facts.Defs[d].Kind == facts.Variable {
			return ref{f, d}, true
		}
	}
	for _, i := range f.importsOf(e.Name) {
		im := &f.facts.Imports[i]
		if im.Name == "" || im.Name == "*" || f.fam.modules == nil {
			continue
		}
		targets, _ := f.fam.modules(w.s, f, im)
		for _, t := range targets {
			w.s.ask(t.path, im.Name)
			for _, d := range w.s.children(t, 0, im.Name) {
				if t.facts.Defs[d].Kind == facts.Variable {
					return ref{t, d}, true
				}
			}
		}
	}
	return ref{}, false
}
