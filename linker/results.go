package linker

import (
	"github.com/structural-memory/smp/facts"
)

// result is what calling v gives; i is the call expression.
func (s *solver) result(f *file, i int32, v *val) *val {
	if v == nil {
		return nil
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	switch v.k {
	case vFunc:
		return s.returned(f, i, v)
	case vClass:
		if v.ref.def().Form == "type_alias" {
			return s.instance(v, nil)
		}
		return s.newInstance(f, i, v)
	case vExt:
		if n := f.fam.builtins.left[lastName(v.name)]; n > 0 {
			if g := s.gathered(f, i, n); g != nil {
				return g
			}
		}
		return s.externalResult(f, i, v)
	case vUnion:
		var out []*val
		each(v, func(m *val) { out = append(out, s.result(f, i, m)) })
		return union(out...)
	case vFnType:
		return v.arg(len(v.args) - 1)
	case vLambda:
		return s.lambdaResult(v)
	case vParam:
		if !f.fam.instances {
			return nil
		}
		if a := f.facts.Exprs[i].A; a != facts.None && f.facts.Exprs[a].Op == facts.OpName && f.facts.Exprs[a].Name == v.name {
			return v // T(x)
		}
		var out []*val
		s.eachInstance(v, func(m *val) { out = append(out, s.result(f, i, m)) })
		return union(out...)
	case vInst:
		if c := s.callable(v); c != nil && c != v {
			return s.result(f, i, c)
		}
		if f.fam.valueCalls {
			return v
		}
	}
	return nil
}

// callable is what is called when v is: itself, or the member that the
// language calls on objects.
func (s *solver) callable(v *val) *val {
	if v == nil || v.k != vInst {
		return v
	}
	for _, n := range v.ref.f.fam.callMembers {
		if m := s.member(v, n); m != nil && m.k == vFunc {
			if def := m.refs[0].def(); def.Form == "signature" {
				return s.signature(m.refs[0])
			}
			return m
		}
	}
	if v.ref.f.fam.singleMethod {
		if r, ok := s.onlyMethod(v.ref); ok {
			return subst(s.signature(r), v.ref, v.args, 6)
		}
	}
	return v
}

// signature is a function as a function type.
func (s *solver) signature(r ref) *val {
	def := r.def()
	t := &val{k: vFnType}
	for i := range def.Params {
		if def.Params[i].Flags&facts.ParamSelf != 0 {
			continue
		}
		t.args = append(t.args, s.typ(r.f, def.Params[i].Type))
	}
	t.args = append(t.args, s.defType(r))
	return t
}

// onlyMethod is the method of a functional interface.
func (s *solver) onlyMethod(r ref) (ref, bool) {
	var found ref
	for _, k := range s.all(r.f, r.d) {
		def := &r.f.facts.Defs[k]
		if def.Kind == facts.Function && def.Mods&facts.Abstract != 0 {
			if found.f != nil {
				return ref{}, false
			}
			found = ref{r.f, k}
		}
	}
	return found, found.f != nil
}

// returned is what a function gives: its result type with the receiver's and
// the call's type arguments filled in.
func (s *solver) returned(f *file, i int32, v *val) *val {
	rs := s.choose(f, i, v)
	var out []*val
	for _, r := range rs {
		out = append(out, s.resultOf(f, i, r, v.recv))
	}
	return union(out...)
}

func (s *solver) resultOf(f *file, i int32, r ref, recv *val) *val {
	def := r.def()
	if def.Mods&facts.Constructor != 0 && recv != nil && i != facts.None && (f.facts.Exprs[i].Op == facts.OpNew || f.fam.inits != nil) {
		return s.instance(recv, nil)
	}
	if o := s.typedBy(r); r.f.fam.selfType != nil && o.def().Type != facts.None && recv != nil {
		if o.f.fam.selfType(&o.f.facts.Types[o.def().Type]) {
			return s.instance(recv, nil)
		}
		if v, ok := s.selfUnion(o, recv); ok {
			return v
		}
	}
	return s.filled(f, i, r, recv, s.defType(r))
}

// selfUnion is the result of a function whose result type is the receiver's
// among others: "static|null".
func (s *solver) selfUnion(r ref, recv *val) (*val, bool) {
	t := &r.f.facts.Types[r.def().Type]
	if t.Op != facts.TUnion {
		return nil, false
	}
	var out []*val
	self := false
	for _, a := range r.f.facts.TypeArgs(r.def().Type) {
		if r.f.fam.selfType(&r.f.facts.Types[a]) {
			self = true
			out = append(out, s.instance(recv, nil))
		} else {
			out = append(out, s.typ(r.f, a))
		}
	}
	return union(out...), self
}
