package linker

import (
	"cmp"
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// rustRoots is the tree of modules of the repository's crates.
type rustRoots struct {
	l       *Linker
	parent  map[*file]module // the module that declares a file as its child
	root    map[*file]*file  // the root of a file's crate
	crates  map[string]*file // library crates by name
	entries []*file
}

// module is a module: a file, or an inline one in it.
type module struct {
	f *file
	d int32
}

func newRustRoots(l *Linker) *rustRoots {
	r := &rustRoots{l: l, parent: map[*file]module{}, root: map[*file]*file{}, crates: map[string]*file{}}
	for _, f := range l.inOrder() {
		if f.fam.id == "rust" && r.isRoot(f) {
			r.entries = append(r.entries, f)
			r.follow(f, f)
		}
	}
	for _, f := range l.inOrder() { // files that no module names are crates of their own
		if f.fam.id == "rust" && r.root[f] == nil {
			r.follow(f, f)
		}
	}
	seen := map[string]bool{}
	for _, f := range r.entries {
		if b := path.Base(f.path); b != "lib.rs" || seen[f.dir] {
			continue
		}
		seen[f.dir] = true
		if name := r.crateName(parentDir(f.dir)); name != "" && r.crates[name] == nil {
			r.crates[name] = f
		}
	}
	return r
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *rustRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	children := map[string]string{}
	for f, root := range r.root {
		up := ""
		if p, ok := r.parent[f]; ok {
			up = p.f.path + "#" + p.f.facts.QName(p.d)
		}
		out[key("rust^", f.path)] = root.path + "\x00" + up
		for i := range f.facts.Imports {
			if im := &f.facts.Imports[i]; im.Kind == facts.ImportMod {
				if t := r.child(f, im); t != nil {
					children[f.path] += im.Module + "\x00" + t.path + "\x00"
				}
			}
		}
	}
	for p, c := range children {
		out[key("rust>", p)] = c
	}
	for n, f := range r.crates {
		out[key("crate", n)] = f.path
	}
	return out
}

// isRoot tells whether a file is the root of a crate by cargo's conventions.
func (r *rustRoots) isRoot(f *file) bool {
	base, dir := path.Base(f.path), path.Base(f.dir)
	switch {
	case base == "lib.rs" || base == "main.rs" || base == "build.rs":
		return true
	case dir == "bin" && path.Base(parentDir(f.dir)) == "src":
		return true
	case dir == "tests" || dir == "examples" || dir == "benches" || dir == "fuzz_targets":
		return true
	}
	return false
}

// crateName is the name in a Cargo.toml as code writes it.
func (r *rustRoots) crateName(dir string) string {
	file := path.Join(dir, "Cargo.toml")
	data, err := r.l.content(file)
	if err != nil {
		return ""
	}
	section, pkg, lib := "", "", ""
	for _, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		k, v, ok := strings.Cut(line, "=")
		if ok && strings.TrimSpace(k) == "name" {
			name := strings.Trim(strings.TrimSpace(v), "\"'")
			switch section {
			case "package":
				pkg = name
			case "lib":
				lib = name
			}
		}
	}
	name := strings.ReplaceAll(cmp.Or(lib, pkg), "-", "_")
	r.l.means(file, name)
	return name
}

// follow walks the modules that a file declares in files of their own.
func (r *rustRoots) follow(f, root *file) {
	if r.root[f] != nil {
		return
	}
	r.root[f] = root
	for i := range f.facts.Imports {
		im := &f.facts.Imports[i]
		if im.Kind != facts.ImportMod {
			continue
		}
		if t := r.child(f, im); t != nil && r.root[t] == nil {
			r.parent[t] = module{f, enclosingModule(f, im.Scope)}
			r.follow(t, root)
		}
	}
}

// child is the file of "mod x;".
func (r *rustRoots) child(f *file, im *facts.Import) *file {
	dir := f.dir
	if strings.HasSuffix(im.Module, ".rs") { // #[path]
		return r.at(path.Join(dir, im.Module))
	}
	if b := path.Base(f.path); b != "mod.rs" && !r.isRoot(f) {
		dir = path.Join(dir, strings.TrimSuffix(b, ".rs"))
	}
	var inline []string
	for d := im.Scope; d > 0; d = f.facts.Defs[d].Parent {
		if f.facts.Defs[d].Form == "module" {
			inline = append([]string{f.facts.Defs[d].Name}, inline...)
		}
	}
	base := path.Join(append([]string{dir}, inline...)...)
	for _, c := range []string{path.Join(base, im.Module+".rs"), path.Join(base, im.Module, "mod.rs")} {
		if t := r.at(c); t != nil {
			return t
		}
	}
	return nil
}

func (r *rustRoots) at(p string) *file {
	if f := r.l.files[p]; f != nil && f.fam.id == "rust" {
		return f
	}
	return nil
}

// enclosingModule is the inline module around a definition, 0 for the file.
func enclosingModule(f *file, d int32) int32 {
	for ; d > 0; d = f.facts.Defs[d].Parent {
		if f.facts.Defs[d].Form == "module" {
			return d
		}
	}
	return 0
}

func (m module) value() *val {
	if m.d == 0 {
		return moduleOf(m.f)
	}
	return class(ref{m.f, m.d})
}

// up is the parent module.
func (r *rustRoots) up(m module) (module, bool) {
	if m.d > 0 {
		return module{m.f, enclosingModule(m.f, m.f.facts.Defs[m.d].Parent)}, true
	}
	p, ok := r.parent[m.f]
	return p, ok
}
