package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// scalaReads is the definition without parameters that reading a member, or a
// name of a class around, calls.
func scalaReads(s *solver, f *file, e *facts.Expr) *val {
	switch {
	case f.facts.Lang != "scala":
		return nil
	case e.Op == facts.OpMember:
		return s.computed(s.expr(f, e.A), e.Name)
	case e.Op != facts.OpName || f.local(e):
		return nil
	}
	for d := e.Scope; d > 0; d = f.facts.Defs[d].Parent {
		if f.facts.Defs[d].Kind.TypeLike() {
			if v := s.computed(inst(s.target(ref{f, d})), e.Name); v != nil {
				return v
			}
		} else if v := computedIn(f, d, e.Name); v != nil {
			return v
		}
	}
	return nil
}

// computed is the definition without parameters that a value has.
func (s *solver) computed(v *val, name string) *val {
	var found *val
	each(v, func(m *val) {
		if found != nil || m.k != vInst && m.k != vClass {
			return
		}
		for i, b := range s.mro(m.ref) {
			if b.k != vInst {
				continue
			}
			s.ask(b.ref.f.path, name)
			if c := computedIn(b.ref.f, b.ref.d, name); c != nil {
				if c.via = graph.ViaReceiver; i > 0 {
					c.via = graph.ViaInheritance
				}
				c.recv, found = m, c
				return
			}
		}
	})
	return found
}

func computedIn(f *file, d int32, name string) *val {
	for _, k := range f.children(d, name) {
		if def := &f.facts.Defs[k]; def.Kind == facts.Function && def.Mods&facts.Computed != 0 {
			return &val{k: vFunc, refs: []ref{{f, k}}, via: graph.ViaScope}
		}
	}
	return nil
}

// scalaCast keeps, where a pattern names a case of a generic type, the type
// arguments of what is taken apart: "case Some(x)".
func scalaCast(lib *builtins, t, v *val) *val {
	if t.k != vExt || len(t.args) > 0 || v == nil || v.k != vExt || len(v.args) == 0 {
		return t
	}
	if spec, ok := lib.cases[lastName(t.name)]; ok {
		return ext(t.name, lib.make(spec, v, nil, nil))
	}
	return t
}
