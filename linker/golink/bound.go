package golink

import (
	"slices"
)

// bound is how much of what an edit concerns is looked at for its faults.
type bound struct {
	first  map[string]bool // paths to begin with
	most   int
	looked map[*file]bool // what the way there has looked at, and the way back must
	left   int
}

// Bound makes the updates while faults are noted look at so many files at
// most, at the given ones first. It is for an update that is led back by the
// next: files that neither of them looks at keep what they have, and are
// linked again with the next update after them.
func (l *Linker) Bound(first map[string]bool, most int) {
	if l.log != nil {
		l.log.bound = &bound{first: first, most: most}
	}
}

// Left is the number of files that mention what has changed, as far as is
// known, and were not looked at.
func (l *Linker) Left() int {
	if l.log == nil || l.log.bound == nil {
		return 0
	}
	return l.log.bound.left
}

// within leaves in a plan what the bound allows. concerned are the files that
// may have other faults; the plan's other ones would only have other links.
func (l *Linker) within(p *plan, e *edit, concerned map[*file]bool) {
	if l.log == nil || l.log.bound == nil {
		for f := range l.owed {
			if l.files[f.path] == f {
				p.files[f] = true
			}
		}
		l.owed = nil
		return
	}
	b := l.log.bound
	all := p.files
	p.files = map[*file]bool{}
	for _, f := range e.files {
		p.files[f] = true
	}
	if b.looked != nil {
		for f := range all {
			if b.looked[f] {
				p.files[f] = true
			}
		}
	} else {
		for f := range all {
			if p.changed[f.pkg] != nil {
				concerned[f] = true
			}
		}
		list := sortedFiles(concerned)
		slices.SortStableFunc(list, func(x, y *file) int { return b.rank(x) - b.rank(y) })
		for _, f := range list {
			if len(p.files) < b.most {
				p.files[f] = true
			} else if !p.files[f] {
				b.left++
			}
		}
		b.looked = p.files
	}
	if l.owed == nil {
		l.owed = map[*file]bool{}
	}
	for f := range all {
		if !p.files[f] {
			l.owed[f] = true
		}
	}
}

func (b *bound) rank(f *file) int {
	if b.first[f.path] {
		return 0
	}
	return 1
}
