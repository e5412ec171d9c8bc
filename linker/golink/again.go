package golink

import "slices"

// implementAgain rebuilds the table of implementations and adds to the plan
// the files whose links it changes.
func (l *Linker) implementAgain(p *plan) {
	was := l.impls
	l.impls = l.implement()
	for _, c := range l.impls.types { // IMPLEMENTS edges
		if !slices.Equal(was.byType[c.ref], l.impls.byType[c.ref]) {
			p.files[c.ref.file] = true
		}
	}
	lost := map[*ref]bool{}
	for r := range was.byType {
		if len(l.impls.byType[r]) == 0 && l.files[r.file.path] == r.file {
			p.files[r.file] = true
		}
	}
	for key, before := range was.known {
		if key.ref == nil {
			continue
		}
		if c := l.impls.byRef[key.ref]; c == nil || !slices.Equal(before, l.impls.callees(c.iface, key.ref, key.method, c.pkg, c.test)) {
			lost[key.ref] = true
		}
	}
	names := was.differing(l.impls, p)
	for _, f := range l.files {
		if !p.files[f] && f.uses(lost, names) {
			p.files[f] = true
		}
	}
}

// uses tells whether the file calls through one of the interfaces, or calls
// one of the methods through an interface without a declaration.
func (f *file) uses(ifaces map[*ref]bool, methods map[string]bool) bool {
	return slices.ContainsFunc(f.calls.ifaces, func(r *ref) bool { return ifaces[r] }) ||
		slices.ContainsFunc(f.calls.methods, func(m string) bool { return methods[m] })
}

// differing names the methods of the types that have changed, before or
// after; all methods, if packages have come together or apart.
func (im *implementations) differing(now *implementations, p *plan) map[string]bool {
	names := map[string]bool{}
	for _, t := range []*implementations{im, now} {
		for _, c := range t.types {
			ch := p.changed[c.pkg]
			if p.graph || ch != nil && ch.names[c.named.Obj().Name()] {
				for n := range c.names {
					names[n] = true
				}
			}
		}
	}
	for _, ch := range p.changed {
		for n := range ch.members {
			names[n] = true
		}
	}
	return names
}
