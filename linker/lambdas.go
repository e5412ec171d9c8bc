package linker

import (
	"github.com/structural-memory/smp/facts"
)

// lambdaResult joins what a lambda returns.
func (s *solver) lambdaResult(v *val) *val {
	f := v.ref.f
	l := &f.facts.Lambdas[f.facts.Exprs[v.ref.d].D]
	if l.Type != facts.None {
		if t := s.typ(f, l.Type); t != nil {
			return t
		}
	}
	var out []*val
	for _, r := range l.Rets {
		out = append(out, s.expr(f, r))
	}
	return union(out...)
}

// calleeOf is what a call calls: for a constructor expression the constructors.
func (s *solver) calleeOf(f *file, call int32) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	e := &f.facts.Exprs[call]
	if e.Op != facts.OpNew {
		return s.expr(f, e.A)
	}
	if !f.fam.overloads {
		return nil
	}
	var out []*val
	each(s.built(f, call, e), func(v *val) {
		if v.k == vInst {
			if rs := s.constructors(class(v.ref)); len(rs) > 0 {
				out = append(out, &val{k: vFunc, refs: rs, recv: v})
			}
		}
	})
	return union(out...)
}

// argType is the type that a call's parameter declares for an argument.
func (s *solver) argType(f *file, at site) *val {
	var out []*val
	each(s.calleeOf(f, at.call), func(c *val) {
		switch c.k {
		case vExt:
			out = append(out, s.externalOut(f, at.call, c))
		case vFunc:
			for _, r := range s.choose(f, at.call, c) {
				k := at.arg
				if s.selfGiven(f, at.call, r) {
					k++
				}
				if k < len(r.def().Params) {
					out = append(out, s.filled(f, at.call, r, c.recv, s.typ(r.f, r.def().Params[k].Type)))
				}
			}
		case vFnType:
			if at.arg < len(c.args)-1 {
				out = append(out, c.args[at.arg])
			}
		}
	})
	return union(out...)
}

// lambdaParam is what a lambda's parameter is given by the call that the
// lambda is an argument of.
func (s *solver) lambdaParam(f *file, lambda, index int32) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	at, ok := f.lambdaSite(lambda)
	if !ok {
		return s.boundLambda(f, lambda, index)
	}
	callee := s.calleeOf(f, at.call)
	var out []*val
	each(callee, func(c *val) {
		switch c.k {
		case vExt:
			out = append(out, s.externalParam(f, at.call, c, int(index)))
		case vFunc:
			for _, r := range s.choose(f, at.call, c) {
				out = append(out, s.declaredLambdaParam(f, at, r, c.recv, int(index)))
			}
		case vFnType:
			if p := s.callable(c.arg(at.arg)); p != nil && p.k == vFnType {
				out = append(out, p.lambdaParam(int(index)))
			}
		case vClass:
			out = append(out, s.builtLambdaParam(f, at, c, int(index)))
		}
	})
	return union(out...)
}

// builtLambdaParam is the parameter of a lambda that a class is built of, or
// that becomes an interface with one method.
func (s *solver) builtLambdaParam(f *file, at site, c *val, index int) *val {
	if c.ref.def().Kind == facts.Interface {
		if t := s.callable(inst(c.ref, c.args...)); t != nil && t.k == vFnType {
			return t.lambdaParam(index)
		}
		return nil
	}
	var out []*val
	for _, r := range s.choose(f, at.call, &val{k: vFunc, refs: s.constructors(c)}) {
		out = append(out, s.declaredLambdaParam(f, at, r, inst(c.ref, c.args...), index))
	}
	return union(out...)
}

// declaredLambdaParam is the type that a function declares for a parameter of
// the function it takes as an argument.
func (s *solver) declaredLambdaParam(f *file, at site, r ref, recv *val, index int) *val {
	def := r.def()
	var out []*val
	t := s.takenBy(f, at, r, recv)
	each(t, func(m *val) {
		c := s.callable(m)
		if c == nil || c.k != vFnType {
			return
		}
		p := c.lambdaParam(index)
		if recv != nil && recv.k == vInst {
			p = subst(p, recv.ref, recv.args, 6)
		}
		if n := len(def.TypeParams); n > 0 {
			args := make([]*val, n)
			if recv != nil && def.Recv != facts.None && def.Mods&facts.Extension != 0 {
				s.match(s.receiver(r), recv, r, args, 4)
			}
			s.infer(f, at.call, r, r, args)
			p = subst(p, r, args, 6)
		}
		out = append(out, p)
	})
	if r.f.fam.yields && union(out...) == nil {
		k := at.arg
		if s.selfGiven(f, at.call, r) {
			k++
		}
		out = append(out, s.yieldedBy(f, at.call, r, recv, k, index))
	}
	return union(out...)
}

// takenAt is the type that a function declares for an argument. A lambda behind
// the brackets is given to the last parameter.
func (s *solver) takenAt(f *file, at site, r ref) *val {
	def := r.def()
	k := at.arg
	if s.selfGiven(f, at.call, r) {
		k++
	}
	n := len(def.Params)
	if r.f.fam.place != nil {
		if k = r.f.fam.place(s, f, at.call, r, at.arg); k < 0 {
			return nil
		}
	} else if f.fam.trailingLambdas && k < n-1 && at.arg == len(f.facts.Args(at.call))-1 {
		if last := s.callable(s.typ(r.f, def.Params[n-1].Type)); last != nil && last.k == vFnType {
			k = n - 1
		}
	}
	if k >= n {
		if n == 0 || def.Params[n-1].Flags&facts.ParamRest == 0 {
			return nil
		}
		k = n - 1
	}
	t := s.typ(r.f, def.Params[k].Type)
	if t != nil && t.k == vExt && def.Params[k].Flags&facts.ParamRest != 0 && len(t.args) == 1 {
		t = t.args[0]
	}
	return t
}

// lambdaParam is what parameter i of a lambda of this function type is: a
// receiver is no parameter.
func (v *val) lambdaParam(i int) *val {
	if v.name == "receiver" {
		i++
	}
	if i < len(v.args)-1 {
		return v.args[i]
	}
	return nil
}

// boundLambda is the parameter of a lambda that is given to a name or field
// of a declared function type, or returned where one is declared.
func (s *solver) boundLambda(f *file, lambda, index int32) *val {
	t := f.lambdaType(lambda)
	if t == facts.None {
		if c := s.callable(s.wantedOf(f, lambda)); c != nil && c.k == vFnType {
			return c.lambdaParam(int(index))
		}
		return nil
	}
	var out []*val
	each(s.awaited(s.typ(f, t)), func(m *val) {
		if c := s.callable(m); c != nil && c.k == vFnType {
			out = append(out, c.lambdaParam(int(index)))
		}
	})
	return union(out...)
}
