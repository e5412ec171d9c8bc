package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// rubyLookup finds a member of a class or of its instances: variables by what
// is assigned to them, constants, methods along the ancestors.
func rubyLookup(s *solver, r ref, name string, static bool) *val {
	switch {
	case strings.HasPrefix(name, "@"):
		return rubyVariable(s, r, name)
	case static && rubyConstName(name) && !strings.HasSuffix(name, "()"):
		for _, b := range s.mro(r) {
			if b.k == vInst {
				if v := rubyIn(s, r.f, rubyFull(b.ref.f, b.ref.d), name); v != nil {
					return v
				}
			}
		}
		return nil
	case static:
		return rubyStatic(s, r, name)
	}
	return rubyInstance(s, r, name, 0)
}

// rubyInstance is a method of the instances of r, looked up from place from
// of its ancestors on.
func rubyInstance(s *solver, r ref, name string, from int) *val {
	var outside *val
	for i, b := range s.mro(r) {
		if b.k == vExt {
			if outside == nil && rubyMayHave(b.name, name, s.builtins(b)) {
				outside = b
			}
			continue
		}
		if i < from {
			continue
		}
		if m := rubyOwn(s, b.ref, name, false); m != nil {
			if b.ref != r {
				return inherited(m)
			}
			return m
		}
		if full := rubyFull(b.ref.f, b.ref.d); outside == nil && rubyForeign(s, b.ref.f, full) {
			outside = ext(full)
		}
	}
	if outside != nil && outside.name == "Enumerable" {
		if el := s.element(inst(r), "iter"); el != nil {
			outside = ext("Enumerable", el)
		}
	}
	if outside != nil {
		return s.ofExternal(outside, name)
	}
	return nil
}

// rubyMayHave tells whether a class or module from outside can have a method:
// those of the core that are mixed in most are known in full.
func rubyMayHave(of, name string, b *builtins) bool {
	switch of {
	case "Enumerable":
		return b.hasMember("Array", name) || strings.HasPrefix(name, "each_")
	case "Comparable":
		return strings.Trim(name, "<>=!") == "" || name == "between?" || name == "clamp"
	case "Object", "BasicObject", "Kernel", "Forwardable", "SingleForwardable", "Singleton":
		return false
	}
	return true
}

// rubyOwn is a method that a class has itself. What tests add is theirs alone.
func rubyOwn(s *solver, r ref, name string, static bool) *val {
	full := rubyFull(r.f, r.d)
	if full == "" {
		return nil
	}
	ns := full + "#"
	if static {
		ns = full + "::"
	}
	var fn *val
	for _, o := range s.space(r.f.fam, ns, name) {
		if !rubySees(s, r.f, full, o.f) {
			continue
		}
		s.ask(o.f.path, name)
		m := rubyMeant(s, o)
		if fn == nil {
			fn = &val{k: vFunc, via: graph.ViaReceiver}
		}
		fn.refs = append(fn.refs, m...)
	}
	return fn
}

// rubyMeant is the method itself, or those that it is another name of.
func rubyMeant(s *solver, r ref) []ref {
	if def := r.def(); def.Form == "alias" && def.Value != facts.None {
		if v := s.once(memoKey{r: r, what: qRubyMeant}, func() *val { return s.expr(r.f, def.Value) }); v != nil && v.k == vFunc {
			return v.refs
		}
	}
	return []ref{r}
}

// rubyStatic is a method of the class itself: its own, those of modules that
// extend it, those of its superclass, and what "new" does.
func rubyStatic(s *solver, r ref, name string) *val {
	if m, outside := rubySingleton(s, r, name, map[ref]bool{}); m != nil {
		return m
	} else if name == "new" && r.def().Form != "module" {
		return class(r)
	} else if outside != nil {
		return s.ofExternal(outside, name)
	}
	return nil
}

