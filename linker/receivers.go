package linker

import "github.com/structural-memory/smp/facts"

// lambdasAround are the lambdas of a definition around a place, innermost
// first.
func (f *file) lambdasAround(d int32, pos uint32, do func(lambda int32) bool) {
	group := f.bindsOf("this")
	for i := len(group) - 1; i >= 0; i-- { // those that begin last lie innermost
		b := &f.facts.Binds[group[i]]
		if b.Kind == facts.BindReceiver && b.Def == d && pos >= b.From && pos < b.To && !do(b.Value) {
			return
		}
	}
}

// jvmReceivers is what a name means in lambdas with receivers: a member of the
// receiver of one of them, or an extension of it.
func jvmReceivers(s *solver, f *file, d int32, name string, pos uint32, sp space) *val {
	if sp == asType {
		return nil
	}
	var found *val
	f.lambdasAround(d, pos, func(l int32) bool {
		each(s.lambdaReceiver(f, l), func(r *val) {
			if found == nil {
				found = s.ofReceiver(f, d, name, r)
			}
		})
		return found == nil
	})
	return found
}

func (s *solver) ofReceiver(f *file, d int32, name string, r *val) *val {
	if r.k == vParam {
		if r = s.boundOf(r); r == nil {
			return nil
		}
	}
	if r.k == vExt {
		if s.builtins(r).hasMember(r.name, name) {
			return s.ofExternal(r, name)
		}
	} else if v := s.implicitOf(r, name, asValue); v != nil {
		return v
	}
	if v := s.extensionOf(f, d, name, r, -1); v != nil {
		return v
	}
	return s.accessor(r, name, false)
}

// jvmThis is "this" in a lambda with a receiver.
func jvmThis(s *solver, f *file, scope int32, pos uint32) *val {
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		var found *val
		f.lambdasAround(d, pos, func(l int32) bool {
			found = s.lambdaReceiver(f, l)
			return found == nil
		})
		if found != nil {
			return found
		}
		if def := &f.facts.Defs[d]; def.Kind.TypeLike() || def.Recv != facts.None {
			return nil
		}
	}
	return nil
}

// lambdaReceiver is the receiver of a lambda, by the function type that its
// place declares; nil if it has none.
func (s *solver) lambdaReceiver(f *file, lambda int32) *val {
	return s.once(memoKey{r: ref{f, lambda}, what: 'L'}, func() *val {
		at, ok := f.lambdaSite(lambda)
		if !ok {
			if t := f.lambdaType(lambda); t != facts.None {
				return receiverOf(s.callable(s.typ(f, t)))
			}
			return nil
		}
		var out []*val
		each(s.calleeOf(f, at.call), func(c *val) {
			switch c.k {
			case vExt:
				out = append(out, s.externalReceiver(f, at.call, c))
			case vFunc:
				out = append(out, s.takenReceiver(f, at, c.refs, c.recv))
			case vClass:
				out = append(out, s.takenReceiver(f, at, s.constructors(c), nil))
			case vFnType:
				out = append(out, receiverOf(s.callable(c.arg(at.arg))))
			case vInst:
				if m := s.callable(c); m != nil && m.k == vFunc {
					out = append(out, s.takenReceiver(f, at, m.refs, m.recv))
				}
			}
		})
		return union(out...)
	})
}

func receiverOf(t *val) *val {
	if t == nil || t.k != vFnType || t.name != "receiver" {
		return nil
	}
	return t.arg(0)
}

// takenReceiver is the receiver that one of the functions declares for a
// lambda that is given to it. Overloads are told apart by the number of
// arguments only: what the lambda gives depends on the answer.
func (s *solver) takenReceiver(f *file, at site, rs []ref, recv *val) *val {
	n := len(f.facts.Args(at.call))
	for _, r := range rs {
		if len(rs) > 1 && !takes(r.def(), n, s.selfGiven(f, at.call, r)) {
			continue
		}
		t := receiverOf(s.callable(s.takenAt(f, at, r)))
		if t == nil {
			continue
		}
		if recv != nil && recv.k == vInst {
			t = subst(t, recv.ref, recv.args, 6)
		}
		if k := len(r.def().TypeParams); k > 0 {
			args := make([]*val, k)
			s.inferPlain(f, at.call, r, recv, args)
			t = subst(t, r, args, 6)
		}
		return t
	}
	return nil
}

