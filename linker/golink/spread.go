package golink

import "slices"

// spread adds the declarations that mention changed ones, until there are no
// more.
func (l *Linker) spread(p *plan) {
	if len(p.changed) == 0 {
		return
	}
	defer p.spreadOutside()
	for grown := true; grown; {
		grown = false
		seen := l.visible(p)
		for _, q := range l.sorted {
			for grew := true; grew; {
				grew = false
				q.eachFile(func(f *file) {
					if seen.concerns(f) && p.spreadTo(q, f, seen) {
						grew = true
					}
				})
				if grew {
					grown = true
					seen.add(q, p.changed[q])
				}
			}
		}
	}
}

// spreadTo adds the declarations of one file that mention changed ones.
func (p *plan) spreadTo(q *pkg, f *file, seen *visible) bool {
	grown := false
	for i := range f.pieces {
		d := &f.pieces[i]
		if len(d.names) == 0 || p.changed[q] != nil && p.changed[q].names.all(d.names) || !seen.mentioned(f, d.mentions) {
			continue
		}
		c := p.of(q)
		switch {
		case f.variant != nil:
			grown = c.outsideOf(d) || grown
		case d.method != "":
			grown = c.method(f, d, false) || grown
		case d.open && c.named(d.names[0], f) != nil:
			grown = c.fieldsOf(f, d, seen) || grown
		default:
			grown = c.rename(d.names) || grown
		}
	}
	return grown
}

// fieldsOf notes which fields of a struct mention changed declarations. If
// something embedded does, the struct has other members than can be told.
func (c *change) fieldsOf(f *file, d *piece, seen *visible) bool {
	var names []string
	for _, x := range d.fields {
		if seen.mentioned(f, x.mentions) {
			if x.name == "" {
				return c.rename(d.names)
			}
			names = append(names, x.name)
		}
	}
	if len(names) == 0 {
		return false
	}
	slices.Sort(names)
	return c.refield(d.names[0], slices.Compact(names))
}

// spreadOutside does the same for what only other configurations of a package
// see: there, anything may depend on it.
func (p *plan) spreadOutside() {
	for q, c := range p.changed {
		for grown := len(c.outside) > 0; grown; {
			grown = false
			changed := hashes{}
			for n := range c.outside {
				changed[nameHash(n)] = true
			}
			q.eachFile(func(f *file) {
				for i := range f.pieces {
					if d := &f.pieces[i]; changed.any(d.mentions) && c.outsideOf(d) {
						grown = true
					}
				}
			})
		}
	}
}
