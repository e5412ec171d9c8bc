package golink

import (
	"context"
	"go/ast"
	"maps"
	"slices"
	"strings"

	"github.com/structural-memory/smp/linker"
)

// plan is what an edit makes necessary.
//
// It rests on names. The type of a declaration depends on nothing but the
// declarations that its text names, so when some have changed, those that name
// them may have, and so on: within a package by any name, across packages by
// the exported names of what a file imports. Types that reach a body without
// being named there come through something that is, and that has then changed
// as well. What a body's check says depends, in the same way, on the names
// that it mentions; and, for interface calls, on what implements the interface.
//
// A type whose methods or fields differ stays the same type where it can: then
// only who mentions one of those methods or fields is concerned.
type plan struct {
	deltas  map[*pkg]*delta
	changed map[*pkg]*change // declarations to check again
	graph   bool             // which packages import which has changed
	files   map[*file]bool   // bodies to check again
}

func newPlan() *plan {
	return &plan{deltas: map[*pkg]*delta{}, changed: map[*pkg]*change{}, files: map[*file]bool{}}
}

// plan works out what follows from an edit. It is nil if all must be done
// anew.
func (l *Linker) plan(e *edit) *plan {
	p := newPlan()
	if !l.regroup(e, p) {
		return nil
	}
	for f := range p.files {
		l.describeAgain(f, e.was[f].pkg, p)
	}
	for _, f := range e.gone {
		l.forgetFile(f, p)
	}
	for q, d := range p.deltas {
		p.of(q).take(d)
	}
	for _, q := range l.sorted { // packages that are new, or known by another path
		if q.lib == nil {
			c := p.of(q)
			q.eachFile(func(f *file) {
				for i := range f.pieces {
					c.names.add(f.pieces[i].names)
				}
			})
		}
	}
	l.spread(p)
	l.mentioning(p)
	return p
}

// describeAgain compares a file's declarations with those before.
func (l *Linker) describeAgain(f *file, before *pkg, p *plan) {
	var pieces []piece
	if syntax, err := l.parseSkeleton(f); err == nil { // else it is gone meanwhile
		pieces = f.describe(syntax)
		if l.parsed == nil {
			l.parsed = map[*file]*ast.File{}
		}
		l.parsed[f] = syntax
	}
	if before == nil {
		before = f.pkg
	}
	p.compare(f, before, pieces)
	f.pieces, f.described = pieces, f.variant != nil
	l.refresh(f)
}

// compare notes the pieces of a file that are not as they were.
func (p *plan) compare(f *file, before *pkg, pieces []piece) {
	had, has := counts(f.pieces), counts(pieces)
	differs := func(q *piece) bool { return before != f.pkg || had[q.hash] != has[q.hash] }
	for i := range f.pieces {
		if q := &f.pieces[i]; differs(q) {
			d := p.delta(before)
			d.old = append(d.old, filePiece{f, f.described, *q})
		}
	}
	for i := range pieces {
		if q := &pieces[i]; differs(q) {
			d := p.delta(f.pkg)
			d.now = append(d.now, filePiece{f, f.variant != nil, *q})
		}
	}
}

func counts(ps []piece) map[uint64]int {
	m := make(map[uint64]int, len(ps))
	for _, p := range ps {
		m[p.hash]++
	}
	return m
}

// delta is what differs in a package's text.
type delta struct{ old, now []filePiece }

type filePiece struct {
	file     *file
	excluded bool // the package's configuration excludes it
	piece
}

func (p *plan) delta(q *pkg) *delta {
	if p.deltas[q] == nil {
		p.deltas[q] = &delta{}
	}
	return p.deltas[q]
}

// forgetFile takes a removed file's declarations away.
func (l *Linker) forgetFile(f *file, p *plan) {
	for _, q := range f.pieces {
		d := p.delta(f.pkg)
		d.old = append(d.old, filePiece{f, f.described, q})
	}
	for _, r := range f.refs {
		delete(l.refs, r.pos)
	}
}

func (p *pkg) eachFile(do func(*file)) {
	for _, f := range p.plain {
		do(f)
	}
	for _, f := range p.tests {
		do(f)
	}
	for _, v := range p.variants {
		for _, f := range v.files {
			do(f)
		}
	}
}

// mentioning adds the files whose bodies mention what has changed.
func (l *Linker) mentioning(p *plan) {
	if len(p.changed) == 0 {
		return
	}
	seen := l.visible(p)
	for _, f := range l.files {
		if !p.files[f] && seen.concerns(f) && seen.mentioned(f, l.identsOf(f)) {
			p.files[f] = true
		}
	}
}

// relink carries a plan out.
func (l *Linker) relink(ctx context.Context, e *edit, p *plan) (map[string]*linker.Links, error) {
	types := false
	if len(p.changed) > 0 {
		types = l.typesAmong(p)
		if err := l.declare(ctx, p.changed); err != nil {
			return nil, err
		}
		types = types || l.typesAmong(p)
		for q := range p.changed {
			if q.recursive {
				return l.rebuild(ctx)
			}
		}
	}
	concerned := maps.Clone(p.files)
	if p.graph || types {
		l.implementAgain(p)
	}
	l.within(p, e, concerned)
	return l.link(ctx, sortedFiles(p.files))
}

func sortedFiles(set map[*file]bool) []*file {
	return slices.SortedFunc(maps.Keys(set), func(a, b *file) int { return strings.Compare(a.path, b.path) })
}
