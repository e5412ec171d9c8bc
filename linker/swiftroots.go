package linker

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// swiftRoots is which module a file belongs to: a target of the package around
// it, or what is left of the package or of the repository, which is one module
// as an Xcode project has it.
type swiftRoots struct {
	modules map[string]string   // folder of a file → module, named by its folder
	named   map[string][]string // name → modules
	exports map[string][]string // module → names of the modules that it exports again
}

// swiftTarget is a target of a package: a module by the folder that it lies in.
type swiftTarget struct{ name, dir string }

func newSwiftRoots(l *Linker) *swiftRoots {
	r := &swiftRoots{modules: map[string]string{}, named: map[string][]string{}, exports: map[string][]string{}}
	dirs := map[string]bool{} // that have Swift files in them or below
	var files []*file
	var packages []string
	for _, f := range l.inOrder() {
		if f.fam.id != "swift" {
			continue
		}
		files = append(files, f)
		for d := f.dir; !dirs[d]; d = parentDir(d) {
			dirs[d] = true
			if d == "" {
				break
			}
		}
		if path.Base(f.path) == "Package.swift" {
			packages = append(packages, f.dir)
		}
	}
	targets := map[string]string{} // folder → name
	for _, dir := range packages {
		data, _ := l.content(joinSlash(dir, "Package.swift"))
		for _, t := range swiftTargets(string(data), dir, dirs) {
			targets[t.dir] = t.name
		}
	}
	for _, f := range files {
		id, ok := r.modules[f.dir]
		if !ok {
			id = swiftModuleOf(f.dir, targets, packages)
			r.modules[f.dir] = id
			if name := targets[strings.TrimPrefix(id, "target ")]; name != "" && !slices.Contains(r.named[name], id) {
				r.named[name] = append(r.named[name], id)
			}
		}
		for _, im := range f.facts.Imports {
			if im.Flags&facts.ImportExported != 0 {
				r.exports[id] = append(r.exports[id], firstPart(im.Module))
			}
		}
	}
	return r
}

// swiftModuleOf is the module of the files in a folder.
func swiftModuleOf(dir string, targets map[string]string, packages []string) string {
	for d := dir; ; d = parentDir(d) {
		if targets[d] != "" {
			return "target " + d
		}
		if slices.Contains(packages, d) || d == "" {
			return "rest " + d
		}
	}
}

var (
	swiftTargetCall = regexp.MustCompile(`\.(target|executableTarget|testTarget|macro|plugin|systemLibrary)\s*\(`)
	swiftTargetName = regexp.MustCompile(`^\s*name\s*:\s*"([^"]+)"`)
	swiftTargetPath = regexp.MustCompile(`[,(]\s*path\s*:\s*"([^"]*)"`)
	swiftRemark     = regexp.MustCompile(`(?m)(^|\s)//.*$`)
)

// swiftTargets are the targets that a manifest states. Those whose folder it
// does not state lie where the package manager looks for them.
func swiftTargets(manifest, dir string, dirs map[string]bool) []swiftTarget {
	manifest = swiftRemark.ReplaceAllString(manifest, "")
	var out []swiftTarget
	for at := 0; ; {
		m := swiftTargetCall.FindStringSubmatchIndex(manifest[at:])
		if m == nil {
			break
		}
		kind, from := manifest[at+m[2]:at+m[3]], at+m[1]
		body := manifest[from:closing(manifest, from)]
		at = from + len(body)
		name := swiftTargetName.FindStringSubmatch(body)
		if name == nil {
			continue
		}
		if p := swiftTargetPath.FindStringSubmatch(body); p != nil {
			out = append(out, swiftTarget{name[1], path.Join(dir, p[1])})
			continue
		}
		bases := []string{"Sources", "Source", "src", "srcs"}
		switch kind {
		case "testTarget":
			bases = append([]string{"Tests"}, bases...)
		case "plugin":
			bases = append([]string{"Plugins"}, bases...)
		}
		for _, b := range bases {
			if p := path.Join(dir, b, name[1]); dirs[p] {
				out = append(out, swiftTarget{name[1], p})
				break
			}
		}
	}
	for d := range dirs { // what the manifest computes
		if up := path.Base(path.Dir(d)); (up == "Sources" || up == "Tests") && strings.Trim(path.Dir(path.Dir(d)), ".") == dir &&
			!slices.ContainsFunc(out, func(t swiftTarget) bool { return t.dir == d }) {
			out = append(out, swiftTarget{path.Base(d), d})
		}
	}
	return out
}

