package linker

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/facts"
)

// cExtend gives members what the type alone does not say: what an overloaded
// "->" leads to, and which functions are stored in a pointer to a function.
func cExtend(s *solver, f *file, i int32, recv, v *val) *val {
	name := f.facts.Exprs[i].Name
	v = cSpecial(s, recv, v, name)
	if v == nil || unknownMember(v) {
		each(recv, func(m *val) {
			if m.k != vInst {
				return
			}
			if arrow := s.member(m, "operator->"); arrow != nil && arrow.k == vFunc {
				if to := s.resultOf(arrow.refs[0].f, facts.None, arrow.refs[0], m); to != nil {
					if t := s.member(to, name); t != nil {
						v = t
					}
				}
			}
		})
		return v
	}
	if v.k != vFnType || len(v.refs) > 0 {
		return v
	}
	var refs []ref
	each(recv, func(m *val) {
		if m.k == vInst {
			if owner, ok := s.fieldOwner(m.ref, name); ok {
				refs = append(refs, s.stored(owner, name)...)
			}
		}
	})
	return withFunctions(v, refs)
}

// withFunctions is a function type whose values are known to be these.
func withFunctions(v *val, refs []ref) *val {
	if len(refs) == 0 {
		return v
	}
	c := *v
	c.refs = refs
	return &c
}

// fieldOwner is the class that has the field: r or a base.
func (s *solver) fieldOwner(r ref, name string) (ref, bool) {
	for _, b := range s.mro(r) {
		if b.k != vInst {
			continue
		}
		s.ask(b.ref.f.path, name)
		if len(s.children(b.ref.f, b.ref.d, name)) > 0 {
			return b.ref, true
		}
	}
	return ref{}, false
}

// stored are the functions that the repository stores in a field.
func (s *solver) stored(owner ref, name string) []ref {
	m := s.once(memoKey{r: owner, what: qStored, name: name}, func() *val {
		of := identity(owner) + "." + name
		s.ask("set:"+of, "")
		var out []ref
		for _, r := range s.l.stores[of] {
			out = appendFunctions(out, s.expr(r.f, r.f.facts.Binds[r.d].Value))
		}
		if len(out) == 0 {
			return nil
		}
		return &val{k: vFunc, refs: out}
	})
	if m == nil {
		return nil
	}
	return m.refs
}

// appendFunctions adds the functions that a value is.
func appendFunctions(to []ref, v *val) []ref {
	each(v, func(m *val) {
		switch m.k {
		case vFunc:
			if len(m.refs) > 0 && !slices.Contains(to, m.refs[0]) && m.refs[0].def().Form != "macro" {
				to = append(to, m.refs[0])
			}
		case vFnType:
			for _, r := range m.refs {
				if !slices.Contains(to, r) {
					to = append(to, r)
				}
			}
		}
	})
	return to
}

// storesOf are the places of a file that store a function in a field.
func (s *solver) storesOf(f *file) []relation {
	var out []relation
	for _, i := range f.fields {
		b := &f.facts.Binds[i]
		if b.Kind != facts.BindMember || b.Target == facts.None {
			continue
		}
		each(s.expr(f, b.Target), func(m *val) {
			if m.k != vInst {
				return
			}
			owner, name, ok := m.ref, b.Name, true
			if name == "" {
				name, ok = fieldAt(m.ref, b.Index)
			} else {
				owner, ok = s.fieldOwner(m.ref, name)
			}
			if ok {
				out = append(out, relation{d: i, of: identity(owner) + "." + name})
			}
		})
	}
	return out
}

// fieldAt is the field of a struct at a place.
func fieldAt(r ref, index int32) (string, bool) {
	var fields []int32
	for _, d := range r.f.all(r.d) {
		if r.f.facts.Defs[d].Kind == facts.Variable && r.f.facts.Defs[d].Mods&facts.Static == 0 {
			fields = append(fields, d)
		}
	}
	slices.SortFunc(fields, cmp.Compare)
	if int(index) >= len(fields) {
		return "", false
	}
	return r.f.facts.Defs[fields[index]].Name, true
}

// variable is the value of a variable outside functions.
func (c *cLook) variable(r ref) *val {
	v := c.s.defType(r)
	if v == nil {
		return &val{k: vExt, name: "?"}
	}
	return c.s.held(r, v)
}

// held adds to a function type, or an array of one, the functions that a
// variable outside functions is given.
func (s *solver) held(r ref, v *val) *val {
	t := v
	if v.k == vExt && len(v.args) == 1 && v.args[0] != nil {
		t = v.args[0]
	}
	if t.k != vFnType {
		return v
	}
	m := s.once(memoKey{r: r, what: qHeld}, func() *val {
		var refs []ref
		for _, r := range s.variables(r) {
			if val := r.def().Value; val != facts.None {
				refs = appendFunctions(refs, s.expr(r.f, val))
				for _, a := range r.f.facts.Args(val) {
					refs = appendFunctions(refs, s.expr(r.f, a))
				}
			}
			for _, i := range r.f.bindsOf(r.def().Name) {
				if b := &r.f.facts.Binds[i]; b.Kind == facts.BindVar && b.Type == facts.None {
					refs = appendFunctions(refs, s.expr(r.f, b.Value))
				}
			}
		}
		return withFunctions(t, refs)
	})
	if m == nil || len(m.refs) == 0 {
		return v
	}
	if t == v {
		return m
	}
	return ext(v.name, m)
}

// variables are the places where a variable outside functions is declared and
// defined.
func (s *solver) variables(r ref) []ref {
	out := []ref{r}
	ns, ok := cNamespace(r.f, r.def().Parent)
	if r.def().Mods&facts.Declared == 0 || !ok {
		return out
	}
	for _, o := range s.space(r.f.fam, ns, r.def().Name) {
		d := o.def()
		if d.Kind == facts.Variable && d.Mods&(facts.Declared|facts.Static) == 0 {
			s.ask("c>", o.f.path)
			s.ask(o.f.path, d.Name)
			if s.l.roots.c.sees(o.f.path, r.f.path) {
				out = append(out, o)
			}
		}
	}
	return out
}

// cNamed adds to a local pointer to a function the functions that it is given.
func cNamed(s *solver, f *file, i int32, v *val, found bool) *val {
	if v == nil || v.k != vFnType || len(v.refs) > 0 {
		return v
	}
	e := &f.facts.Exprs[i]
	var refs []ref
	for _, k := range f.bindsOf(e.Name) {
		if b := &f.facts.Binds[k]; b.Kind == facts.BindVar && e.Pos >= b.From && e.Pos < b.To && b.Value != facts.None && f.within(e.Scope, b.Def) {
			refs = appendFunctions(refs, s.expr(f, b.Value))
			if f.facts.Exprs[b.Value].Op == facts.OpLit {
				for _, a := range f.facts.Args(b.Value) {
					refs = appendFunctions(refs, s.expr(f, a))
				}
			}
		}
	}
	return withFunctions(v, refs)
}
