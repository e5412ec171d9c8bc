package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// jvmExtend finds what a member is that the type itself does not have: an
// extension function or property in scope, a property that Java wrote as
// methods or the other way round, a function that Kotlin's library gives to
// every type.
func jvmExtend(s *solver, f *file, i int32, recv, v *val) *val {
	e := &f.facts.Exprs[i]
	v = s.invoked(f, i, s.apart(f, i, v))
	if v != nil && !unknownMember(v) {
		if call, ok := f.callOf(i); ok && notFunction(v) {
			if fn := s.calledOn(f, call, e, recv); fn != nil {
				return fn
			}
		} else if ok && f.facts.Lang != "java" && v.k == vFunc && !s.applies(f, call, v.refs) {
			x := s.extensionOf(f, e.Scope, e.Name, recv, call)
			if x != nil && x.k == vFunc && s.applies(f, call, x.refs) {
				return x
			}
		}
		return v
	}
	if m := s.generated(recv, e.Name); m != nil {
		return m
	}
	if f.facts.Lang != "java" {
		call, ok := f.callOf(i)
		if !ok {
			call = facts.None
		}
		if x := s.extensionOf(f, e.Scope, e.Name, recv, call); x != nil && !s.numberHas(f, call, e, v, x) {
			return x
		}
	}
	if v != nil && v.recv != nil && v.recv.k == vExt && s.builtins(v).hasMember(v.recv.name, e.Name) {
		return v
	}
	if x := s.accessor(recv, e.Name, f.facts.Lang == "java"); x != nil {
		return x
	}
	if v == nil && f.facts.Lang == "kotlin" { // a function with a receiver that a variable holds
		if b, ok := s.name(f, e.Scope, e.Name, e.Pos, asValue); ok && b != nil && b.k == vFnType && b.name == "receiver" {
			return b
		}
	}
	if f.facts.Lang == "kotlin" && f.fam.builtins.hasMember("*", e.Name) {
		return &val{k: vExt, name: "Any." + e.Name, recv: recv}
	}
	return v
}

// notFunction tells a property from a function or a class.
func notFunction(v *val) bool { return v.k != vFunc && v.k != vClass && v.k != vUnion }

// applies tells whether one of the functions can be called with these
// arguments: it takes as many, and none of them is of another type for sure.
func (s *solver) applies(f *file, call int32, rs []ref) bool {
	args := f.facts.Args(call)
next:
	for _, r := range rs {
		if !takes(r.def(), len(args), s.selfGiven(f, call, r)) {
			continue
		}
		if len(r.def().Params) == len(args) { // else names may say which is which
			for k, a := range args {
				if a != facts.None && f.facts.Exprs[a].Op != facts.OpSpread && s.fits(f, call, a, r, k) == 0 {
					continue next
				}
			}
		}
		return true
	}
	return false
}

// calledOn is the function, beside a property of the same name, that a call
// with these arguments means.
func (s *solver) calledOn(f *file, call int32, e *facts.Expr, recv *val) *val {
	var found *val
	each(recv, func(m *val) {
		if found != nil || m.k != vInst && m.k != vClass {
			return
		}
		var rs []ref
		for _, b := range s.mro(m.ref) {
			if b.k != vInst {
				continue
			}
			s.ask(b.ref.f.path, e.Name)
			for _, d := range s.children(b.ref.f, b.ref.d, e.Name) {
				if def := &b.ref.f.facts.Defs[d]; def.Kind.Callable() && def.Mods&(facts.Getter|facts.Setter|facts.Computed|facts.Extension) == 0 {
					rs = append(rs, ref{b.ref.f, d})
				}
			}
		}
		if s.applies(f, call, rs) {
			found = &val{k: vFunc, refs: rs, recv: m, via: graph.ViaReceiver}
		}
	})
	if found != nil || recv == nil {
		return found
	}
	if x := s.extensionOf(f, e.Scope, e.Name, recv, call); x != nil && x.k == vFunc && s.applies(f, call, x.refs) {
		return x
	}
	return nil
}

