package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// cSpecial is the member of a template's instance that its specializations
// give it: of the one that its arguments select, or of all that they may
// select where they are known later. v is the template's own member.
func cSpecial(s *solver, recv, v *val, name string) *val {
	each(recv, func(m *val) {
		if m.k != vInst && m.k != vClass || len(m.args) == 0 || m.args[0] != nil && m.args[0].k == vParam && m.args[0].ref == m.ref {
			return // no template, or "this" in it
		}
		sure, may := s.specials(m)
		if sure != nil {
			if t := s.member(inst(*sure), name); t != nil {
				v = t
			}
			return
		}
		var out []*val
		for _, r := range may {
			if t := s.member(inst(r), name); t != nil && !unknownMember(t) && (!r.f.test || m.ref.f.test) {
				out = append(out, t)
			}
		}
		if len(out) > 0 && (v == nil || s.unsettled(m)) {
			v = possible(unionOf(maxSpecials, append(out, v)))
		}
	})
	return v
}

// cSelected is the specialization that the arguments of a base select.
func cSelected(s *solver, base *val) *val {
	if base.k != vInst || len(base.args) == 0 {
		return base
	}
	if sure, _ := s.specials(base); sure != nil {
		return inst(*sure)
	}
	return base
}

// nestedSpecial are the types of a name that the other specializations of a
// template have, of which one was found.
func (s *solver) nestedSpecial(v *val, name string) *val {
	if v.ref.def().Disc == "" {
		return nil
	}
	var out []*val
	_, may := s.specials(class(v.ref))
	for _, r := range may {
		if r != v.ref {
			out = append(out, s.nested(r, name))
		}
	}
	return union(out...)
}

// maxSpecials bounds the specializations that one member may come from.
const maxSpecials = 64

// unsettled tells whether some argument of an instance is known later.
func (s *solver) unsettled(m *val) bool {
	return slices.ContainsFunc(m.args, func(a *val) bool { return a == nil || a.k == vParam })
}

// specials are the specializations of a template for an instance: the one
// that its arguments select, or those that they may select.
func (s *solver) specials(m *val) (sure *ref, may []ref) {
	ns, ok := cNamespace(m.ref.f, m.ref.def().Parent)
	if !ok {
		return nil, nil
	}
	best := 0
	for _, r := range s.space(m.ref.f.fam, ns, m.ref.def().Name) {
		if r.def().Disc == "" || !r.def().Kind.TypeLike() {
			continue
		}
		s.ask(r.f.path, r.def().Name)
		same, later, fits := s.selects(r, m.args)
		if !fits {
			continue
		}
		if !later && same > best {
			best, sure = same, &r
		}
		may = append(may, r)
	}
	return sure, may
}

// selects tells whether arguments fit those of a specialization, how many are
// the same, and whether some that would have to be are known later.
func (s *solver) selects(r ref, args []*val) (same int, later, fits bool) {
	parts := splitArgs(strings.TrimSuffix(strings.TrimPrefix(r.def().Disc, "<"), ">"))
	if len(parts) < len(args) {
		return 0, false, false
	}
	for i, a := range args {
		part := strings.TrimPrefix(strings.TrimSpace(parts[i]), "const ")
		switch {
		case slices.ContainsFunc(r.def().TypeParams, func(p facts.TypeParam) bool { return p.Name == part }):
		case a == nil || a.k == vParam || !plainType(part) || slices.ContainsFunc(r.def().TypeParams, func(p facts.TypeParam) bool { return p.Name == strings.TrimRight(part, "*& ") }):
			later = true
		case !s.isType(r, part, a):
			return 0, false, false
		default:
			same++
		}
	}
	return same, later, true
}

// isType tells whether a value is of the type that a specialization names.
func (s *solver) isType(r ref, name string, a *val) bool {
	name, _, _ = strings.Cut(strings.TrimRight(name, "*& "), "<")
	ns, _ := cNamespace(r.f, r.def().Parent)
	t := s.instance(cPath(s, r.f, ns, strings.ReplaceAll(name, "::", ".")), nil)
	switch {
	case t == nil:
		return a.k == vExt && lastName(a.name) == lastName(strings.ReplaceAll(name, "::", "."))
	case t.k == vInst && a.k == vInst:
		return t.ref == a.ref
	case t.k == vExt && a.k == vExt:
		return lastName(t.name) == lastName(a.name)
	}
	return t.k != a.k && (t.k == vUnion || t.k == vParam)
}

// plainType tells a name, maybe with arguments, from a computed type.
func plainType(part string) bool {
	return part != "" && !strings.ContainsAny(part, "(.") && !strings.Contains(part, "enable_if") && !strings.Contains(part, "::type")
}
