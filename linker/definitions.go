package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// defs is the value of same-named definitions of one scope. Local ones are
// left out: their bindings say where they are visible.
func (s *solver) defs(f *file, ds []int32, sp space, via graph.Via) *val {
	for i, d := range ds {
		if f.facts.Defs[d].Mods&facts.Local == 0 {
			continue
		}
		rest := append([]int32(nil), ds[:i]...)
		for _, d := range ds[i:] {
			if f.facts.Defs[d].Mods&facts.Local == 0 {
				rest = append(rest, d)
			}
		}
		return s.defsAll(f, rest, sp, via)
	}
	return s.defsAll(f, ds, sp, via)
}

func (s *solver) defsAll(f *file, ds []int32, sp space, via graph.Via) *val {
	var funcs []ref
	var others []*val
	object, beside := companions(f, ds)
	for _, d := range ds {
		def := &f.facts.Defs[d]
		if object && beside && def.Kind.TypeLike() && (def.Form == "object") == (sp == asType) {
			continue
		}
		if def.Recv != facts.None && def.Kind != facts.Class && f.fam.recvHidden && f.facts.Defs[def.Parent].Form != "impl" {
			continue
		}

		switch {
		case def.Form == "impl" || def.Form == "extension":
		case (def.Form == "type_alias" || def.Form == "typedef") && sp == asValue && f.fam.aliasValues:
			others = append(others, s.classOf(s.aliased(ref{f, d})))
		case def.Kind.TypeLike():
			if sp == asType || def.Mods&facts.TypeOnly == 0 && def.Form != "type_alias" && (def.Kind == facts.Class || f.fam.interfaceValues) {
				others = append(others, class(s.target(ref{f, d})))
			}
		case sp == asType:
			if def.Kind == facts.Variable && def.Value != facts.None {
				if v := s.defType(ref{f, d}); v != nil && (v.k == vClass || v.k == vExt) {
					others = append(others, v)
				}
			}
		case def.Kind.Callable():
			if f.fam.aliases && def.Form == "alias" && def.Value != facts.None {
				if v := s.expr(f, def.Value); v != nil && v.k == vFunc {
					funcs = append(funcs, v.refs...)
					continue
				}
			}
			if def.Mods&(facts.Getter|facts.Computed) != 0 {
				others = append(others, s.defType(ref{f, d}))
			} else if def.Mods&facts.Setter == 0 {
				funcs = append(funcs, ref{f, d})
			}
		case def.Kind == facts.Variable:
			if o := f.owner(def.Parent); def.Form == "enum_member" && o != facts.None {
				others = append(others, inst(s.target(ref{f, o})))
			} else if v := s.defType(ref{f, d}); v != nil {
				others = append(others, v)
			} else {
				others = append(others, &val{k: vExt, name: "?"})
			}
		}
	}
	if len(funcs) > 0 {
		return union(append(others, &val{k: vFunc, refs: implementations(funcs), via: via})...)
	}
	return union(others...)
}

// companions tells whether there is an object among the definitions, and a
// class beside it: the first is meant as a value, the second as a type.
func companions(f *file, ds []int32) (object, class bool) {
	if len(ds) < 2 {
		return false, false
	}
	for _, d := range ds {
		if def := &f.facts.Defs[d]; def.Form == "object" {
			object = true
		} else if def.Kind.TypeLike() {
			class = true
		}
	}
	return object, class
}

// implementations drops the bare signatures of overloads where there is a
// definition with a body, if the language writes overloads that way.
func implementations(rs []ref) []ref {
	if len(rs) == 1 || !rs[0].f.fam.signatureOverloads {
		return rs
	}
	var out []ref
	for _, r := range rs {
		if r.def().Mods&facts.Declared == 0 {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return rs
	}
	return out
}

// target is the definition that stands for a class: partial classes,
// reopened ones and extension blocks stand for the first.
func (s *solver) target(r ref) ref {
	def := r.def()
	if def.Form == "impl" || def.Form == "extension" {
		if v := s.receiver(r); v != nil && (v.k == vInst || v.k == vClass) {
			return v.ref
		}
		return r
	}
	if r.f.fam.merged != nil {
		return r.f.fam.merged(s, r)
	}
	return r
}

// receiver is the type that a definition with Recv belongs to.
func (s *solver) receiver(r ref) *val {
	return s.once(memoKey{r: r, what: qReceiver}, func() *val {
		v := s.typ(r.f, r.def().Recv)
		for v != nil && v.k == vExt && len(v.args) > 0 && r.f.fam.builtins.transparent(v.name) {
			v = v.args[0]
		}
		return v
	})
}
