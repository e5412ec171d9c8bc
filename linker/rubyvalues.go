package linker

import "github.com/structural-memory/smp/facts"

// rubyVariable joins what an instance or class variable is given. What a class
// has from a constructor that it inherits is what its own objects are built
// with.
func rubyVariable(s *solver, r ref, name string) *val {
	for _, b := range s.mro(r) {
		if b.k != vInst {
			continue
		}
		var vs []*val
		for _, p := range s.parts(b.ref) {
			s.ask(p.f.path, name)
			for _, i := range s.fieldsOf(p.f, p.d, name) {
				bind := &p.f.facts.Binds[i]
				if bind.Kind != facts.BindField {
					continue
				}
				if d, index, ok := ofConstructor(p.f, bind.Value); ok && b.ref != r {
					vs = append(vs, s.passed(p.f, d, index, "", r))
				} else {
					vs = append(vs, s.bindValue(p.f, bind))
				}
			}
		}
		if v := union(vs...); v != nil {
			for _, p := range s.parts(b.ref) {
				s.ask(p.f.path, "[]")
				v = s.withElements(v, p.f, p.d, name)
			}
			return v
		}
	}
	return nil
}

// ofConstructor tells whether a value is a parameter of the constructor that
// it stands in, and which.
func ofConstructor(f *file, value int32) (d, index int32, ok bool) {
	if value == facts.None || f.facts.Exprs[value].Op != facts.OpName {
		return 0, 0, false
	}
	e := &f.facts.Exprs[value]
	if e.Scope <= 0 || f.facts.Defs[e.Scope].Mods&facts.Constructor == 0 {
		return 0, 0, false
	}
	for i, p := range f.facts.Defs[e.Scope].Params {
		if p.Name == e.Name && p.Type == facts.None {
			return e.Scope, int32(i), true
		}
	}
	return 0, 0, false
}

// rubyParam is what a parameter is by how it is written, or by what Ruby calls
// the method for.
func rubyParam(s *solver, f *file, d, index int32) *val {
	def := &f.facts.Defs[d]
	p := &def.Params[index]
	switch {
	case p.Flags&facts.ParamRest != 0:
		return ext("Array", s.passedRest(f, d, int(index)))
	case p.Flags&facts.ParamKwRest != 0:
		return ext("Hash")
	case index > 0:
		return nil
	}
	owner := f.owner(def.Parent)
	if owner <= 0 {
		return nil
	}
	r := s.target(ref{f, owner})
	switch static := def.Mods&facts.Static != 0; {
	case static && def.Name == "inherited":
		return class(r)
	case static && (def.Name == "included" || def.Name == "prepended" || def.Name == "extended"):
		return rubyUsers(s, r)
	case def.Name == "<=>": // objects are ordered among their own
		return inst(r)
	}
	return nil
}

// rubyUsers are the classes that use a module.
func rubyUsers(s *solver, r ref) *val {
	var out []*val
	for _, c := range s.subclasses(r) {
		if c.def().Form == "module" || c.f.test && !r.f.test {
			continue
		}
		if len(out) == maxUsers {
			s.cut = true
			break
		}
		out = append(out, class(c))
	}
	return union(out...)
}
