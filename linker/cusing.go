package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// cLocalUse is what a using declaration or an alias inside a function gives a
// name, or a using directive there.
func cLocalUse(s *solver, f *file, name string, pos uint32, sp space) (*val, bool) {
	for _, i := range f.importsOf(name) {
		if im := &f.facts.Imports[i]; im.Scope > 0 && cLocal(f, im, pos) {
			return cImported(s, f, im, name, sp), true
		}
	}
	for _, i := range f.stars {
		im := &f.facts.Imports[i]
		if im.Kind == facts.ImportPlain && im.Scope > 0 && cLocal(f, im, pos) {
			if v := cImported(s, f, im, name, sp); v != nil {
				return v, true
			}
		}
	}
	return nil, false
}

// cLocal tells whether an import stands in a function around a position.
func cLocal(f *file, im *facts.Import, pos uint32) bool {
	def := &f.facts.Defs[im.Scope]
	return def.Form != "namespace" && def.StartByte <= pos && pos < def.EndByte
}

// used is what the using declarations, aliases and directives of a namespace
// bring under the name, in all files that this one sees.
func (c *cLook) used(ns string) *val {
	s := c.s
	s.ask("cuse", ns)
	var found *val
	for _, u := range s.l.roots.c.uses[ns] {
		if u.name != c.name && u.name != "" || !s.l.roots.c.sees(c.f.path, u.path) {
			continue
		}
		from := s.l.files[u.path]
		im := &from.facts.Imports[u.im]
		// A directive is not followed to where it may have come from.
		v := s.once(memoKey{r: ref{from, u.im}, what: qCUsed, sp: c.sp, name: c.name + "\x00" + c.f.path}, func() *val { return cImportedBy(s, c.f, from, im, c.name, c.sp) })
		if v != nil && u.name != "" {
			return v
		}
		if found == nil {
			found = v
		}
	}
	return found
}

func cImported(s *solver, f *file, im *facts.Import, name string, sp space) *val {
	return cImportedBy(s, f, f, im, name, sp)
}

// cImportedBy is what a using of file from brings f under a name.
func cImportedBy(s *solver, f, from *file, im *facts.Import, name string, sp space) *val {
	if !s.enter() {
		return nil
	}
	defer s.leave()
	d := im.Scope
	for d > 0 && from.facts.Defs[d].Form != "namespace" {
		d = from.facts.Defs[d].Parent
	}
	ns, _ := cNamespace(from, d)
	space := cPath(s, from, ns, strings.ReplaceAll(im.Module, "::", "."))
	if space == nil {
		return nil
	}
	switch im.Name {
	case "": // an alias of a namespace
		return space
	case "*":
		if space.k == vExt { // of what is outside only what is known
			if b := f.fam.builtins; b.types[name] || b.hasMember(space.name, name) {
				return s.part(space, name, sp)
			}
			return nil
		}
		if space.k != vSpace || space.name == ns {
			return nil
		}
		c := cLook{s: s, f: f, name: name, sp: sp}
		return c.value(s.space(f.fam, space.name, name), f.path)
	}
	if space.k == vSpace {
		space = namespace(f, space.name)
	}
	if space.k == vExt && sp == asValue {
		return s.member(space, name)
	}
	return s.part(space, im.Name, sp)
}

// cPath is the namespace or class of a dotted path, looked up from a namespace.
func cPath(s *solver, f *file, ns, path string) *val {
	path = strings.TrimPrefix(path, ".")
	first, rest, _ := strings.Cut(path, ".")
	for n := ns; ; n = outer(n) {
		if full := inside(n, path); s.isSpace(f.fam, full) {
			return namespace(f, full)
		}
		if n == "" {
			break
		}
	}
	look := cLook{s: s, f: f, name: first, sp: asType}
	return s.path(look.from(ns), rest, asType)
}