// extension is the value of extensions as members of a receiver.
func (s *solver) extension(rs []ref, recv *val, via graph.Via) *val {
	var funcs []ref
	for _, r := range s.nearestReceiver(rs, recv) {
		switch def := r.def(); {
		case def.Kind.Callable() && def.Mods&facts.Computed == 0:
			if def.Mods&facts.Setter == 0 {
				funcs = append(funcs, r)
			}
		default:
			if t := s.defType(r); t != nil {
				return t
			}
			return ext("?")
		}
	}
	if len(funcs) == 0 {
		return nil
	}
	return &val{k: vFunc, refs: funcs, recv: recv, via: via}
}

// nearestReceiver keeps the extensions of the nearest class where there are
// extensions of a class and of its bases.
func (s *solver) nearestReceiver(rs []ref, recv *val) []ref {
	if len(rs) < 2 || recv == nil || recv.k != vInst {
		return rs
	}
	place := map[ref]int{}
	for i, b := range s.mro(recv.ref) {
		if b.k == vInst {
			place[b.ref] = i
		}
	}
	best := 1 << 30
	var out []ref
	for _, r := range rs {
		n := 1 << 20
		if t := s.receiver(r); t != nil && t.k == vInst {
			n = place[t.ref]
		}
		switch {
		case n < best:
			best, out = n, []ref{r}
		case n == best:
			out = append(out, r)
		}
	}
	return out
}

// extensionFor tells whether an extension is for values like recv.
func (s *solver) extensionFor(r ref, recv *val) bool {
	t := s.receiver(r)
	if t == nil || recv == nil {
		return false
	}
	if t.k == vExt && (t.name == "Any" || t.name == "Object") {
		return true
	}
	fits := false
	each(recv, func(m *val) {
		if m.k == vParam {
			if m = s.boundOf(m); m == nil {
				m = ext("Any")
			}
		}
		switch {
		case t.k == vParam:
			b := s.boundOf(t)
			fits = fits || b == nil || s.assignable(m, b) > 3 || b.k == vExt && (b.name == "Any" || s.assignable(m, b) > 1)
		case m.k == vExt && t.k == vExt:
			for _, b := range s.outerBases(m) {
				fits = fits || lastName(b.name) == lastName(t.name)
			}
			fits = fits || same(m, t, 1) || lastName(m.name) == lastName(t.name) || boxed(lastName(m.name)) == boxed(lastName(t.name))
		case m.k == vInst && t.k == vInst:
			fits = fits || m.ref == t.ref || s.derives(m.ref, t.ref)
		case m.k == vInst && t.k == vExt:
			for _, b := range s.mro(m.ref) {
				fits = fits || b.k == vExt && lastName(b.name) == lastName(t.name)
			}
		case m.k == vClass && t.k == vInst: // an extension of a companion, or of an object
			fits = fits || m.ref == t.ref || t.ref.f == m.ref.f && t.ref.def().Parent == m.ref.d || s.derives(m.ref, t.ref)
		case (m.k == vFnType || m.k == vLambda) && t.k == vFnType:
			fits = true
		}
	})
	return fits
}

// jvmObject is the object that the name of an object or of a class with a
// companion stands for.
func jvmObject(v *val) *val {
	if f := v.ref.def().Form; f == "object" || f == "companion" {
		return inst(v.ref)
	}
	for _, k := range v.ref.f.all(v.ref.d) {
		if v.ref.f.facts.Defs[k].Form == "companion" {
			return inst(ref{v.ref.f, k})
		}
	}
	return v
}

// boxed is the one name of a type that Java has twice and Kotlin once.
func boxed(name string) string {
	switch name {
	case "int", "Integer":
		return "Int"
	case "boolean", "bool":
		return "Boolean"
	case "char", "Character":
		return "Char"
	case "long", "short", "byte", "float", "double":
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return name
}

// jvmSuits knows that Kotlin's numbers are Java's, and that what is no function
// is none.
func jvmSuits(s *solver, f *file, _ int32, v, t *val, p *facts.Param) (int, bool) {
	if v.k == vLambda && f.facts.Lang == "kotlin" {
		return s.lambdaSuits(v, t)
	}
	if t.k == vFnType && v.k == vFnType && len(t.args) != len(v.args) {
		return 0, true
	}
	if t.k == vFnType && (v.k == vExt && s.builtins(v).types[lastName(v.name)] || v.k == vInst && s.plain(v)) {
		return 0, true
	}
	if v.k == vExt && t.k == vExt && v.name != t.name && boxed(lastName(v.name)) == boxed(lastName(t.name)) {
		return 7, true
	}
	return 0, false
}
