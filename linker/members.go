package linker

import (
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// member is v.name; nil when it is not known. What comes from outside the
// repository is an external value, so that it is told from what is unknown.
func (s *solver) member(v *val, name string) *val {
	if v == nil {
		return nil
	}
	if !s.enter() {
		return nil
	}
	defer s.leave()
	switch v.k {
	case vInst:
		return s.ofInstance(v, name, false)
	case vClass:
		return s.ofClass(v, name)
	case vModule:
		return s.export(v.ref.f, name, asValue)
	case vSpace:
		return s.spaceMember(v, name, asValue)
	case vExt:
		return s.ofExternal(v, name)
	case vUnion:
		var out []*val
		each(v, func(m *val) { out = append(out, s.member(m, name)) })
		return union(out...)
	case vParam:
		if v.ref.f.fam.instances {
			var out []*val
			s.eachInstance(v, func(m *val) {
				of := s.member(m, name)
				if special := v.ref.f.fam.special; special != nil {
					of = special(s, m, of, name)
				}
				out = append(out, of)
			})
			return possible(union(out...))
		}
		b := s.boundOf(v)
		if b == nil && v.ref.f.fam.root != "" && s.builtins(v).hasMember(v.ref.f.fam.root, name) {
			b = ext(v.ref.f.fam.root)
		}
		return s.member(b, name)
	case vTuple:
		if i, err := strconv.Atoi(strings.TrimPrefix(name, "Item")); err == nil && i > 0 && i <= len(v.args) {
			return v.args[i-1]
		}
		return &val{k: vExt, name: "tuple." + name, recv: v}
	case vFunc:
		return s.ofFunction(v, name)
	case vFnType, vLambda:
		return &val{k: vExt, name: "Function." + name, recv: v}
	}
	return nil
}

// boundOf is what a generic parameter is bounded by.
func (s *solver) boundOf(v *val) *val {
	def := v.ref.def()
	for _, p := range def.TypeParams {
		if p.Name == v.name {
			if p.Bound == facts.None {
				if v.ref.f.fam.instances {
					return s.instances(v)
				}
				return nil
			}
			return s.once(memoKey{r: v.ref, what: qBound, name: v.name}, func() *val { return s.lowered(s.typ(v.ref.f, p.Bound)) })
		}
	}
	return nil
}

// lowered is a bound without type parameters: what those are bounded by, which
// may be one another.
func (s *solver) lowered(v *val) *val {
	var out []*val
	each(v, func(m *val) {
		if m.k == vParam {
			m = s.boundOf(m)
		}
		out = append(out, m)
	})
	return union(out...)
}

// ofInstance looks a member up along the linearised bases; static tells that
// the class itself is the receiver.
func (s *solver) ofInstance(v *val, name string, static bool) *val {
	what := qMember
	if static {
		what = qStatic
	}
	m := s.once(memoKey{r: v.ref, what: what, name: name}, func() *val {
		if fam := v.ref.f.fam; fam.lookup != nil {
			return fam.lookup(s, v.ref, name, static)
		}
		var outside, found, property *val
		for i, b := range s.mro(v.ref) {
			if b.k == vExt {
				if outside == nil || !s.builtins(outside).hasMember(outside.name, name) && s.builtins(b).hasMember(b.name, name) {
					outside = b
				}
				continue
			}
			if i > 0 && v.ref.f.fam.interfacesApart && b.ref.def().Kind == facts.Interface && v.ref.def().Kind == facts.Class {
				continue
			}
			s.ask(b.ref.f.path, name)
			m := s.own(b.ref, name, static)
			if m != nil && v.ref.f.fam.membersApart {
				fn, other := partFuncs(m)
				if found == nil && fn != nil {
					found = fn
					if i > 0 {
						found.via = graph.ViaInheritance
					}
				}
				if property == nil {
					property = subst(other, b.ref, b.args, 6)
				}
				if found != nil && property != nil {
					break
				}
				continue
			}
			switch {
			case m == nil:
			case found != nil && m.k == vFunc: // more overloads
				found.refs = append(found.refs[:len(found.refs):len(found.refs)], m.refs...)
			case found != nil:
				return found
			case m.k == vFunc:
				c := *m
				if i > 0 {
					c.via = graph.ViaInheritance
				}
				if found = &c; !b.ref.f.fam.overloads {
					return found
				}
			default:
				return subst(m, b.ref, b.args, 6)
			}
		}
		if found != nil {
			return union(property, found)
		}
		if outside != nil {
			return union(property, s.ofExternal(outside, name))
		}
		if property != nil {
			return property
		}
		if root := v.ref.f.fam.root; root != "" && s.builtins(v).hasMember(root, name) {
			return s.ofExternal(ext(root), name)
		}
		return nil
	})
	if m == nil {
		return nil
	}
	return bind(subst(m, v.ref, v.args, 6), v)
}

// bind makes functions those of a receiver.
func bind(m, recv *val) *val {
	switch m.k {
	case vFunc:
		c := *m
		c.recv = recv
		return &c
	case vUnion:
		c := *m
		c.args = make([]*val, len(m.args))
		for i, a := range m.args {
			c.args[i] = bind(a, recv)
		}
		return &c
	}
	return m
}

// partFuncs parts the functions of a value from the rest of it.
func partFuncs(m *val) (fn, other *val) {
	var rest []*val
	each(m, func(a *val) {
		if a.k == vFunc && fn == nil {
			c := *a
			fn = &c
		} else {
			rest = append(rest, a)
		}
	})
	return fn, union(rest...)
}

// own is a member that a class has itself, in any of its parts.
func (s *solver) own(r ref, name string, static bool) *val {
	def := r.def()
	var vs []*val
	for _, p := range s.parts(r) {
		if v := s.defs(p.f, s.shown(p.f, p.d, name), asValue, graph.ViaReceiver); v != nil {
			vs = append(vs, v)
		}
	}
	vs = append(vs, s.extensionMembers(r, name)...)
	if len(vs) > 0 {
		return mergeFuncs(vs)
	}
	if v := s.assigned(r, name); v != nil {
		return v
	}
	if def.Kind == facts.Variable && def.Value != facts.None { // an object literal: what it spreads
		for _, a := range r.f.facts.Args(def.Value) {
			vs = append(vs, s.member(s.expr(r.f, a), name))
		}
		return union(vs...)
	}
	if def.Form == "enum" && !static && r.f.fam.enumMethods[name] {
		return ext("enum." + name)
	}
	return nil
}

// mergeFuncs joins functions found in several parts of a class into one
// overload set.
func mergeFuncs(vs []*val) *val {
	if len(vs) == 1 {
		return vs[0]
	}
	var fn *val
	var rest []*val
	for _, v := range vs {
		each(v, func(m *val) {
			switch {
			case m.k != vFunc:
				rest = append(rest, m)
			case fn == nil:
				c := *m
				fn = &c
			default:
				fn.refs = append(fn.refs[:len(fn.refs):len(fn.refs)], m.refs...)
			}
		})
	}
	if fn != nil {
		return union(append(rest, fn)...)
	}
	return union(rest...)
}

// assigned is a member that exists because something is assigned to it.
func (s *solver) assigned(r ref, name string) *val {
	var vs []*val
	for _, p := range s.parts(r) {
		for _, i := range s.fieldsOf(p.f, p.d, name) {
			if b := &p.f.facts.Binds[i]; b.Kind == facts.BindField {
				if v := s.bindValue(p.f, b); v != nil {
					vs = append(vs, v)
				}
			}
		}
	}
	if r.f.fam.prototypes {
		for _, i := range s.protoMembers(r) {
			if b := &r.f.facts.Binds[i]; b.Name == name {
				if v := s.bindValue(r.f, b); v != nil {
					vs = append(vs, v)
				}
			}
		}
	}
	return union(vs...)
}

// protoMembers are the bindings that put members on a function or class
// ("F.prototype.m = …", "F.m = …") in its own file.
func (s *solver) protoMembers(r ref) []int32 {
	var out []int32
	f := r.f
	for _, i := range f.fields {
		b := &f.facts.Binds[i]
		if b.Kind != facts.BindMember {
			continue
		}
		t := &f.facts.Exprs[b.Target]
		if t.Op == facts.OpMember && t.Name == "prototype" && t.A != facts.None {
			t = &f.facts.Exprs[t.A]
		}
		if t.Op == facts.OpName && t.Name == r.def().Name {
			out = append(out, i)
		}
	}
	return out
}

// protoHolder is the value whose member a function became by assignment.
func (s *solver) protoHolder(f *file, target int32) *val {
	t := &f.facts.Exprs[target]
	if t.Op == facts.OpMember && t.Name == "prototype" {
		v := s.expr(f, t.A)
		if v == nil {
			return nil
		}
		if v.k == vFunc && len(v.refs) > 0 {
			return inst(v.refs[0])
		}
		return s.instance(v, nil)
	}
	v := s.expr(f, target)
	if v != nil && (v.k == vInst || v.k == vClass) {
		return v
	}
	return nil
}

// ofClass is a member of the class itself: statics, nested types, enum
// members, and in languages where methods are values, methods.
func (s *solver) ofClass(v *val, name string) *val {
	def := v.ref.def()
	if def.Form == "type_alias" && def.Type != facts.None {
		return s.member(s.classOf(s.aliased(v.ref)), name)
	}
	if f := v.ref.f; f.fam.companion != nil {
		if m := f.fam.companion(s, v.ref, name); m != nil {
			return m
		}
	}
	return s.ofInstance(v, name, true)
}

// ofFunction is a member of a function as an object.
func (s *solver) ofFunction(v *val, name string) *val {
	if len(v.refs) > 0 && v.refs[0].f.fam.prototypes {
		r := v.refs[0]
		s.ask(r.f.path, name)
		if m := s.assigned(r, name); m != nil {
			return m
		}
	}
	return &val{k: vExt, name: "Function." + name, recv: v}
}

// ofExternal is a member of something outside. Generic types that are
// transparent (smart pointers, Optional of some languages) have the members
// of their argument.
func (s *solver) ofExternal(v *val, name string) *val {
	if s.builtins(v).transparent(v.name) && len(v.args) > 0 && !s.builtins(v).hasMember(v.name, name) {
		return s.member(v.args[0], name)
	}
	if name == "" || v.name == csList {
		return nil
	}
	if p, ok := s.externalProp(v, name); ok {
		return p
	}
	if f := s.file; f != nil && f.fam.root != "" && v.name == f.fam.root && !f.fam.builtins.hasMember(v.name, name) {
		return nil // the root is known in full
	}
	return &val{k: vExt, name: v.name + "." + name, recv: v}
}
