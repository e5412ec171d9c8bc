package golink

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

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