// closing is where the bracket closes that is open before from.
func closing(text string, from int) int {
	depth := 1
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

func firstPart(name string) string {
	first, _, _ := strings.Cut(name, ".")
	return first
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *swiftRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for d, id := range r.modules {
		out[key("swift", d)] = id
	}
	for name, ids := range r.named {
		out[key("swift module", name)] = strings.Join(ids, "\x00")
	}
	for id, names := range r.exports {
		out[key("swift exports", id)] = strings.Join(names, "\x00")
	}
	return out
}

// swiftModule is the module of a file.
func swiftModule(s *solver, f *file) string {
	s.ask("swift", f.dir)
	return s.l.roots.swift.modules[f.dir]
}

// swiftNamedModule is the module of that name which is nearest to a file.
func swiftNamedModule(s *solver, f *file, name string) string {
	s.ask("swift module", name)
	best, top := "", -1
	for _, id := range s.l.roots.swift.named[name] {
		if n := common(strings.TrimPrefix(id, "target "), f.dir); n > top {
			best, top = id, n
		}
	}
	return best
}

// swiftImports are the modules of the repository that a file sees beside its
// own, and the names of those from outside.
func swiftImports(s *solver, f *file) (inside, outside []string) {
	var names []string
	s.ask(f.path, "*")
	for i := range f.facts.Imports {
		names = append(names, firstPart(f.facts.Imports[i].Module))
	}
	own := swiftModule(s, f)
	s.ask("swift exports", own)
	names = append(names, s.l.roots.swift.exports[own]...)
	for i := 0; i < len(names); i++ {
		id := swiftNamedModule(s, f, names[i])
		switch {
		case id == "":
			if !slices.Contains(outside, names[i]) {
				outside = append(outside, names[i])
			}
		case id != own && !slices.Contains(inside, id):
			inside = append(inside, id)
			s.ask("swift exports", id)
			names = append(names, s.l.roots.swift.exports[id]...)
		}
	}
	return inside, outside
}

// swiftInsides and swiftOutside are the same, remembered.
func swiftInsides(s *solver, f *file) []string { return s.remembered(f, qSwiftInsides, swiftImports) }

func swiftOutside(s *solver, f *file) []string {
	return s.remembered(f, qSwiftOutside, func(s *solver, f *file) ([]string, []string) {
		inside, outside := swiftImports(s, f)
		return outside, inside
	})
}

// remembered are the first names that something says of a file.
func (s *solver) remembered(f *file, what question, of func(*solver, *file) ([]string, []string)) []string {
	v := s.once(memoKey{r: ref{f, 0}, what: what}, func() *val {
		names, _ := of(s, f)
		out := &val{k: vTuple}
		for _, n := range names {
			out.args = append(out.args, ext(n))
		}
		return out
	})
	if v == nil {
		return nil
	}
	out := make([]string, len(v.args))
	for i, a := range v.args {
		out[i] = a.name
	}
	return out
}

// swiftSeen are the definitions that a file sees: those of its own module and
// those of the modules that it imports.
func swiftSeen(s *solver, f *file, rs []ref) (own, imported []ref) {
	if len(rs) == 0 {
		return nil, nil
	}
	module := swiftModule(s, f)
	for _, r := range rs {
		switch {
		case r.f == f:
			own = append(own, r)
		case r.def().Mods&facts.Private != 0:
		case swiftModule(s, r.f) == module:
			if !r.f.test || f.test {
				own = append(own, r)
			}
		case slices.Contains(swiftInsides(s, f), swiftModule(s, r.f)):
			imported = append(imported, r)
		}
	}
	return own, imported
}
