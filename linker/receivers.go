package linker

import "github.com/structural-memory/smp/facts"

// receiversAround are what "this" is in the lambdas with receivers of a
// definition that are around a place, and what tests tell of it there,
// innermost first.
func (s *solver) receiversAround(f *file, d int32, pos uint32, do func(r *val) bool) {
	group := f.bindsIn(d, "this")
	for i := len(group) - 1; i >= 0; i-- { // those that begin last lie innermost
		b := &f.facts.Binds[group[i]]
		if b.Def != d || pos < b.From || pos >= b.To {
			continue
		}
		var v *val
		switch b.Kind {
		case facts.BindReceiver:
			v = s.lambdaReceiver(f, b.Value)
		case facts.BindNarrow:
			v = s.typ(f, b.Type)
		}
		if v != nil && !do(v) {
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
	s.receiversAround(f, d, pos, func(r *val) bool {
		each(r, func(r *val) {
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
	if v := s.extensionOf(f, d, name, r, facts.None); v != nil {
		return v
	}
	return s.accessor(r, name, false)
}

// jvmThis is "this" in a lambda with a receiver, or where a test says more of it.
func jvmThis(s *solver, f *file, scope int32, pos uint32) *val {
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		var found *val
		s.receiversAround(f, d, pos, func(r *val) bool {
			found = r
			return false
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
	return s.once(memoKey{r: ref{f, lambda}, what: qLambdaReceiver}, func() *val {
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
		t := receiverOf(s.callable(s.takenBy(f, at, r, recv)))
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

// takenBy is takenAt where a generic parameter may stand for a function type
// that the receiver or another argument says: "on(Send) { … }".
func (s *solver) takenBy(f *file, at site, r ref, recv *val) *val {
	t := s.takenAt(f, at, r)
	if t == nil || t.k != vParam || !f.fam.functionsApart {
		return t
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
		if call, ok := f.callOf(i); ok && (!f.local(e) || v == nil || s.plain(v)) {
			if fn := s.functionBeside(f, call, e, v); fn != nil {
				v = fn
			}
		}
	}
	if v != nil && v.k == vFunc {
		call, ok := f.callOf(i)
		if ok && f.facts.Lang == "kotlin" {
			v = s.ofPackage(f, e.Name, v)
		}
		if ok && f.facts.Lang == "kotlin" && v.recv != nil && !s.applies(f, call, v.refs) {
			if fn := s.functionBeside(f, call, e, v); fn != nil {
				v = fn
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
	call, ok := f.callOf(i)
	if !ok {
		return v
	}
	for _, recv := range s.implicitReceivers(f, e.Scope, e.Pos) { // others of the name, further out
		if x := s.extensionOf(f, e.Scope, e.Name, recv, call); x != nil && x.k == vFunc {
			return x
		}
	}
	return v
}

// functionBeside is the function that a call means where the name is also one
// of a variable that is nearer: a member or an extension of the receivers
// around, or, if the variable cannot be called, one outside of all. v may also
// be functions that do not take what the call gives.
func (s *solver) functionBeside(f *file, call int32, e *facts.Expr, v *val) *val {
	for _, recv := range s.implicitReceivers(f, e.Scope, e.Pos) {
		if fn := s.calledOn(f, call, e, recv); fn != nil {
			return fn
		}
	}
	if v == nil || v.k != vFunc && !s.plain(v) {
		return nil
	}
	out, _ := s.topName(f, e.Scope, e.Name, e.Pos, asValue)
	if out = s.apart(f, f.facts.Exprs[call].A, out); out != nil && (out.k == vClass || out.k == vFunc && s.applies(f, call, out.refs)) {
		return out
	}
	return nil
}

// ofPackage are functions of the file itself with those of their name that the
// package has elsewhere: none of them is nearer than the others.
func (s *solver) ofPackage(f *file, name string, v *val) *val {
	if v.recv != nil || v.refs[0].f != f || v.refs[0].def().Parent != 0 {
		return v
	}
	own := map[string]bool{}
	for _, r := range v.refs {
		own[r.def().Disc] = true
	}
	var more []ref
	for _, r := range s.space(f.fam, f.facts.Package, name) {
		if def := r.def(); r.f != f && def.Kind.Callable() && !own[def.Disc] && def.Mods&facts.Private == 0 {
			s.ask(r.f.path, name)
			more = append(more, r)
		}
	}
	if len(more) == 0 {
		return v
	}
	c := *v
	c.refs = append(v.refs[:len(v.refs):len(v.refs)], nearest(f, more)...)
	return &c
}

// plain tells whether a value is an object that is not called itself.
func (s *solver) plain(v *val) bool {
	switch v.k {
	case vExt, vParam:
		return true
	case vInst:
		return s.callable(v) == v && s.member(v, "invoke") == nil
	}
	return false
}

// local tells whether a name is one of a local variable or a parameter.
func (f *file) local(e *facts.Expr) bool {
	for d := e.Scope; d > 0; d = f.facts.Defs[d].Parent {
		for _, k := range f.bindsIn(d, e.Name) {
			if b := &f.facts.Binds[k]; e.Pos >= b.From && e.Pos < b.To && !f.facts.Defs[d].Kind.TypeLike() {
				return true
			}
		}
	}
	return false
}

// implicitReceivers are the receivers that a place has, innermost first.
func (s *solver) implicitReceivers(f *file, scope int32, pos uint32) []*val {
	var out []*val
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		s.receiversAround(f, d, pos, func(r *val) bool {
			each(r, func(r *val) { out = append(out, r) })
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

// lambdaSuits rates a lambda against the function type of a parameter: what
// its receiver is it does not write, and one parameter it need not.
func (s *solver) lambdaSuits(v, t *val) (int, bool) {
	c := s.callable(t)
	if c == nil || c.k != vFnType {
		return 0, c != nil && c.k == vInst && c.ref.def().Kind == facts.Class
	}
	written := int(v.ref.f.facts.Lambdas[v.ref.f.facts.Exprs[v.ref.d].D].Params)
	takes := len(c.args) - 1
	if c.name == "receiver" {
		takes--
	}
	if written == takes || written == 0 && takes == 1 {
		return 6, true
	}
	return 1, true
}
