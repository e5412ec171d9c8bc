package linker

import (
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// swiftParts are a type and its extensions, of all modules.
func swiftParts(s *solver, r ref) []ref {
	out := []ref{r}
	if !r.def().Kind.TypeLike() || r.def().Form == "extension" {
		return out
	}
	id := identity(r)
	s.ask("ext:"+id, "")
	for _, x := range s.l.extensions[id] {
		if x.def().Form == "extension" {
			out = append(out, x)
		}
	}
	return out
}

// swiftLookup is a member along the bases: all functions of the name, nearest
// first, since labels tell them apart later; and the nearest property. What a
// protocol requires is not meant where the type has it.
func swiftLookup(s *solver, r ref, name string, static bool) *val {
	var property, outside, curried *val
	fn := &val{k: vFunc}
	add := func(d ref, v *val, depth int) {
		if v.k != vFunc {
			if property == nil {
				property = v
			}
			return
		}
		if len(fn.refs) == 0 {
			if fn.via = graph.ViaReceiver; depth > 0 {
				fn.via = graph.ViaInheritance
			}
		}
		fn.refs = append(fn.refs, d)
	}
	lib, raw := r.f.fam.builtins, r.def().Form == "enum"
	for i, b := range s.mro(r) {
		if b.k == vExt {
			if raw = raw && lib.raw[lastName(b.name)]; raw { // the type of its raw values
				if name == "rawValue" {
					return b
				}
				continue
			}
			if lib.bare[lastName(b.name)] {
				continue
			}
			if outside == nil || !s.builtins(outside).hasMember(outside.name, name) && s.builtins(b).hasMember(b.name, name) {
				outside = b
			}
			continue
		}
		for _, p := range s.parts(b.ref) {
			s.ask(p.f.path, name)
			for _, d := range s.children(p.f, p.d, name) {
				def := &p.f.facts.Defs[d]
				v := s.swiftMember(ref{p.f, d}, b)
				switch {
				case v == nil || def.Mods&facts.Local != 0:
				case static == ofType(def):
					add(ref{p.f, d}, v, i)
				case static && curried == nil && v.k == vFunc:
					curried = v
				}
			}
		}
	}
	fn.refs = implemented(r, fn.refs)
	switch {
	case len(fn.refs) > 0:
		return union(property, fn)
	case property != nil:
		return property
	case outside != nil:
		return s.ofExternal(outside, name)
	}
	return curried
}

// ofType tells what is a member of a type itself, not of its instances.
func ofType(def *facts.Def) bool {
	return def.Mods&(facts.Static|facts.Constructor) != 0 || def.Kind.TypeLike()
}

// swiftMember is the value of one member that b has.
func (s *solver) swiftMember(r ref, b *val) *val {
	def := r.def()
	if def.Form == "enum_member" && len(def.Params) > 0 { // a function of what it holds
		owner := s.target(ref{r.f, r.f.owner(def.Parent)})
		out := &val{k: vFnType, ref: r}
		for _, p := range def.Params {
			out.args = append(out.args, s.typ(r.f, p.Type))
		}
		out.args = append(out.args, inst(owner, selfArgs(owner)...))
		return subst(out, b.ref, b.args, 6)
	}
	v := s.defs(r.f, []int32{r.d}, asValue, graph.ViaReceiver)
	if v != nil && v.k != vFunc {
		return subst(v, b.ref, b.args, 6)
	}
	return v
}

// implemented leaves out what a protocol only requires where something with
// the same labels is there for a type that is no protocol.
func implemented(r ref, rs []ref) []ref {
	if len(rs) < 2 || r.def().Kind == facts.Interface {
		return rs
	}
	var out []ref
	for _, a := range rs {
		required := false
		for _, b := range rs {
			required = required || b != a && a.def().Mods&facts.Abstract != 0 && b.def().Mods&facts.Abstract == 0 && sameLabels(a.def(), b.def())
		}
		if !required {
			out = append(out, a)
		}
	}
	return out
}

// swiftExtend is the member that an expression names: of the type that its
// place wants where it names none, with the labels of the call; else what an
// extension of a type from outside has.
func swiftExtend(s *solver, f *file, i int32, recv, v *val) *val {
	e := &f.facts.Exprs[i]
	if e.A == facts.None {
		if recv = s.classesOf(s.wanted(f, i)); recv == nil || unknownMember(recv) && !upper(lastName(recv.name)) {
			return nil
		}
		v = sureMembers(s.member(recv, e.Name))
		if e.Name == "init" {
			v = recv
		}
	} else if recv != nil && recv.k == vInst && (v == nil || unknownMember(v)) { // a case in a pattern
		if c := s.member(class(recv.ref, recv.args...), e.Name); c != nil && (c.k == vInst || c.k == vFnType && c.ref.f != nil) {
			return c
		}
	}
	call, called := f.callOf(i)
	if !called {
		call = facts.None
	}
	fit := swiftFit(s, f, i, v)
	if fit != nil && called {
		var out []*val
		each(fit, func(m *val) {
			if m.k == vClass {
				m = swiftBuilt(s, f, call, m)
			}
			out = append(out, m)
		})
		fit = union(out...)
	}
	if fit != nil && !unknownMember(fit) && fit.k != vExt {
		return fit
	}
	if x := s.swiftExtensions(f, recv, e.Name, call); x != nil {
		return x
	}
	if x := s.swiftConforming(f, recv, e.Name, call); x != nil {
		return x
	}
	if x := swiftLibrary(s, f.fam.builtins, recv, e.Name, called); x != nil {
		return x
	}
	if fit != nil && fit.k == vExt && fit.recv != nil && swiftUnsure(s, f, fit.recv, e.Name) {
		return nil
	}
	return fit
}

// classesOf are the types whose instances v is.
func (s *solver) classesOf(v *val) *val {
	if v == nil || v.k != vUnion {
		return s.classOf(v)
	}
	var out []*val
	each(v, func(m *val) { out = append(out, s.classOf(m)) })
	return union(out...)
}

// sureMembers leaves out what a base from outside may have where something
// else is there.
func sureMembers(v *val) *val {
	if v == nil || v.k != vUnion {
		return v
	}
	var out []*val
	each(v, func(m *val) {
		if !unknownMember(m) {
			out = append(out, m)
		}
	})
	if len(out) == 0 {
		return v
	}
	return union(out...)
}

// swiftLibrary are members of types of the library that the table of members
// cannot say: parts of tuples, cases that hold something, and functions beside
// properties of the same name.
func swiftLibrary(s *solver, lib *builtins, recv *val, name string, called bool) *val {
	if recv == nil {
		return nil
	}
	switch recv.k {
	case vTuple:
		for _, names := range lib.parts {
			if i := slices.Index(names[:], name); i >= 0 && len(recv.args) == 2 {
				return recv.args[i]
			}
		}
	case vExt:
		if spec, ok := lib.cases[lastName(recv.name)+"."+name]; ok {
			return &val{k: vExt, name: lastName(recv.name) + "." + name, recv: recv, args: []*val{lib.make(spec, recv, nil, nil)}}
		}
		m := &val{k: vExt, name: recv.name + "." + name, recv: recv}
		if _, _, ok := s.externalEntry(m); ok && called && s.builtins(recv).hasMember(recv.name, name) {
			return m
		}
	}
	return nil
}

// swiftUnsure tells whether a member of something whose type is not known may
// be one that an extension in the repository adds.
func swiftUnsure(s *solver, f *file, recv *val, name string) bool {
	if recv.k != vExt || upper(lastName(recv.name)) && recv.name[len(recv.name)-1] != ')' || recv.recv == nil && recv.name != "" && recv.name[len(recv.name)-1] != ')' {
		return false
	}
	own, imported := swiftSeen(s, f, s.space(f.fam, "extension", name))
	return len(own)+len(imported) > 0
}

// swiftExtensionOf is a member that an extension gives a type from outside, or
// a protocol from outside that a type has as a base.
func swiftExtensionOf(s *solver, f *file, recv *val, name string) *val {
	return s.swiftExtensions(f, recv, name, facts.None)
}

// swiftExtensions is the same for a call, whose labels tell.
func (s *solver) swiftExtensions(f *file, recv *val, name string, call int32) *val {
	if recv == nil {
		return nil
	}
	own, imported := swiftSeen(s, f, s.space(f.fam, "extension", name))
	if len(own)+len(imported) == 0 {
		return nil
	}
	types := s.outerTypes(recv)
	var rs []ref
	var property *val
	for _, r := range append(own, imported...) {
		block := ref{r.f, r.def().Parent}
		t := s.receiver(block)
		if t == nil || t.k != vExt || !slices.Contains(types, lastName(t.name)) {
			continue
		}
		s.ask(r.f.path, name)
		switch v := s.defs(r.f, []int32{r.d}, asValue, graph.ViaReceiver); {
		case v == nil:
		case v.k != vFunc:
			if property == nil {
				property = v
			}
		case call == facts.None || swiftAccepts(s, f, call, r) && (name != "init" || s.swiftTyped(f, call, r)):
			rs = append(rs, r)
		}
	}
	if len(rs) > 0 && (call != facts.None || property == nil) {
		via := graph.ViaReceiver
		if name == "init" {
			via = graph.ViaConstructor
		}
		return &val{k: vFunc, refs: rs, recv: recv, via: via}
	}
	return property
}

// swiftConforming is a member that a type from outside has of a protocol that
// an extension gives it.
func (s *solver) swiftConforming(f *file, recv *val, name string, call int32) *val {
	if recv == nil || recv.k != vExt {
		return nil
	}
	for _, n := range s.outerTypes(recv) {
		own, imported := swiftSeen(s, f, s.space(f.fam, "extended", n))
		for _, r := range append(own, imported...) {
			if t := s.receiver(r); t == nil || t.k != vExt {
				continue
			}
			for _, b := range r.def().Bases {
				p := s.typ(r.f, b.Type)
				if p == nil || p.k != vInst {
					continue
				}
				for _, on := range [...]*val{p, class(p.ref)} {
					v := s.member(on, name)
					if call != facts.None {
						v = swiftFit(s, f, f.facts.Exprs[call].A, v)
					}
					if v != nil && !unknownMember(v) && (name != "init" || v.k == vFunc) {
						return v
					}
				}
			}
		}
	}
	return nil
}

// swiftTyped tells whether the arguments of a call fit the parameters of an
// initializer that stands beside unknown ones from outside: by a label, or by
// the type of an argument.
func (s *solver) swiftTyped(f *file, call int32, r ref) bool {
	sure := false
	labels := swiftArguments(f, call)
	for k, a := range f.facts.Args(call) {
		fit := s.fits(f, call, a, r, k)
		if fit == 0 {
			return false
		}
		sure = sure || labels[k] != "_" || fit > 5
	}
	return sure
}

// outerTypes are the names of the types from outside that a value has: its
// own, those that the library says it is, those among its bases.
func (s *solver) outerTypes(v *val) []string {
	var out []string
	note := func(n string) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	add := func(m *val) {
		for _, b := range s.outerBases(m) {
			note(lastName(b.name))
		}
	}
	each(v, func(m *val) {
		switch m.k {
		case vExt:
			if m.recv == nil || upper(lastName(m.name)) {
				add(m)
			}
		case vInst, vClass:
			for _, b := range s.mro(m.ref) {
				if b.k == vExt {
					add(b)
				}
			}
		case vParam:
			if b := s.boundOf(m); b != nil && b.k != vParam {
				for _, n := range s.outerTypes(b) {
					note(n)
				}
			}
		}
	})
	return out
}
