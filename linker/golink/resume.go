package golink

import (
	"context"
	"slices"

	"github.com/structural-memory/smp/linker"
)

// Resume is the first update of a process that did not make the links that
// are stored. It takes all files of the repository as they are now, with the
// State of when the links were made, and the paths of the files whose text is
// not what it was then. It returns the links of every file that may have other
// ones, those changed among them. Declarations are all checked, bodies only
// where they must be. Without a usable state it links everything.
func (l *Linker) Resume(ctx context.Context, state []byte, files []File, changed []string) (map[string]*linker.Links, error) {
	s, err := readState(state)
	if err != nil {
		return l.Update(ctx, files, nil)
	}
	if _, err := l.take(files, nil); err != nil {
		return nil, err
	}
	l.outcomes = s.outcomes
	return l.done(l.settled(ctx, func() (map[string]*linker.Links, error) {
		if err := l.declareAll(ctx); err != nil {
			return nil, err
		}
		p := l.since(s, changed)
		return l.link(ctx, sortedFiles(p.files))
	}))
}

// since plans what has changed since a state was stored.
func (l *Linker) since(s *stored, changed []string) *plan {
	p := newPlan()
	p.graph = s.imports != l.importDigest()
	for _, path := range changed {
		if f := l.files[path]; f != nil {
			p.files[f] = true
		}
	}
	for _, q := range l.sorted {
		p.differing(q, s.units[pkgDigest(q)])
	}
	declared := len(p.changed) > 0 // types may have other methods than before
	l.spread(p)
	l.mentioning(p)
	ifaces := l.ifacesSince(s)
	implements := l.implementDigests()
	funcs := l.funcsByDigest(s)
	for _, f := range l.files {
		was, known := s.files[pathDigest(f.path)]
		if !known || was.circumstances != f.circumstances() {
			p.files[f] = true
			continue
		}
		if slices.ContainsFunc(was.ifaces, func(i uint64) bool { return ifaces[i] == nil }) || len(was.methods) > 0 && (p.graph || declared) {
			p.files[f] = true
		}
		for k, r := range f.refs {
			if t := refDigest(r); k.owner == "" && s.implements[t] != implements[t] {
				p.files[f] = true
			}
		}
		was.handed.restore(f, funcs)
		f.calls.methods = was.methods
		for _, i := range was.ifaces {
			if ifaces[i] != nil {
				f.calls.ifaces = append(f.calls.ifaces, ifaces[i])
			}
		}
	}
	return p
}

// ifacesSince finds the interfaces whose methods call what they called, by the
// digest under which files name them.
func (l *Linker) ifacesSince(s *stored) map[uint64]*ref {
	now := l.contractDigests()
	m := map[uint64]*ref{}
	for r := range l.impls.byRef {
		d := refDigest(r)
		if was, ok := s.contracts[d]; ok && was == now[d] {
			m[d] = r
		}
	}
	return m
}

// differing notes the declarations of a package that are not as stored.
func (p *plan) differing(q *pkg, was map[unit]uint64) {
	now := q.units()
	for u := range was {
		if _, there := now[u]; !there {
			p.of(q).lose(u)
		}
	}
	q.eachFile(func(f *file) {
		for i := range f.pieces {
			d := &f.pieces[i]
			for _, n := range d.names {
				if u := unitOf(n, d.method); was[u] == now[u] {
					continue
				}
				switch c := p.of(q); {
				case d.method != "":
					c.method(f, d, false)
				default:
					c.rename(d.names)
				}
			}
		}
	})
}

// lose notes a name or method that is known by its hash only: it is gone.
func (c *change) lose(u unit) {
	if u.method != 0 {
		c.lost.members[u.method] = true
		return
	}
	c.lost.own[u.name] = true
	if u.exported {
		c.lost.exported[u.name] = true
	}
}
