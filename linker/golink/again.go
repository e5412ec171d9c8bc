package golink

import "slices"

// implementAgain brings the table of implementations up to date and adds to
// the plan the files whose links that changes.
func (l *Linker) implementAgain(p *plan) {
	was := l.impls
	names := map[string]bool{}
	l.impls = was.update(p, names)
	for _, q := range l.sorted { // IMPLEMENTS edges
		for _, c := range l.impls.byPkg[q].types {
			if !slices.Equal(was.byType[c.ref], l.impls.byType[c.ref]) {
				p.files[c.ref.file] = true
			}
		}
	}
	for r := range was.byType {
		if len(l.impls.byType[r]) == 0 && l.files[r.file.path] == r.file {
			p.files[r.file] = true
		}
	}
	lost := map[*ref]bool{}
	for key, before := range was.known {
		if key.ref == nil {
			continue
		}
		switch c := l.impls.byRef[key.ref]; {
		case c == nil:
			lost[key.ref] = true
		case !p.graph && !c.asksFor(names) && was.byRef[key.ref] != nil && was.byRef[key.ref].iface == c.iface:
			l.impls.known[key] = before
		default:
			if !slices.Equal(before, l.impls.callees(c.iface, key.ref, key.method, c.pkg, c.test)) {
				lost[key.ref] = true
			}
		}
	}
	for _, f := range l.files {
		if !p.files[f] && f.uses(lost, names, p.graph) {
			p.files[f] = true
		}
	}
}

// update is the table after a plan's declarations were checked. names receives
// the methods of the types that have changed, before or after.
func (im *implementations) update(p *plan, names map[string]bool) *implementations {
	now := im.l.newImplementations()
	note := func(c *concrete) {
		for n := range c.names {
			names[n] = true
		}
	}
	seen := im.l.visible(p)
	for _, q := range im.l.sorted {
		d, c := im.byPkg[q], p.changed[q]
		switch {
		case d == nil:
			d = now.collect(q)
			for _, t := range d.types {
				note(t)
			}
		case c != nil:
			fresh := now.collect(q)
			for _, list := range [][]*concrete{d.types, fresh.types} {
				for _, t := range list {
					if c.names[t.named.Obj().Name()] {
						note(t)
					}
				}
			}
			keepImpls(fresh, d)
			d = fresh
		case len(seen.members[q]) > 0: // promoted methods may have changed
			for _, t := range d.types {
				if t.embeds {
					t.setNames()
				}
			}
		}
		now.byPkg[q] = d
	}
	for q, d := range im.byPkg {
		if im.l.pkgs[pkgKey{q.dir, q.name}] != q { // gone
			for _, t := range d.types {
				note(t)
			}
		}
	}
	for _, c := range p.changed {
		for n := range c.members {
			names[n] = true
		}
	}
	now.index()
	if now.reach = im.reach; p.graph {
		now.reach = im.l.newReach()
	}
	for _, c := range now.byRef {
		if p.graph || c.impls == nil || c.asksFor(names) {
			c.impls = now.of(c.iface, c.pkg, c.test)
		}
	}
	now.invert()
	return now
}

// keepImpls hands on what implements the interfaces that are the same.
func keepImpls(fresh, old *declared) {
	byRef := make(map[*ref]*contract, len(old.ifaces))
	for _, c := range old.ifaces {
		byRef[c.ref] = c
	}
	for _, c := range fresh.ifaces {
		if o := byRef[c.ref]; o != nil && o.iface == c.iface {
			c.impls = o.impls
		}
	}
}

func (c *contract) asksFor(names map[string]bool) bool {
	for i := range c.iface.NumMethods() {
		if names[c.iface.Method(i).Name()] {
			return true
		}
	}
	return false
}

// uses tells whether the file calls through one of the interfaces, or calls
// one of the methods through an interface without a declaration: any of them
// if packages have come together or apart.
func (f *file) uses(ifaces map[*ref]bool, methods map[string]bool, any bool) bool {
	return slices.ContainsFunc(f.calls.ifaces, func(r *ref) bool { return ifaces[r] }) ||
		slices.ContainsFunc(f.calls.methods, func(m string) bool { return any || methods[m] })
}
