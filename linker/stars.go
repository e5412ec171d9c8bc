package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Modules may bring one another's names by wildcards, in circles too, and a
// name that nobody has would be looked for along every way through them. So it
// is found out first which modules the wildcards of a module lead to, and
// whether any of them says the name at all; then each is asked once, in the
// order in which the wildcards stand.

// wildcards is how the modules of a language bring names by wildcards.
type wildcards struct {
	// inScope tells that a file sees what its own wildcards bring; else they are
	// for other files alone.
	inScope bool
	// targets are the modules that a wildcard leads to.
	targets func(s *solver, f *file, im *facts.Import) []*file
	// own is what a module has under a name by itself; found tells that it says
	// so, even if the value is not known.
	own func(s *solver, f *file, name string, sp space) (v *val, found bool)
	// last is what it has when its own wildcards bring nothing.
	last func(s *solver, f *file, name string, sp space) *val
	// hides tells whether wildcards of other modules do not get a name of it.
	hides func(f *file, name string) bool
	// says tells whether own or last may have the name: it looks at facts alone.
	says func(s *solver, f *file, name string) bool
}

// starred is what the wildcards of a file that are seen from a scope bring under
// a name.
func (s *solver) starred(f *file, scope int32, name string, sp space) *val {
	if len(f.stars) == 0 || !s.starsSay(f, name) {
		return nil
	}
	v := starVisit{s: s, w: f.fam.wildcards, name: name, sp: sp, seen: map[*file]bool{f: true}}
	return v.stars(f, scope)
}

// starVisit asks modules for a name, each once.
type starVisit struct {
	s    *solver
	w    *wildcards
	name string
	sp   space
	seen map[*file]bool
}

func (v *starVisit) stars(f *file, scope int32) *val {
	for _, i := range f.stars {
		if im := &f.facts.Imports[i]; f.within(scope, im.Scope) {
			for _, t := range v.s.starTargets(f)[i] {
				if x := v.module(t); x != nil {
					return x
				}
			}
		}
	}
	return nil
}

func (v *starVisit) module(f *file) *val {
	if v.seen[f] || !v.s.enter() {
		return nil
	}
	defer v.s.leave()
	v.seen[f] = true
	v.s.ask(f.path, v.name)
	v.s.ask(f.path, "*")
	if v.w.hides(f, v.name) {
		return nil
	}
	x, found := v.w.own(v.s, f, v.name, v.sp)
	if x == nil && !found {
		x = v.stars(f, 0)
	}
	if x == nil {
		x = v.w.last(v.s, f, v.name, v.sp)
	}
	return x
}

// starTable is what a solver knows of wildcards.
type starTable struct {
	targets map[*file]*starTargets
	reach   map[*file]*starReach
	says    map[starName]*starSaid
}

// starTargets are the modules that each wildcard of a file leads to, and the
// keys that this rests on.
type starTargets struct {
	to   map[int32][]*file
	keys []uint32
}

// starReach are the modules that the wildcards of a file lead to in the end,
// the file itself included, sorted. Those of a circle have the same ones.
type starReach struct {
	group string
	files []*file
	keys  []uint32
}

type starName struct{ group, name string }

type starSaid struct {
	says bool
	keys []uint32
}

// noting runs do and gives the keys that it asked for, which are asked for now
// as well.
func (s *solver) noting(do func()) []uint32 {
	saved := s.keys
	s.keys = nil
	do()
	keys := compact(s.keys)
	s.keys = append(saved, keys...)
	return keys
}

// starTargets are the modules that the wildcards of a file lead to, by import.
func (s *solver) starTargets(f *file) map[int32][]*file {
	if t := s.wild.targets[f]; t != nil {
		s.keys = append(s.keys, t.keys...)
		return t.to
	}
	t := &starTargets{to: map[int32][]*file{}}
	t.keys = s.noting(func() {
		s.ask(f.path, "*")
		for _, i := range f.stars {
			t.to[i] = f.fam.wildcards.targets(s, f, &f.facts.Imports[i])
		}
	})
	if s.wild.targets == nil {
		s.wild = starTable{map[*file]*starTargets{}, map[*file]*starReach{}, map[starName]*starSaid{}}
	}
	s.wild.targets[f] = t
	return t.to
}

// starsReach are the modules that the wildcards of a file lead to.
func (s *solver) starsReach(f *file) *starReach {
	if r := s.wild.reach[f]; r != nil {
		return r
	}
	r := &starReach{files: []*file{f}}
	seen := map[*file]bool{f: true}
	r.keys = s.noting(func() {
		for n := 0; n < len(r.files); n++ {
			for _, ts := range s.starTargets(r.files[n]) {
				for _, t := range ts {
					if !seen[t] {
						seen[t] = true
						r.files = append(r.files, t)
					}
				}
			}
		}
	})
	slices.SortFunc(r.files, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	var group strings.Builder
	for _, g := range r.files {
		group.WriteString(g.path + "\x00")
	}
	r.group = group.String()
	s.wild.reach[f] = r
	return r
}

// starsSay tells whether a module that the wildcards of a file lead to says a
// name.
func (s *solver) starsSay(f *file, name string) bool {
	r := s.starsReach(f)
	k := starName{r.group, name}
	said := s.wild.says[k]
	if said == nil {
		said = &starSaid{}
		said.keys = s.noting(func() {
			s.keys = append(s.keys, r.keys...)
			for _, g := range r.files {
				s.ask(g.path, name)
				said.says = said.says || g.fam.wildcards.says(s, g, name)
			}
		})
		s.wild.says[k] = said
		return said.says
	}
	s.keys = append(s.keys, said.keys...)
	return said.says
}

// saysName tells whether a file's facts have a name at its top level.
func (f *file) saysName(name string) bool {
	return len(f.children(0, name)) > 0 || len(f.bindsOf(name)) > 0 || len(f.importsOf(name)) > 0 ||
		slices.ContainsFunc(f.facts.Exports, func(e facts.Export) bool { return e.Name == name })
}