func rubySingleton(s *solver, r ref, name string, seen map[ref]bool) (m, outside *val) {
	if !s.enter() {
		return nil, nil
	}
	defer s.leave()
	if seen[r] {
		return nil, nil
	}
	seen[r] = true
	if m := rubyOwn(s, r, name, true); m != nil {
		return m, nil
	}
	if full := rubyFull(r.f, r.d); rubyForeign(s, r.f, full) {
		outside = ext(full)
	}
	var super []*val
	for _, p := range s.parts(r) {
		for _, b := range p.def().Bases {
			v := s.typ(p.f, b.Type)
			if v == nil {
				continue
			}
			switch {
			case b.Rel == facts.Extends:
				super = append(super, v)
			case v.k != vInst:
				outside = v
			case b.Rel == facts.EmbedsClass:
				if m := rubyInstance(s, v.ref, name, 0); m != nil && m.k == vFunc {
					return inherited(m), nil
				}
			default: // a module that brings methods of the class by convention
				if c := rubyIn(s, v.ref.f, rubyFull(v.ref.f, v.ref.d), "ClassMethods"); c != nil && c.k == vClass {
					if m := rubyOwn(s, c.ref, name, false); m != nil {
						return inherited(m), nil
					}
				}
			}
		}
	}
	for _, v := range super {
		if v.k != vInst {
			outside = v
			continue
		}
		m, o := rubySingleton(s, v.ref, name, seen)
		if m != nil {
			return inherited(m), nil
		}
		if o != nil {
			outside = o
		}
	}
	return nil, outside
}

// rubySuper is the method that "super" calls: that of the same name further
// up. What follows a module depends on who includes it.
func rubySuper(s *solver, f *file, scope int32) *val {
	d := scope
	for d > 0 && !(f.facts.Defs[d].Kind.Callable() && f.owner(d) == f.facts.Defs[d].Parent) {
		d = f.facts.Defs[d].Parent
	}
	if d <= 0 || f.facts.Defs[d].Parent <= 0 {
		return nil
	}
	def := &f.facts.Defs[d]
	r := s.target(ref{f, def.Parent})
	if def.Mods&facts.Static != 0 {
		for _, v := range s.parents(r) {
			if v.k == vExt {
				return s.ofExternal(v, def.Name)
			}
			m, outside := rubySingleton(s, v.ref, def.Name, map[ref]bool{})
			if m == nil && outside != nil {
				m = s.ofExternal(outside, def.Name)
			}
			if m == nil {
				m = rubyObjectMethod(s, f, v, def.Name)
			}
			return m
		}
		return nil
	}
	if r.def().Form == "module" {
		return nil
	}
	at := 0
	for i, b := range s.mro(r) {
		if b.k == vInst && b.ref == r {
			at = i + 1
		}
	}
	if m := rubyInstance(s, r, def.Name, at); m != nil {
		return m
	}
	if def.Name == "initialize" || def.Name == "method_missing" || def.Name == "respond_to_missing?" || def.Name == "inherited" {
		return ext("Object." + def.Name)
	}
	return rubyObjectMethod(s, f, inst(r), def.Name)
}

// rubyExtend adds what a receiver has beside its class: methods that the
// program gave to core classes, those of every object, and for a module those
// that all who use it have.
func rubyExtend(s *solver, f *file, i int32, recv, v *val) *val {
	e := &f.facts.Exprs[i]
	if recv == nil || v != nil && !unknownMember(v) {
		return v
	}
	if _, called := f.callOf(i); !called && rubyConstName(e.Name) {
		return rubyStep(s, f, recv, e.Name)
	}
	switch recv.k {
	case vExt:
		if recv.recv != nil || strings.Contains(recv.name, "(") {
			return v
		}
		ns := strings.ReplaceAll(recv.name, "#", "") + "#"
		var fn *val
		for _, o := range rubyVisible(f, s.space(f.fam, ns, e.Name)) {
			s.ask(o.f.path, e.Name)
			if fn == nil {
				fn = &val{k: vFunc, recv: recv, via: graph.ViaReceiver}
			}
			fn.refs = append(fn.refs, rubyMeant(s, o)...)
		}
		if fn != nil {
			return fn
		}
		return v
	case vInst, vClass:
		if recv.ref.def().Form == "module" && v == nil {
			if u := s.ofUsers(recv, e.Name); u != nil {
				return u
			}
		}
		if m := rubyObjectMethod(s, f, recv, e.Name); m != nil {
			return m
		}
	}
	return v
}

// rubyRank puts modules in the order in which methods are found: the last one
// included first, prepended ones before the class, the superclass last.
func rubyRank(rel facts.BaseRel, _ *val, i int) (int, graph.Via) {
	switch rel {
	case facts.EmbedsBefore:
		return -i, placeBefore
	case facts.Embeds:
		return 10000 - i, placeAfter
	case facts.EmbedsClass:
		return 0, placeNowhere
	}
	return 20000, placeAfter
}

func rubyOverrides(base, o ref) bool {
	return base.def().Mods&facts.Static == o.def().Mods&facts.Static
}

// inherited is a member as a class below has it.
func inherited(m *val) *val {
	c := *m
	c.via = graph.ViaInheritance
	return &c
}
