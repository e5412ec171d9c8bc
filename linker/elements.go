package linker

import "github.com/structural-memory/smp/facts"

// element is one element of a container: by index (how ""), by iterating
// ("iter"), or the keys of a map ("iterkey").
func (s *solver) element(v *val, how string) *val {
	if v == nil {
		return nil
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	switch v.k {
	case vTuple:
		return union(v.args...)
	case vUnion:
		var out []*val
		each(v, func(m *val) { out = append(out, s.element(m, how)) })
		return union(out...)
	case vExt:
		return s.builtins(v).element(s, v, how)
	case vParam:
		if v.ref.f.fam.instances {
			var out []*val
			s.eachInstance(v, func(m *val) { out = append(out, s.element(m, how)) })
			return union(out...)
		}
		return s.element(s.boundOf(v), how)
	case vInst:
		return s.instanceElement(v, how)
	case vFnType: // a table of functions behind a pointer
		if how == "" && s.l.current(s).fam.pointers {
			return v
		}
	}
	return nil
}

// instanceElement goes through the methods that the language iterates by, and
// through generic bases from outside (class Items extends ArrayList<Item>).
//
// An iterator may give itself or another one that gives it, so that the answer
// is one for all instances of a class, whose type arguments are filled in.
func (s *solver) instanceElement(v *val, how string) *val {
	if v.ref.f.fam.instances { // where they select what the members are
		return s.elementOf(v, how)
	}
	el := s.once(memoKey{r: v.ref, what: qElement, name: how}, func() *val { return s.elementOf(inst(v.ref, selfArgs(v.ref)...), how) })
	return subst(el, v.ref, v.args, 6)
}

func (s *solver) elementOf(v *val, how string) *val {
	fam := v.ref.f.fam
	names := fam.indexMembers
	if how != "" {
		names = fam.iterMembers
	}
	for _, n := range names {
		m := s.member(v, n)
		if (n == "this[]" || n == "subscript") && m != nil && m.k != vExt {
			return m // an indexer: its value is what it gives
		}
		if m != nil && m.k == vFunc {
			t := subst(s.defType(m.refs[0]), v.ref, v.args, 6)
			if fam.ownBlocks && how != "" {
				return s.yieldedBy(m.refs[0].f, facts.None, m.refs[0], v, ownBlock, 0)
			}
			if n == "begin" { // an iterator, or a pointer to the first element
				if to := s.member(t, "operator*"); to != nil && to.k == vFunc {
					return s.resultOf(to.refs[0].f, facts.None, to.refs[0], t)
				}
				return t
			}
			if how == "" {
				return t
			}
			if n == "__iter__" || n == "iterator" || n == "Symbol.iterator" || n == "into_iter" || n == "iter" || n == "GetEnumerator" || n == "getIterator" || n == "GetAsyncEnumerator" || n == "__aiter__" || n == "makeIterator" {
				if el := s.element(t, how); el != nil {
					return el
				}
				for _, next := range []string{"__next__", "next", "__anext__"} {
					if nx := s.member(t, next); nx != nil && nx.k == vFunc {
						return s.payload(s.defType(nx.refs[0]))
					}
				}
				if c := s.member(t, "Current"); c != nil && c.k != vFunc && c.k != vExt {
					return c
				}
			}
			return t
		}
	}
	if fam.pointers && how == "" {
		return v
	}
	for _, b := range s.mro(v.ref) {
		if b.k == vExt && len(b.args) > 0 {
			return s.element(subst(b, v.ref, v.args, 6), how)
		}
	}
	return nil
}

func (s *solver) tupleElement(v *val, i int32) *val {
	if v == nil {
		return nil
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	switch v.k {
	case vTuple:
		if int(i) < len(v.args) {
			return v.args[i]
		}
		return nil
	case vUnion:
		var out []*val
		each(v, func(m *val) { out = append(out, s.tupleElement(m, i)) })
		return union(out...)
	case vFnType: // a case of an enum: what it holds
		if v.ref.f != nil && v.ref.def().Form == "enum_member" && int(i) < len(v.args)-1 {
			return v.args[i]
		}
	case vExt:
		if b := s.builtins(v); b != nil && b.tuples[lastName(v.name)] {
			return v.arg(int(i))
		}
	case vInst:
		if v.ref.f.fam.partOf != nil {
			return v.ref.f.fam.partOf(s, v, i)
		}
	}
	return s.element(v, "iter")
}

// awaited is what waiting for v gives: a plain value gives itself.
func (s *solver) awaited(v *val) *val {
	return s.unwrapped(v, func(n string) bool {
		switch n {
		case "Promise", "PromiseLike", "Awaitable", "Coroutine", "Future", "Task", "ValueTask", "CompletableFuture", "CompletionStage", "Deferred":
			return true
		}
		return false
	})
}

// payload is what "?" takes out of a result or an option.
func (s *solver) payload(v *val) *val {
	return s.unwrapped(v, func(n string) bool { return n == "Result" || n == "Option" || n == "Optional" || n == "IteratorResult" })
}

func (s *solver) unwrapped(v *val, is func(string) bool) *val {
	if v == nil {
		return nil
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	if v.k == vUnion {
		var out []*val
		each(v, func(m *val) { out = append(out, s.unwrapped(m, is)) })
		return union(out...)
	}
	if v.k == vExt && is(lastName(v.name)) {
		if lastName(v.name) == "Coroutine" && len(v.args) == 3 {
			return v.args[2]
		}
		return v.arg(0)
	}
	return v
}

// entered is what a context manager gives on entry; without one that is
// known, the value itself.
func (s *solver) entered(v *val) *val {
	if v == nil {
		return nil
	}
	if v.k == vExt && (lastName(v.name) == "Generator" || lastName(v.name) == "Iterator" || lastName(v.name) == "AsyncIterator" || lastName(v.name) == "AsyncGenerator" || lastName(v.name) == "ContextManager") {
		return v.arg(0)
	}
	if v.k != vInst {
		return v
	}
	for _, n := range []string{"__enter__", "__aenter__"} {
		if m := s.member(v, n); m != nil && m.k == vFunc {
			def := m.refs[0].def()
			if t := s.resultOf(m.refs[0].f, facts.None, m.refs[0], v); t != nil || def.Type != facts.None {
				return t
			}
		}
	}
	return v
}
