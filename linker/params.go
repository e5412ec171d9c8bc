package linker

import "github.com/structural-memory/smp/facts"

// paramValue is the value of a parameter inside its function.
func (s *solver) paramValue(f *file, d, index int32) *val {
	def := &f.facts.Defs[d]
	if int(index) >= len(def.Params) {
		return nil
	}
	p := &def.Params[index]
	if p.Flags&facts.ParamSelf != 0 && p.Type == facts.None {
		return s.selfOf(f, d, p)
	}
	if p.Type != facts.None {
		v := s.typ(f, p.Type)
		if p.Flags&facts.ParamRest != 0 && v != nil && f.fam.restElem && f.facts.Types[p.Type].Op != facts.TArray {
			return ext(f.fam.listType, v)
		}
		if v != nil && !(f.fam.inheritTypes && v.k == vExt && v.name == f.fam.listType && len(v.args) == 0) {
			return v
		}
	}
	if f.fam.inheritTypes && def.Parent > 0 && f.facts.Defs[def.Parent].Kind.TypeLike() {
		if v := s.inheritedType(ref{f, d}, func(r ref) int32 {
			if p := r.def().Params; int(index) < len(p) {
				return p[index].Type
			}
			return facts.None
		}); v != nil {
			return v
		}
	}
	for _, b := range def.Bases { // "const f: Handler = (c) => …"
		if b.Type != facts.None && !def.Kind.TypeLike() {
			if t := s.callable(s.typ(f, b.Type)); t != nil && t.k == vFnType && int(index) < len(t.args)-1 {
				return t.args[index]
			}
		}
	}
	if f.fam.param != nil {
		if v := f.fam.param(s, f, d, index); v != nil {
			return v
		}
	}
	v := s.expr(f, p.Default)
	if f.fam.passedTypes {
		v = union(v, s.passed(f, d, index, "", ref{}))
	}
	return v
}

// inheritedType is the type that the nearest method which r overrides states;
// of picks it from a definition.
func (s *solver) inheritedType(r ref, of func(ref) int32) (out *val) {
	s.overridden(r, func(o ref, b *val) bool {
		v := s.typ(o.f, of(o))
		if v != nil && !(v.k == vExt && v.name == r.f.fam.listType && len(v.args) == 0) {
			out = subst(v, b.ref, b.args, 6)
		}
		return out == nil
	})
	return out
}

// overridden visits the methods that r overrides, nearest first, with the
// bases that have them.
func (s *solver) overridden(r ref, visit func(o ref, b *val) bool) {
	owner := s.target(ref{r.f, r.def().Parent})
	for _, b := range s.mro(owner) {
		if b.k != vInst || b.ref == owner {
			continue
		}
		name := r.def().Name
		s.ask(b.ref.f.path, name)
		for _, d := range s.children(b.ref.f, b.ref.d, name) {
			if b.ref.f.facts.Defs[d].Kind.Callable() && !visit(ref{b.ref.f, d}, b) {
				return
			}
		}
	}
}

// typedBy is the method that states r's result type: r, or one it overrides.
func (s *solver) typedBy(r ref) ref {
	def := r.def()
	if !r.f.fam.inheritTypes || def.Type != facts.None || def.Parent <= 0 || !r.f.facts.Defs[def.Parent].Kind.TypeLike() {
		return r
	}
	by := r
	s.overridden(r, func(o ref, _ *val) bool {
		if o.def().Type != facts.None {
			by = o
		}
		return by == r
	})
	return by
}

// selfOf is the receiver inside a method.
func (s *solver) selfOf(f *file, d int32, p *facts.Param) *val {
	def := &f.facts.Defs[d]
	r := ref{f, f.owner(def.Parent)}
	if def.Recv != facts.None {
		return s.typ(f, def.Recv)
	}
	if r.d == facts.None {
		return nil
	}
	r = s.target(r)
	if f.fam.classParam != nil && f.fam.classParam(def, p) {
		return class(r)
	}
	return inst(r, selfArgs(r)...)
}

// selfArgs are a class's own parameters as its arguments.
func selfArgs(r ref) []*val {
	var out []*val
	for _, p := range r.def().TypeParams {
		out = append(out, &val{k: vParam, ref: r, name: p.Name})
	}
	return out
}
