package linker

import "github.com/structural-memory/smp/facts"

// bound is what the bindings of a definition give a name at a position, less
// what it is known not to be there.
func (s *solver) bound(f *file, d int32, name string, pos uint32, sp space) (*val, bool) {
	v, ok := s.boundTo(f, d, name, pos, sp)
	if v == nil || v.k != vUnion {
		return v, ok
	}
	for _, i := range f.bindsIn(d, name) {
		b := &f.facts.Binds[i]
		if b.Kind == facts.BindNot && b.Def == d && pos >= b.From && pos < b.To {
			v = s.without(v, s.typ(f, b.Type))
		}
	}
	return v, ok
}

// without drops the members of a union that are of one of the types.
func (s *solver) without(v, types *val) *val {
	var out []*val
	each(v, func(m *val) {
		drop := false
		each(types, func(t *val) {
			drop = drop || m.k == t.k && (m.k == vInst && m.ref == t.ref || m.k == vExt && lastName(m.name) == lastName(t.name))
		})
		if !drop {
			out = append(out, m)
		}
	})
	return union(out...)
}

func (s *solver) boundTo(f *file, d int32, name string, pos uint32, sp space) (*val, bool) {
	var narrow, best *facts.Bind
	group := f.bindsIn(d, name)
	for _, i := range group {
		b := &f.facts.Binds[i]
		if b.Def != d || pos < b.From || pos >= b.To {
			continue
		}
		if b.Kind == facts.BindNarrow {
			if sp == asType {
				continue
			}
			if narrow == nil || b.To-b.From <= narrow.To-narrow.From {
				narrow = b
			}
			continue
		}
		if b.Kind == facts.BindNot || sp == asType && b.Type != facts.None {
			continue // a name with a declared type is a value, never a type
		}
		if best == nil || b.To-b.From < best.To-best.From {
			best = b
		}
	}
	if narrow != nil && (best == nil || best.To-best.From >= narrow.To-narrow.From) {
		if v := s.bindValue(f, narrow); v != nil {
			return v, true
		}
	}
	if best == nil {
		return nil, false
	}
	var before, after []*val
	for _, i := range group {
		b := &f.facts.Binds[i]
		if b.Def != d || b.From != best.From || b.To != best.To || b.Kind == facts.BindNarrow || b.Kind == facts.BindNot || sp == asType && b.Type != facts.None {
			continue
		}
		if b.Type != facts.None && !(b.Kind == facts.BindParam && f.fam.inheritTypes) {
			if v := s.typ(f, b.Type); v != nil {
				return v, true
			}
		}
		if v := s.bindValue(f, b); v == nil {
			continue
		} else if b.Pos <= pos {
			before = append(before, v)
		} else {
			after = append(after, v)
		}
	}
	if len(before) == 0 {
		before = after
	}
	if sp == asType {
		v := s.asTypeValue(union(before...))
		return v, v != nil
	}
	return s.withElements(union(before...), f, d, name), true
}

func (s *solver) bindValue(f *file, b *facts.Bind) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	if b.Type != facts.None && !(b.Kind == facts.BindParam && f.fam.inheritTypes) {
		if v := s.typ(f, b.Type); v != nil {
			return v
		}
	}
	switch b.Kind {
	case facts.BindParam:
		return s.paramValue(f, b.Def, b.Index)
	case facts.BindLambdaParam:
		return s.lambdaParam(f, b.Value, b.Index)
	}
	if b.Value == facts.None && f.fam.targetTyped {
		if at, ok := f.outSite(b.Pos); ok && at.call != facts.None {
			return s.argType(f, at)
		}
	}
	return s.expr(f, b.Value)
}
