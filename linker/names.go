package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// space says in which of a language's name spaces a name is looked up.
type space uint8

const (
	asValue space = iota
	asType
)

// name is what a name stands for at a place: the innermost scope that has it
// decides, then the file, its imports, its package, what wildcards bring, and
// what the language has built in. found is true when some scope has the name,
// whether or not its value is known.
func (s *solver) name(f *file, scope int32, name string, pos uint32, sp space) (v *val, found bool) {
	s.ask(f.path, name)
	if f.fam.nameHook != nil {
		if v, ok := f.fam.nameHook(s, f, scope, name, pos, sp); ok {
			return v, true
		}
	}
	for d := scope; d > 0; d = f.facts.Defs[d].Parent {
		if v, ok := s.bound(f, d, name, pos, sp); ok {
			return v, true
		}
		def := &f.facts.Defs[d]
		for _, p := range def.TypeParams {
			if p.Name == name {
				return &val{k: vParam, ref: ref{f, d}, name: name}, true
			}
		}
		if f.fam.receivers != nil {
			if v := f.fam.receivers(s, f, d, name, pos, sp); v != nil {
				return v, true
			}
		}
		switch {
		case (def.Form == "module" || def.Form == "namespace") && f.fam.top != nil:
			return f.fam.top(s, f, d, name, pos, sp)
		case def.Kind.TypeLike() || holdsMembers(def):
			if sp == asType && def.Name == name && def.Kind.TypeLike() && def.Form != "impl" && def.Form != "extension" && def.Form != "object" {
				return class(ref{f, d}), true
			}
			if f.fam.implicitThis && def.Kind.TypeLike() {
				if v := s.implicit(f, d, name, sp); v != nil {
					return v, true
				}
				if def.Recv != facts.None && f.fam.outsideTypes {
					if v := s.implicitOf(s.receiver(ref{f, d}), name, sp); v != nil {
						return v, true
					}
				}
			} else if d == scope && def.Kind.TypeLike() || def.Form == "namespace" || def.Form == "module" {
				if v := s.defs(f, s.children(f, d, name), sp, graph.ViaScope); v != nil {
					return v, true
				}
			}
		default:
			if v := s.defs(f, s.children(f, d, name), sp, graph.ViaScope); v != nil {
				return v, true
			}
			if def.Recv != facts.None && f.fam.implicitThis && f.facts.Types[def.Recv].Pos < pos {
				if v := s.implicitOf(s.receiver(ref{f, d}), name, sp); v != nil {
					return v, true
				}
				if f.fam.outside != nil {
					if v := f.fam.outside(s, f, d, name, sp); v != nil {
						return v, true
					}
				}
			}
		}
	}
	return s.topName(f, scope, name, pos, sp)
}

// holdsMembers tells whether a variable's definition is an object literal
// with members of its own.
func holdsMembers(d *facts.Def) bool {
	return d.Kind == facts.Variable
}

// implicit is a member that code inside a class may name without a receiver.
func (s *solver) implicit(f *file, d int32, name string, sp space) *val {
	return s.implicitOf(inst(s.target(ref{f, d})), name, sp)
}

// implicitOf is the same for code that belongs to a class outside of it.
func (s *solver) implicitOf(this *val, name string, sp space) *val {
	if this != nil && this.k == vExt && sp == asValue && s.builtins(this).hasMember(this.name, name) {
		return s.ofExternal(this, name)
	}
	if this == nil || this.k != vInst {
		return nil
	}
	if sp == asType {
		return s.nested(this.ref, name)
	}
	if v := s.member(this, name); v != nil && !unknownMember(v) {
		if v.k == vFunc && this.ref.f.fam.injectedNames && v.refs[0].def().Mods&facts.Constructor != 0 {
			return class(s.builtBy(v.refs[0]))
		}
		return v
	}
	if v := s.member(class(this.ref), name); v != nil && !unknownMember(v) {
		return v
	}
	return nil
}

