package linker

import "github.com/structural-memory/smp/facts"

// What hashes have under keys that are written out: options that methods are
// given, and tables of named things. Each value of such a hash is wrapped into
// an expression with the name of its key.

// atKey is what indexing with a key that is written out gives.
func (s *solver) atKey(f *file, e *facts.Expr) *val {
	if v := s.keyed(f, e.A, e.Name, 4); v != nil {
		return v
	}
	v := s.element(s.expr(f, e.A), "")
	if v != nil && v.k == vUnion {
		return nil // of several values under other keys
	}
	return v
}

// keyed is what a hash has under a key: one that is written out, or a variable
// or parameter that holds one.
func (s *solver) keyed(f *file, i int32, key string, depth int) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	if i == facts.None || depth == 0 {
		return nil
	}
	switch e := &f.facts.Exprs[i]; e.Op {
	case facts.OpLit:
		if e.Name == "dict" {
			return s.argNamed(f, i, key)
		}
	case facts.OpName:
		return s.keyedName(f, e, key, depth)
	case facts.OpCall:
		if e.ArgN == 0 && e.A != facts.None && f.facts.Exprs[e.A].Op == facts.OpName {
			return s.putUnder(f, f.owner(e.Scope), f.facts.Exprs[e.A].Name, key)
		}
	case facts.OpMember:
		if e.A != facts.None && f.facts.Exprs[e.A].Op == facts.OpThis {
			d := f.owner(e.Scope)
			out := []*val{s.putUnder(f, d, e.Name, key)}
			for _, b := range s.fieldsOf(f, d, e.Name) {
				out = append(out, s.keyed(f, f.facts.Binds[b].Value, key, depth-1))
			}
			return union(out...)
		}
	}
	return nil
}

// argNamed is the argument of that name, or the value of a hash under it.
func (s *solver) argNamed(f *file, i int32, key string) *val {
	for _, a := range f.facts.Args(i) {
		if a != facts.None && f.keyOf(a) == key {
			return s.expr(f, a)
		}
	}
	return nil
}

func (s *solver) keyedName(f *file, e *facts.Expr, key string, depth int) *val {
	out := []*val{s.putUnder(f, e.Scope, e.Name, key)}
	for _, i := range f.bindsIn(e.Scope, e.Name) {
		b := &f.facts.Binds[i]
		if b.Def != e.Scope || e.Pos < b.From || e.Pos >= b.To {
			continue
		}
		switch b.Kind {
		case facts.BindParam:
			out = append(out, s.passed(f, b.Def, b.Index, key, ref{}))
		case facts.BindVar:
			out = append(out, s.keyed(f, b.Value, key, depth-1))
		}
	}
	return union(out...)
}
