package linker

import (
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// maxVariants bounds the definitions of one function for several platforms.
const maxVariants = 16

// cDefinitions are the definitions of what a call from f means: a declaration
// is defined in another place, and sometimes once for each platform.
func cDefinitions(s *solver, f *file, r ref) []ref {
	def := r.def()
	switch {
	case !def.Kind.Callable():
		return []ref{r}
	case r.f.facts.Defs[def.Parent].Kind.TypeLike() && r.f.facts.Defs[def.Parent].Form != "namespace":
		if def.Mods&facts.Declared != 0 {
			return found(r, cMembersOf(s, r))
		}
		return []ref{r}
	case def.Recv != facts.None:
		return []ref{r}
	}
	ns, ok := cNamespace(r.f, def.Parent)
	if !ok {
		return []ref{r}
	}
	if def.Form == "macro" {
		ns = ""
	}
	rs := s.space(f.fam, ns, def.Name)
	if def.Mods&facts.Declared == 0 {
		return cVariants(s, f, r, rs)
	}
	var out []ref
	for _, o := range append(rs[:len(rs):len(rs)], cOutside(s, f, ns, def.Name)...) {
		if d := o.def(); d.Mods&facts.Declared == 0 && d.Kind.Callable() && d.Form != "macro" && (d.Mods&facts.Static == 0 || o.f == r.f) && sameFunction(def, d) {
			out = append(out, o)
		}
	}
	return found(r, cLinked(s, f, r, out))
}

// found are definitions, or the declaration if there are none.
func found(r ref, rs []ref) []ref {
	if len(rs) == 0 {
		return []ref{r}
	}
	if len(rs) > maxVariants {
		rs = rs[:maxVariants]
	}
	return rs
}

// sameFunction tells whether a definition can be that of a declaration.
func sameFunction(decl, def *facts.Def) bool {
	if decl.Disc == "" || def.Disc == "" || decl.Disc == def.Disc {
		return true
	}
	return false
}

// cMembersOf are the definitions outside its class of a method declared in it.
func cMembersOf(s *solver, r ref) []ref {
	def := r.def()
	id := identity(ref{r.f, def.Parent})
	s.ask("ext:"+id, def.Name)
	var exact, rough []ref
	for _, x := range s.l.extensions[id] {
		d := x.def()
		if d.Name != def.Name || !d.Kind.Callable() || d.Mods&facts.Declared != 0 {
			continue
		}
		switch {
		case d.Disc == def.Disc:
			exact = append(exact, x)
		case len(d.Params) == len(def.Params):
			rough = append(rough, x)
		}
	}
	if len(exact) == 0 && len(rough) == 1 { // written in other words
		exact = rough
	}
	return exact
}

// cOutside are the functions of a namespace that are defined outside of it, as
// a::f.
func cOutside(s *solver, f *file, ns, name string) []ref {
	if ns == "" {
		return nil
	}
	var out []ref
	for _, r := range s.space(f.fam, outOfClass, name) {
		around, ok := cNamespace(r.f, r.def().Parent)
		if !ok {
			continue
		}
		for recv := r.f.facts.Types[r.def().Recv].Name; ; around = outer(around) {
			if inside(around, recv) == ns {
				out = append(out, r)
			}
			if around == "" {
				break
			}
		}
	}
	return out
}

// cVariants are the definitions of a function that the file sees beside r:
// there is one for each platform.
func cVariants(s *solver, f *file, r ref, rs []ref) []ref {
	out := []ref{r}
	def := r.def()
	for _, o := range rs {
		d := o.def()
		if o == r || d.Mods&facts.Declared != 0 || d.Form != def.Form || d.Disc != def.Disc || len(out) == maxVariants {
			continue
		}
		if o.f == r.f || r.f != f && def.Form != "macro" && s.l.roots.c.sees(f.path, o.f.path) {
			out = append(out, o)
		}
	}
	return out
}

// cLinked are those of the definitions of a name that a declaration means: in
// files that include the declaration, those that lie nearest to it; the file
// called after the header comes first.
func cLinked(s *solver, f *file, r ref, rs []ref) []ref {
	if len(rs) == 0 {
		return nil
	}
	score := func(o ref) int {
		s.ask("c>", o.f.path)
		switch {
		case o.f == r.f:
			return 1 << 20
		case o.f == f:
			return 1 << 19
		}
		n := 2 * common(r.f.dir, o.f.dir)
		if s.l.roots.c.sees(o.f.path, r.f.path) {
			n += 1 << 10
		} else if r.f.dir != o.f.dir && len(rs) > 1 || topFolder(r.f.dir) != topFolder(o.f.dir) && r.f.dir != "" && o.f.dir != "" {
			return 0
		}
		if stem(o.f.path) == stem(r.f.path) {
			n += 1 << 9
		}
		if !o.f.test || r.f.test {
			n += 1 << 8
		}
		return n + 1
	}
	var out []ref
	best := 1
	for _, o := range rs {
		switch n := score(o); {
		case n > best:
			out, best = []ref{o}, n
		case n == best:
			out = append(out, o)
		}
	}
	return beside(f, out)
}

// beside keeps, of definitions for several platforms, those that lie nearest to
// the file that calls them: its own platform's.
func beside(f *file, rs []ref) []ref {
	var out []ref
	best := 0
	for _, r := range rs {
		switch n := common(r.f.dir, f.dir); {
		case n > best:
			out, best = []ref{r}, n
		case n == best:
			out = append(out, r)
		}
	}
	return out
}

// foreign tells whether functions of the standard library's are declared for
// another platform, which lacks them: there the repository defines them.
func (c *cLook) foreign(rs []ref) bool {
	if !c.f.fam.builtins.names[c.name] {
		return false
	}
	here := platform(c.f.dir)
	for _, r := range rs {
		if r.def().Mods&facts.Declared == 0 {
			return false
		}
		for _, o := range cDefinitions(c.s, c.f, r) {
			if there := platform(o.f.dir); there == "" || there == here {
				return false
			}
		}
	}
	return here != ""
}

// platform is the platform that a folder is for: Windows or the others.
func platform(dir string) string {
	for _, part := range strings.Split(dir, "/") {
		switch strings.ToLower(part) {
		case "win", "win32", "win64", "windows", "mingw", "msvc":
			return "windows"
		case "unix", "posix", "linux", "darwin", "macos", "osx", "mac", "bsd", "freebsd", "android", "solaris":
			return "unix"
		}
	}
	return ""
}

// stem is the name of a file without its extension.
func stem(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }

func topFolder(dir string) string {
	top, _, _ := strings.Cut(dir, "/")
	return top
}
