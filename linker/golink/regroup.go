package golink

import (
	"slices"
	"strings"
)

// regroup takes the files' new places in packages. All that must be looked at
// again, because of its own text or because an import resolves otherwise, goes
// into p.files.
func (l *Linker) regroup(e *edit, p *plan) bool {
	dirs := map[string]bool{}
	for _, f := range slices.Concat(e.files, e.gone) {
		dirs[f.dir] = true
	}
	moved := false
	for dir := range dirs {
		before := l.place(dir)
		l.setDir(dir, l.inDir(dir, e))
		moved = moved || l.place(dir) != before
		for _, q := range l.dirs[dir] {
			q.eachFile(func(f *file) {
				if now := f.placement(); now != f.placed {
					f.placed, p.files[f] = now, true
				}
			})
		}
	}
	for _, f := range e.files {
		p.files[f] = true
	}
	if moved {
		l.catalog = l.newCatalog()
		for _, f := range l.files {
			if l.resolveImports(f) {
				p.files[f] = true
			}
		}
	} else {
		for _, f := range e.files {
			l.resolveImports(f)
		}
	}
	if l.catalog.guess != l.catalog.guessRoot(l) {
		return false
	}
	p.graph = moved
	touched := map[*pkg]bool{}
	for f := range p.files {
		touched[f.pkg] = true
	}
	for dir := range dirs {
		for _, q := range l.dirs[dir] {
			touched[q] = true
		}
	}
	for q := range touched {
		p.graph = q.setDeps() || p.graph
	}
	if p.graph {
		was := l.cyclic
		l.sortPackages()
		return !was && !l.cyclic // which import of a circle is void depends on all of them
	}
	return true
}

// placement is what a file's package makes of it.
type placement struct {
	cfg      config
	excluded bool
	alone    bool
}

func (f *file) placement() placement {
	if f.variant == nil {
		return placement{cfg: f.pkg.cfg}
	}
	return placement{f.variant.cfg, true, f.variant.alone}
}

// place says what others see of a directory: its packages and which of them
// they import.
func (l *Linker) place(dir string) string {
	var sb strings.Builder
	for _, p := range l.dirs[dir] {
		sb.WriteString(p.name)
		sb.WriteByte(' ')
	}
	if p := importable(l.dirs[dir]); p != nil {
		sb.WriteString("= " + p.name)
	}
	return sb.String()
}

// inDir lists the files of a directory as they are after an edit.
func (l *Linker) inDir(dir string, e *edit) []*file {
	var out []*file
	for _, p := range l.dirs[dir] {
		out = append(out, p.plain...)
		out = append(out, p.tests...)
		for _, v := range p.variants {
			out = append(out, v.files...)
		}
	}
	for _, f := range e.files {
		if _, there := e.was[f]; !there && f.dir == dir {
			out = append(out, f)
		}
	}
	return filter(out, func(f *file) bool { return l.files[f.path] == f })
}
