package golink

import (
	"cmp"
	"slices"
)

// deps are the packages that a package imports: its plain files, or its tests.
// Both are sorted; imports that would close a cycle are left out of the first,
// as no valid program has them.
func (l *Linker) deps(p *pkg, tests bool) []*pkg {
	if tests {
		return imported(p.tests)
	}
	return slices.DeleteFunc(imported(p.plain), func(d *pkg) bool { return d.order >= p.order })
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
		all = append(all, p)
	}
	slices.SortFunc(all, comparePkgs)
	l.sorted = make([]*pkg, 0, len(all))
	visiting := map[*pkg]bool{}
	var visit func(p *pkg)
	visit = func(p *pkg) {
		if p.order > 0 || visiting[p] {
			return
		}
		visiting[p] = true
		for _, d := range imported(p.plain) {
			visit(d)
		}
		l.sorted = append(l.sorted, p)
		p.order = len(l.sorted)
	}
	for _, p := range all {
		visit(p)
	}
}
