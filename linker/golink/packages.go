package golink

import (
	"cmp"
	"go/types"
	"path"
	"slices"
	"strings"
)

// pkg is the files of one directory that have one package clause.
type pkg struct {
	dir, name string
	path      string // import path
	mod       *module
	cfg       config
	plain     []*file    // without tests, in the package's configuration, sorted
	tests     []*file    // tests in the package itself
	variants  []*variant // the files that its configuration excludes

	own *types.Package // what its objects say they belong to; its scope is lent to one check at a time
	lib *layer         // plain declarations: what others import
	all *layer         // with tests; the same as lib if there are none

	recursive         bool   // a type contains itself: declarations cannot be checked one by one
	libDeps, testDeps []*pkg // what the plain files and the tests import, sorted
	order             int    // position in the order of checking
}

// variant is another configuration of a package, for the files that the
// package's own one excludes.
type variant struct {
	cfg   config
	files []*file
	alone bool // "go run" of single files: nothing else of the package belongs to them
}

type pkgKey struct{ dir, name string }

// external tells whether it is the package of external tests of its directory.
func (p *pkg) external() bool {
	return strings.HasSuffix(p.name, "_test") && len(p.plain) == 0
}

// group sorts the files of one directory into its packages. Packages that
// were there before stay the same value.
func (l *Linker) group(dir string, files []*file) []*pkg {
	byName := map[string][]*file{}
	for _, f := range files {
		byName[f.facts.Package] = append(byName[f.facts.Package], f)
	}
	var out []*pkg
	for name, fs := range byName {
		p := l.pkgs[pkgKey{dir, name}]
		if p == nil {
			p = &pkg{dir: dir, name: name}
		}
		p.mod = l.mods.of(dir)
		p.path = l.mods.importPath(p.mod, dir)
		p.arrange(fs)
		if p.external() {
			p.path += "_test"
		}
		if p.own == nil || p.own.Path() != p.path {
			p.own, p.lib, p.all = types.NewPackage(p.path, p.name), nil, nil
			p.recursive = false
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *pkg) int { return strings.Compare(a.name, b.name) })
	return out
}

