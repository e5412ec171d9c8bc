package golink

import (
	"cmp"
	"slices"
)

// deps are the packages that the plain files of a package import, without
// those that would close a cycle, as no valid program has them.
func (l *Linker) deps(p *pkg) []*pkg {
	return filter(p.libDeps, func(d *pkg) bool { return d.order < p.order })
}

// setDeps notes what the files of a package import and tells whether that has
// changed.
func (p *pkg) setDeps() bool {
	lib, test := imported(p.plain), imported(p.tests)
	same := slices.Equal(lib, p.libDeps) && slices.Equal(test, p.testDeps)
	p.libDeps, p.testDeps = lib, test
	return !same
}

func imported(files []*file) []*pkg {
	var out []*pkg
	for _, f := range files {
		for _, im := range f.imports {
			if im.pkg != nil {
				out = append(out, im.pkg)
			}
		}
	}
	slices.SortFunc(out, comparePkgs)
	return slices.Compact(out)
}

func comparePkgs(a, b *pkg) int {
	return cmp.Or(cmp.Compare(a.dir, b.dir), cmp.Compare(a.name, b.name))
}

// sortPackages puts the packages into an order in which each comes after
// those that its plain files import.
func (l *Linker) sortPackages() {
	all := make([]*pkg, 0, len(l.pkgs))
	for _, p := range l.pkgs {
		p.order = 0
		p.setDeps()
		all = append(all, p)
	}
	slices.SortFunc(all, comparePkgs)
	l.sorted = make([]*pkg, 0, len(all))
	visiting := make(map[*pkg]bool, len(all))
	var visit func(p *pkg)
	visit = func(p *pkg) {
		if visiting[p] {
			return
		}
		visiting[p] = true
		for _, d := range p.libDeps {
			visit(d)
		}
		l.sorted = append(l.sorted, p)
		p.order = len(l.sorted)
	}
	for _, p := range all {
		visit(p)
	}
	l.cyclic = slices.ContainsFunc(all, func(p *pkg) bool {
		return slices.ContainsFunc(p.libDeps, func(d *pkg) bool { return d.order > p.order })
	})
}

// nearest lists for each of the packages those of them that it imports,
// directly or through others that are not among them.
func (l *Linker) nearest(pkgs []*pkg) map[*pkg][]*pkg {
	in := make(map[*pkg]bool, len(pkgs))
	for _, p := range pkgs {
		in[p] = true
	}
	out := make(map[*pkg][]*pkg, len(l.sorted))
	for _, p := range l.sorted {
		var list []*pkg
		for _, d := range l.deps(p) {
			if in[d] {
				list = append(list, d)
			} else {
				list = append(list, out[d]...)
			}
		}
		slices.SortFunc(list, comparePkgs)
		out[p] = slices.Compact(list)
	}
	return out
}