// inferPlain finds type arguments by what is written, the receiver and the
// arguments that are no lambdas.
func (s *solver) inferPlain(f *file, call int32, r ref, recv *val, into []*val) {
	if e := &f.facts.Exprs[call]; e.T != facts.None && e.Op == facts.OpCall {
		if given := s.typ(f, e.T); given != nil && given.k == vTuple {
			copy(into, given.args)
		}
	}
	if r.def().Recv != facts.None && recv != nil {
		s.match(s.receiver(r), recv, r, into, 4)
	}
	for k, a := range f.facts.Args(call) {
		if k < len(r.def().Params) && a != facts.None && f.facts.Exprs[a].Op != facts.OpLambda {
			s.match(s.typ(r.f, r.def().Params[k].Type), s.expr(f, a), r, into, 4)
		}
	}
}

// externalReceiver is the receiver that a function from outside gives to a
// lambda.
func (s *solver) externalReceiver(f *file, call int32, v *val) *val {
	e, recv, ok := s.externalEntry(v)
	if !ok || len(e.params) == 0 || e.params[0] == "" || e.params[0][0] != '@' {
		return nil
	}
	return s.builtins(v).make(e.params[0][1:], recv, s.argOf(f, call), func() *val { return nil })
}

// jvmNamed keeps, of extensions that are called without a receiver, those of
// the implicit receivers around.
func jvmNamed(s *solver, f *file, i int32, v *val, found bool) *val {
	e := &f.facts.Exprs[i]
	v = s.invoked(f, i, s.apart(f, i, v))
	if v == nil && e.Name == "it" || v != nil && notFunction(v) && v.recv == nil {
		if call, ok := f.callOf(i); ok && (!f.local(e) || v == nil || v.k == vExt) {
			for _, recv := range s.implicitReceivers(f, e.Scope, e.Pos) {
				if fn := s.calledOn(f, call, e, recv); fn != nil {
					return fn
				}
			}
		}
	}
	if v == nil || v.k != vFunc || v.recv != nil {
		return v
	}
	plain, extensions := []ref(nil), []ref(nil)
	for _, r := range v.refs {
		if def := r.def(); def.Recv != facts.None && def.Mods&facts.Extension != 0 {
			extensions = append(extensions, r)
		} else {
			plain = append(plain, r)
		}
	}
	if len(extensions) == 0 {
		return v
	}
	for _, recv := range s.implicitReceivers(f, e.Scope, e.Pos) {
		var fit []ref
		for _, r := range extensions {
			if s.extensionFor(r, recv) {
				fit = append(fit, r)
			}
		}
		if len(fit) > 0 {
			return &val{k: vFunc, refs: append(fit, plain...), recv: recv, via: v.via}
		}
	}
	if len(plain) > 0 {
		return &val{k: vFunc, refs: plain, via: v.via}
	}
	return v
}

// local tells whether a name is one of a local variable or a parameter.
func (f *file) local(e *facts.Expr) bool {
	for _, k := range f.bindsOf(e.Name) {
		if b := &f.facts.Binds[k]; b.Def > 0 && e.Pos >= b.From && e.Pos < b.To && f.within(e.Scope, b.Def) && !f.facts.Defs[b.Def].Kind.TypeLike() {
			return true
		}
	}
	return false
}

// implicitReceivers are the receivers that a place has, innermost first.
func (s *solver) implicitReceivers(f *file, scope int32, pos uint32) []*val {
	var out []*val
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		f.lambdasAround(d, pos, func(l int32) bool {
			each(s.lambdaReceiver(f, l), func(r *val) { out = append(out, r) })
			return true
		})
		switch def := &f.facts.Defs[d]; {
		case def.Kind.TypeLike():
			out = append(out, inst(s.target(ref{f, d})))
		case def.Recv != facts.None:
			if r := s.receiver(ref{f, d}); r != nil {
				out = append(out, r)
			}
		}
	}
	return out
}