// arrange splits a package's files by configuration.
func (p *pkg) arrange(files []*file) {
	slices.SortFunc(files, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	p.cfg, p.plain, p.tests, p.variants = primary, nil, nil, nil
	if !slices.ContainsFunc(files, primary.includes) {
		if c, ok := configFor(files[0]); ok && !runsAlone(files[0]) {
			p.cfg = c
		}
	}
	for _, f := range files {
		f.pkg, f.variant = p, nil
		switch {
		case !p.cfg.includes(f):
			p.addVariant(f)
		case f.test:
			p.tests = append(p.tests, f)
		default:
			p.plain = append(p.plain, f)
		}
	}
}

func (p *pkg) addVariant(f *file) {
	c, ok := configFor(f)
	alone := !ok || runsAlone(f)
	for _, v := range p.variants {
		if !alone && !v.alone && v.cfg.includes(f) {
			f.variant, v.files = v, append(v.files, f)
			return
		}
	}
	f.variant = &variant{cfg: c, files: []*file{f}, alone: alone}
	p.variants = append(p.variants, f.variant)
}

// runsAlone tells whether the file is a program of its own beside the package:
// main, and excluded from every build.
func runsAlone(f *file) bool {
	return f.facts.Package == "main" && f.cons != nil && !f.cons.Eval(func(tag string) bool { return tag != "ignore" && primary.has(tag) }) &&
		slices.Contains(tagsOf(f.cons, nil), "ignore")
}

// beside are the files that a check of the variant needs beside its own.
func (p *pkg) beside(v *variant) []*file {
	var out []*file
	if v.alone {
		return nil
	}
	add := func(fs []*file) {
		for _, f := range fs {
			if f.variant != v && v.cfg.includes(f) {
				out = append(out, f)
			}
		}
	}
	isTest := func(f *file) bool { return f.test }
	add(p.plain)
	add(p.tests)
	for _, w := range p.variants {
		if !w.alone {
			add(w.files)
		}
	}
	if !slices.ContainsFunc(v.files, isTest) {
		out = slices.DeleteFunc(out, isTest)
	}
	return out
}

// catalog finds packages by directory and import path.
type catalog struct {
	byDir  map[string]*pkg   // the one that others import
	byPath map[string][]*pkg // the nearest to the root first
	guess  string            // import path of the root where no go.mod says it
}

func (l *Linker) newCatalog() *catalog {
	c := &catalog{byDir: map[string]*pkg{}, byPath: map[string][]*pkg{}}
	for dir, ps := range l.dirs {
		if p := importable(ps); p != nil {
			c.byDir[dir] = p
			c.byPath[p.path] = append(c.byPath[p.path], p)
		}
	}
	for _, ps := range c.byPath {
		slices.SortFunc(ps, func(a, b *pkg) int {
			return cmp.Or(depth(a)-depth(b), strings.Compare(a.dir, b.dir))
		})
	}
	c.guess = c.guessRoot(l)
	return c
}

// importable is the package of a directory that others import: the one with
// the most plain files; nil if there are only tests.
func importable(ps []*pkg) *pkg {
	var best *pkg
	for _, p := range ps {
		if n := len(p.plain); n > 0 && (best == nil || n > len(best.plain)) {
			best = p
		}
	}
	return best
}

// guessRoot finds the import path of a repository without a go.mod at its
// root: the prefix that makes most of the imports in its files fit its
// directories.
func (c *catalog) guessRoot(l *Linker) string {
	if l.mods.byDir["."].path != "" {
		return ""
	}
	votes := map[string]int{}
	for _, f := range l.files {
		if f.pkg.mod.path != "" {
			continue
		}
		for _, im := range f.imports {
			if i := strings.IndexByte(im.path, '/'); i < 0 || !strings.Contains(im.path[:i], ".") {
				continue
			}
			for i := 0; i < len(im.path); i++ {
				if p := c.byDir[im.path[i+1:]]; im.path[i] == '/' && p != nil && p.mod.path == "" {
					votes[im.path[:i]]++
				}
			}
		}
	}
	best := ""
	for prefix, n := range votes {
		if n > votes[best] || n == votes[best] && prefix < best {
			best = prefix
		}
	}
	return best
}

// resolve finds the package that an import in from means; nil if it is
// outside the repository.
func (l *Linker) resolve(from *pkg, importPath string) *pkg {
	if importPath == "C" || importPath == "unsafe" {
		return nil
	}
	c := l.catalog
	if from.mod.dir != "." || from.mod.path != "" {
		if p := c.byDir[path.Join(from.mod.dir, "vendor", importPath)]; p != nil {
			return p
		}
	}
	if strings.HasPrefix(importPath, "./") || strings.HasPrefix(importPath, "../") {
		return c.byDir[path.Join(from.dir, importPath)]
	}
	if p := c.replaced(from.mod, importPath); p != nil {
		return p
	}
	for _, w := range l.mods.works {
		if _, ok := below(from.dir, w.dir); ok || w.dir == "." {
			if p := c.replaced(w, importPath); p != nil {
				return p
			}
		}
	}
	ps := c.byPath[importPath]
	for _, p := range ps {
		if p.mod == from.mod {
			return p
		}
	}
	if len(ps) == 1 || len(ps) > 1 && depth(ps[0]) < depth(ps[1]) { // copies of a module lie deeper
		return ps[0]
	}
	if c.guess != "" && from.mod.path == "" {
		if rest, ok := below(importPath, c.guess); ok {
			return c.byDir[rest]
		}
	}
	return nil
}

func depth(p *pkg) int { return strings.Count(p.dir, "/") }

func (c *catalog) replaced(m *module, importPath string) *pkg {
	for _, r := range m.replaces {
		if rest, ok := below(importPath, r.old); ok {
			return c.byDir[path.Join(r.dir, rest)]
		}
	}
	return nil
}

// resolveImports resolves a file's imports and tells whether they resolve
// otherwise than before.
func (l *Linker) resolveImports(f *file) bool {
	h := newDigest()
	for i := range f.imports {
		p := l.resolve(f.pkg, f.imports[i].path)
		if p == f.pkg {
			p = nil // a package cannot import itself
		}
		f.imports[i].pkg = p
		if p != nil {
			h.str(p.dir)
			h.str(p.name)
		}
		h.num(uint64(i))
	}
	was := f.resolved
	f.resolved = uint64(h)
	return was != f.resolved
}
