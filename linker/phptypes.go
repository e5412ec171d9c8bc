package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// phpType resolves type names, those of documentation comments included.
func phpType(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	name := t.Name
	switch lower := strings.ToLower(name); lower {
	case "mixed", "object", "void", "never", "resource", "callable", "scalar", "null":
		return nil, true
	case "array", "iterable", "list":
		return ext("array", phpValueArg(s.typs(f, args))...), true
	case "class-string":
		return ext("class-string", s.typs(f, args)...), true
	case "int", "integer", "float", "double", "string", "bool", "boolean", "false", "true":
		return ext(lower), true
	default:
		if strings.Contains(lower, "-") { // non-empty-string and its like
			return ext("string"), true
		}
	}
	for d := t.Scope; d > 0; d = f.facts.Defs[d].Parent {
		for _, p := range f.facts.Defs[d].TypeParams {
			if p.Name == name {
				return &val{k: vParam, ref: ref{f, d}, name: name}, true
			}
		}
	}
	full := phpFull(s, f, t.Scope, name, 0)
	given := s.typs(f, args)
	if c := phpDefined(s, f, full, facts.Kind.TypeLike); c != nil {
		return s.instance(c, given), true
	}
	v := phpForeign(s, f, full)
	if v == nil {
		return nil, true
	}
	if f.fam.builtins.elems[lastName(v.name)] != "" {
		given = phpValueArg(given)
	}
	return ext(v.name, given...), true
}

// phpValueArg drops the key's type of what is iterated: the value's alone is
// of interest.
func phpValueArg(args []*val) []*val {
	if len(args) > 1 {
		return args[1:2]
	}
	return args
}

// phpRank orders the bases of a class: traits, the parent, interfaces, and
// last what documentation mixes in.
func phpRank(rel facts.BaseRel, v *val, _ int) (int, graph.Via) {
	trait := v.k == vInst && v.ref.def().Form == "trait" || v.k == vExt
	switch {
	case rel == facts.Embeds && trait:
		return 0, placeAfter
	case rel == facts.Extends || rel == facts.ExtendsIface:
		return 2, placeAfter
	case rel == facts.Implements:
		return 3, placeAfter
	}
	return 1, placeLast
}

// phpExtend tells methods from properties by the use, and gives classes what
// the language does: their name as a value, the methods of enums. What a trait
// lacks is looked for in the classes that use it.
func phpExtend(s *solver, f *file, i int32, recv, v *val) *val {
	e := &f.facts.Exprs[i]
	_, called := f.callOf(i)
	if recv == nil {
		return v
	}
	if recv.k == vExt && recv.name == "class-string" && len(recv.args) == 1 {
		v = s.member(s.classOf(recv.args[0]), e.Name)
	}
	if !called && e.Name == "class" && (recv.k == vClass || recv.k == vExt) {
		return ext("class-string", s.instance(recv, nil))
	}
	if v = phpPart(v, called); v != nil {
		return v
	}
	if recv.k != vInst && recv.k != vClass {
		return nil
	}
	switch form := recv.ref.def().Form; {
	case form == "enum" && (called || e.Name == "name" || e.Name == "value"):
		return s.ofExternal(ext("BackedEnum", inst(recv.ref)), e.Name)
	case form == "trait":
		return phpPart(s.ofUsers(recv, e.Name), called)
	}
	return nil
}

// phpPart keeps the methods of a value where it is called, else what is none.
func phpPart(v *val, called bool) *val {
	if v == nil || v.k != vUnion {
		if called && v != nil && v.k != vFunc && (v.k != vExt || v.recv == nil) {
			return nil
		}
		return v
	}
	var out []*val
	each(v, func(m *val) {
		method := m.k == vFunc || m.k == vExt && m.recv != nil
		if method == called {
			out = append(out, m)
		}
	})
	if len(out) == 0 && !called {
		return v
	}
	return union(out...)
}

// maxUsers bounds the members of classes that use a trait or mixin which one
// call in it can mean.
const maxUsers = 8

// ofUsers is a member that a trait or mixin does not have but classes that use
// it do. What tests do with it says nothing of it elsewhere.
func (s *solver) ofUsers(recv *val, name string) *val {
	var out *val
	for _, c := range s.subclasses(recv.ref) {
		if form := c.def().Form; form == "trait" || form == "module" || c.f.test && !recv.ref.f.test {
			continue
		}
		s.ask(c.f.path, name)
		each(s.member(&val{k: recv.k, ref: c}, name), func(m *val) {
			if !s.hasFunc(out, m) {
				out = union(out, m)
			}
		})
		if out != nil && out.k == vUnion && len(out.args) > maxUsers {
			return nil
		}
	}
	return out
}

// hasFunc tells whether a value has the function m, whoever it is called on.
func (s *solver) hasFunc(v, m *val) bool {
	found := false
	each(v, func(o *val) {
		found = found || o.k == vFunc && m.k == vFunc && slices.Equal(o.refs, m.refs)
	})
	return found
}

// phpSuper is "parent"; in a trait, that of the classes that use it themselves.
func phpSuper(s *solver, f *file, scope int32) *val {
	v := s.super(f, scope)
	d := f.owner(scope)
	if v != nil || d <= 0 || f.facts.Defs[d].Form != "trait" {
		return v
	}
	r := s.target(ref{f, d})
	for _, c := range s.subclasses(r) {
		if c.def().Form == "trait" || c.f.test && !f.test || !s.usesTrait(c, r) {
			continue
		}
		if v = union(append([]*val{v}, s.parents(c)...)...); v != nil && v.k == vUnion && len(v.args) > maxUsers {
			return nil
		}
	}
	return v
}

// usesTrait tells whether a class uses a trait itself, or by a trait that does:
// what its superclass uses has the superclass's parent.
func (s *solver) usesTrait(c, trait ref) bool {
	for _, b := range c.def().Bases {
		if b.Rel != facts.Embeds {
			continue
		}
		if v := s.typ(c.f, b.Type); v != nil && v.k == vInst && (v.ref == trait || v.ref.def().Form == "trait" && s.derives(v.ref, trait)) {
			return true
		}
	}
	return false
}
