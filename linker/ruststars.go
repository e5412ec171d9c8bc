package linker

import "github.com/structural-memory/smp/facts"

// Wildcards may lead in circles, and a name that nobody has would be looked for
// along every way through them. So what a module's wildcards lead to is found
// first, once and without asking for a name.

// maxStars bounds wildcards whose path begins with what another one brings.
const maxStars = 2

// rustStarred is what the wildcards of a module bring under a name.
func rustStarred(s *solver, f *file, mod int32, name string, sp space) *val {
	if len(f.stars) == 0 || s.stars == maxStars {
		return nil
	}
	return s.once(memoKey{r: ref{f, mod}, what: qStarred, sp: sp, name: name}, func() *val {
		reached := rustReached(s, f, mod)
		if reached == nil {
			return nil
		}
		for _, at := range reached.args {
			var found []*val
			each(at, func(t *val) { // several where builds differ
				if g, m, ok := rustModuleOf(t); ok {
					v, _ := rustOwn(s, g, m, name, sp)
					found = append(found, v)
				} else { // an enum
					found = append(found, s.part(t, name, sp))
				}
			})
			if v := union(found...); v != nil {
				return v
			}
		}
		return nil
	})
}

// rustReached are the modules and enums that wildcards lead to, those of other
// modules on the way included, nearest first.
func rustReached(s *solver, f *file, mod int32) *val {
	return s.once(memoKey{r: ref{f, mod}, what: qReached}, func() *val {
		out := &val{k: vTuple}
		seen := map[ref]bool{{f, mod}: true}
		queue := []ref{{f, mod}}
		for n := 0; n < len(queue); n++ {
			at := queue[n]
			s.ask(at.f.path, "*")
			for _, i := range at.f.stars {
				im := &at.f.facts.Imports[i]
				if im.Kind == facts.ImportMod || enclosingModule(at.f, im.Scope) != at.d {
					continue
				}
				var fresh []*val
				each(rustTarget(s, at.f, i), func(t *val) {
					g, m, isModule := rustModuleOf(t)
					if t.k == vExt || isModule && seen[ref{g, m}] {
						return
					}
					fresh = append(fresh, t)
					if isModule {
						seen[ref{g, m}] = true
						queue = append(queue, ref{g, m})
					}
				})
				if v := union(fresh...); v != nil {
					out.args = append(out.args, v)
				}
			}
		}
		return out
	})
}

// rustTarget is what the path of a wildcard names. What it begins with may come
// from another wildcard, but not from one that begins so itself: what is found
// on such a way is remembered apart.
func rustTarget(s *solver, f *file, i int32) *val {
	im := &f.facts.Imports[i]
	if s.stars == maxStars {
		return nil
	}
	saved, exprs := s.memo, s.exprs
	if s.memoStars[s.stars] == nil {
		s.memoStars[s.stars] = map[memoKey]*memo{}
	}
	s.memo, s.exprs = s.memoStars[s.stars], nil
	s.stars++
	v := s.once(memoKey{r: ref{f, i}, what: qStarTarget}, func() *val { return rustPath(s, f, im.Scope, rustParts(im), asType) })
	s.stars--
	s.memo, s.exprs = saved, exprs
	return v
}

// rustModuleOf takes a module apart: its file, and where in it.
func rustModuleOf(v *val) (f *file, mod int32, ok bool) {
	switch {
	case v.k == vModule:
		return v.ref.f, max(0, v.ref.d), true
	case v.k == vClass && v.ref.f != nil && v.ref.def().Form == "module":
		return v.ref.f, v.ref.d, true
	}
	return nil, 0, false
}