// builtBy is the class of a constructor.
func (s *solver) builtBy(r ref) ref {
	if r.def().Recv != facts.None {
		if v := s.receiver(r); v != nil && v.k == vInst {
			return v.ref
		}
	}
	return s.target(ref{r.f, r.def().Parent})
}

// unknownMember tells whether v is only what a base from outside may have.
func unknownMember(v *val) bool { return v.k == vExt && v.recv != nil }

// nested is a type that stands inside a class or one of its bases.
func (s *solver) nested(r ref, name string) *val {
	for _, b := range s.mro(r) {
		if b.k != vInst {
			continue
		}
		s.ask(b.ref.f.path, name)
		if v := s.defs(b.ref.f, s.children(b.ref.f, b.ref.d, name), asType, graph.ViaInheritance); v != nil {
			return v
		}
		if v := s.outsideType(b.ref, name); v != nil {
			return v
		}
	}
	return nil
}

// topName is what a name stands for outside all definitions.
func (s *solver) topName(f *file, scope int32, name string, pos uint32, sp space) (*val, bool) {
	s.ask(f.path, "*") // what wildcards it has, also if it has none
	if f.fam.top != nil {
		return f.fam.top(s, f, 0, name, pos, sp)
	}
	if v, ok := s.ownName(f, scope, name, pos, sp); ok {
		return v, true
	}
	if w := f.fam.wildcards; w != nil && w.inScope {
		if v := s.starred(f, scope, name, sp); v != nil {
			return v, true
		}
	}
	for _, i := range f.stars {
		if im := &f.facts.Imports[i]; f.fam.star != nil && im.Kind != facts.ImportReexport && f.within(scope, im.Scope) {
			if v := f.fam.star(s, f, im, name, sp); v != nil {
				return v, true
			}
		}
	}
	if f.fam.global != nil {
		if v := f.fam.global(s, f, scope, name, sp); v != nil {
			return v, true
		}
	}
	if f.fam.builtins.has(name) {
		return ext(name), true
	}
	return nil, false
}

// ownName is what a name stands for by what a file and its package say, without
// wildcards.
func (s *solver) ownName(f *file, scope int32, name string, pos uint32, sp space) (*val, bool) {
	if v, ok := s.imported(f, scope, name, sp, false); ok && f.fam.importsFirst {
		return v, true
	}
	if v, ok := s.bound(f, 0, name, pos, sp); ok {
		return v, true
	}
	if v := s.defs(f, s.children(f, 0, name), sp, graph.ViaFile); v != nil {
		return v, true
	}
	if v, ok := s.imported(f, scope, name, sp, false); ok {
		return v, true
	}
	if f.fam.packageName != nil {
		if v := f.fam.packageName(s, f, scope, name, sp); v != nil {
			return v, true
		}
	}
	return nil, false
}

// imported is what an import binds a name to. The import in the innermost
// scope wins.
func (s *solver) imported(f *file, scope int32, name string, sp space, reexports bool) (*val, bool) {
	var vs []*val
	found := false
	for _, i := range f.importsOf(name) {
		im := &f.facts.Imports[i]
		if im.Kind == facts.ImportReexport && !reexports || !f.within(scope, im.Scope) {
			continue
		}
		found = true
		v := s.importValue(f, i, sp)
		if v != nil {
			vs = append(vs, v)
		}
	}
	return union(vs...), found
}

// importValue is the value of one import, remembered.
func (s *solver) importValue(f *file, i int32, sp space) *val {
	return s.once(memoKey{r: ref{f, i}, what: qImport, sp: sp}, func() *val {
		if f.fam.resolve == nil {
			return nil
		}
		v := f.fam.resolve(s, f, &f.facts.Imports[i], sp)
		if v != nil && v.k == vFunc {
			c := *v
			c.via = graph.ViaImport
			return &c
		}
		return v
	})
}
