package linker

import (
	"github.com/structural-memory/smp/facts"
)

// built is what a constructor expression gives.
func (s *solver) built(f *file, i int32, e *facts.Expr) *val {
	if e.T != facts.None {
		return s.typ(f, e.T)
	}
	if e.A == facts.None && f.fam.targetTyped {
		if at, ok := f.argSite(i); ok {
			return s.argType(f, at)
		}
	}
	v := s.classNamed(s.expr(f, e.A))
	if v == nil {
		return nil
	}
	switch v.k {
	case vFunc:
		if len(v.refs) > 0 && f.fam.prototypes {
			return inst(v.refs[0])
		}
	case vInst, vLambda, vFnType:
		if m := s.member(v, "new()"); m != nil && m.k == vFunc {
			return s.result(f, i, m)
		}
		return nil
	case vClass:
		return s.newInstance(f, i, v)
	}
	return s.instance(v, nil)
}

// classNamed is the class whose name v is, else v.
func (s *solver) classNamed(v *val) *val {
	if v != nil && v.k == vExt && v.name == "class-string" && len(v.args) == 1 {
		return s.classOf(v.args[0])
	}
	return v
}

// newInstance is an instance of a class, its type arguments taken from the
// expression or from the constructor's arguments.
func (s *solver) newInstance(f *file, i int32, v *val) *val {
	e := &f.facts.Exprs[i]
	if e.Op == facts.OpCall && e.T != facts.None {
		if t := s.typ(f, e.T); t != nil && t.k == vTuple {
			return s.instance(v, t.args)
		}
	}
	if n := len(v.ref.def().TypeParams); n > 0 && len(v.args) == 0 {
		c := s.constructors(v)
		if v.ref.f.fam.accepts != nil {
			if c = s.accepted(f, i, c); len(c) == 0 {
				return s.instance(v, s.swiftInferred(f, i, v))
			}
		}
		if len(c) > 0 {
			args := make([]*val, n)
			s.infer(f, i, c[0], v.ref, args)
			return s.instance(v, args)
		}
	}
	return s.instance(v, nil)
}

// constructors are the constructors of a class, nearest base first.
func (s *solver) constructors(v *val) []ref {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	if inits := v.ref.f.fam.inits; inits != nil {
		return inits(s, v.ref)
	}
	for _, b := range s.mro(v.ref) {
		if b.k != vInst {
			return nil
		}
		for _, n := range b.ref.f.fam.constructors(b.ref) {
			s.ask(b.ref.f.path, n)
			if m := s.own(b.ref, n, false); m != nil && m.k == vFunc {
				if rs := builders(m.refs); len(rs) > 0 {
					return rs
				}
			}
		}
		if !b.ref.f.fam.inheritConstructors {
			return nil
		}
	}
	return nil
}

// builders leaves out the constructors that run once for the class.
func builders(rs []ref) []ref {
	for i, r := range rs {
		if r.def().Form != "static_constructor" {
			continue
		}
		out := append([]ref(nil), rs[:i]...)
		for _, r := range rs[i+1:] {
			if r.def().Form != "static_constructor" {
				out = append(out, r)
			}
		}
		return out
	}
	return rs
}
