package linker

import (
	"github.com/structural-memory/smp/facts"
)

// filled is a type in r's declaration with the type arguments of the receiver
// and of the call i filled in.
func (s *solver) filled(f *file, i int32, r ref, recv, t *val) *val {
	def := r.def()
	if t == nil {
		return nil
	}
	if recv != nil && (recv.k == vInst || recv.k == vClass) {
		for _, b := range s.mro(recv.ref) {
			if b.k == vInst && b.ref.f == r.f && b.ref.d == def.Parent {
				t = subst(t, b.ref, subst(&val{k: vTuple, args: b.args}, recv.ref, recv.args, 6).args, 6)
			}
		}
	}
	if len(def.TypeParams) > 0 && i != facts.None {
		args := make([]*val, len(def.TypeParams))
		if e := &f.facts.Exprs[i]; e.T != facts.None && e.Op == facts.OpCall {
			if given := s.typ(f, e.T); given != nil && given.k == vTuple {
				copy(args, given.args)
			}
		}
		if recv != nil && def.Recv != facts.None && def.Mods&facts.Extension != 0 {
			s.match(s.receiver(r), recv, r, args, 4)
		}
		s.infer(f, i, r, r, args)
		t = subst(t, r, args, 6)
	}
	return t
}

// infer finds type arguments of owner by matching the declared types of r's
// parameters with the call's arguments.
func (s *solver) infer(f *file, i int32, r, owner ref, into []*val) {
	args := f.facts.Args(i)
	if place := r.f.fam.place; place != nil {
		for n, a := range args {
			if p := place(s, f, i, r, n); p >= 0 && p < len(r.def().Params) {
				s.match(s.typ(r.f, r.def().Params[p].Type), s.expr(f, a), owner, into, 4)
			}
		}
		return
	}
	k := 0
	self := s.selfGiven(f, i, r)
	for p := range r.def().Params {
		param := &r.def().Params[p]
		if param.Flags&facts.ParamSelf != 0 && self {
			if r.def().Mods&facts.Extension != 0 {
				s.match(s.typ(r.f, param.Type), s.expr(f, f.facts.Exprs[f.facts.Exprs[i].A].A), owner, into, 4)
			}
			continue
		}
		if k >= len(args) {
			return
		}
		if param.Type != facts.None {
			s.match(s.typ(r.f, param.Type), s.expr(f, args[k]), owner, into, 4)
		}
		k++
	}
}

func (s *solver) match(pattern, v *val, owner ref, into []*val, depth int) {
	if !s.enter() {
		return
	}
	defer s.leave()
	if pattern == nil || v == nil || depth == 0 {
		return
	}
	if v.k == vClass && pattern.k == vInst && v.ref.f.fam.objectOf != nil {
		v = v.ref.f.fam.objectOf(v)
	}
	if pattern.k == vParam && pattern.ref == owner {
		for i, p := range owner.def().TypeParams {
			if p.Name == pattern.name && into[i] == nil && !(v.k == vParam && v.ref == owner) {
				into[i] = v
			}
		}
		return
	}
	if pattern.k == vFnType && v.k == vLambda {
		s.match(pattern.arg(len(pattern.args)-1), s.lambdaResult(v), owner, into, depth-1)
		return
	}
	if pattern.k == vFnType && v.k == vClass { // its constructor
		s.match(pattern.arg(len(pattern.args)-1), inst(v.ref, v.args...), owner, into, depth-1)
		return
	}
	if pattern.k == vFnType && v.k == vFunc && len(v.refs) > 0 {
		s.match(pattern.arg(len(pattern.args)-1), s.defType(v.refs[0]), owner, into, depth-1)
		return
	}
	if pattern.k == vInst && v.k == vInst && pattern.ref != v.ref {
		for _, b := range s.mro(v.ref) {
			if b.k == vInst && b.ref == pattern.ref {
				v = subst(b, v.ref, v.args, 6)
			}
		}
	}
	if pattern.k == vClass && v.k == vClass || pattern.k == v.k && (pattern.ref == v.ref || pattern.k == vExt) {
		for i := range pattern.args {
			s.match(pattern.args[i], v.arg(i), owner, into, depth-1)
		}
	}
	if pattern.k == vUnion {
		for _, p := range pattern.args {
			s.match(p, v, owner, into, depth-1)
		}
	}
}
