package golink

import (
	"go/token"
	"maps"
	"slices"
)

// stateVersion is raised whenever the meaning of a stored state changes.
const stateVersion = 3

// State is what a later process needs to link only what has changed since: a
// digest of each declaration, and what each file's links depend on beside the
// names that it mentions. It is small, some ten bytes for a declaration.
func (l *Linker) State() []byte {
	if l.stale {
		return nil
	}
	w := &stateWriter{}
	w.num(stateVersion)
	w.num(l.importDigest())
	w.num(uint64(len(l.sorted)))
	for _, p := range l.sorted {
		units := p.units()
		w.num(pkgDigest(p))
		w.num(uint64(len(units)))
		for _, k := range sortedUnits(units) {
			w.num(uint64(k.name)<<1 | bit(k.exported))
			w.num(uint64(k.method))
			w.num(units[k])
		}
	}
	w.digests(l.implementDigests())
	w.digests(l.contractDigests())
	w.num(uint64(len(l.files)))
	for _, path := range slices.Sorted(maps.Keys(l.files)) {
		f := l.files[path]
		w.num(pathDigest(path))
		w.num(f.circumstances())
		w.num(uint64(len(f.calls.ifaces)))
		for _, r := range f.calls.ifaces {
			w.num(refDigest(r))
		}
		w.num(uint64(len(f.calls.methods)))
		for _, m := range f.calls.methods {
			w.str(m)
		}
		w.handed(f)
	}
	w.num(uint64(len(l.outcomes)))
	for _, k := range slices.Sorted(maps.Keys(l.outcomes)) {
		w.num(k)
		w.str(l.outcomes[k])
	}
	return w.buf
}

// unit is a name that a package declares, or a method of a type of that name,
// as hashes.
type unit struct {
	name, method uint32 // method is 0 for the name itself
	exported     bool
}

// units are the digests of what a package declares.
func (p *pkg) units() map[unit]uint64 {
	m := map[unit]uint64{}
	p.eachFile(func(f *file) {
		for i := range f.pieces {
			for _, n := range f.pieces[i].names {
				u := unitOf(n, f.pieces[i].method)
				m[u] += f.pieces[i].hash // in any order
			}
		}
	})
	return m
}

func unitOf(name, method string) unit {
	u := unit{name: nameHash(name), exported: token.IsExported(name)}
	if method != "" {
		u.method = nameHash(method)
		u.exported = token.IsExported(method)
	}
	return u
}

func sortedUnits(m map[unit]uint64) []unit {
	return slices.SortedFunc(maps.Keys(m), func(a, b unit) int {
		if a.name != b.name {
			return int(int64(a.name) - int64(b.name))
		}
		return int(int64(a.method) - int64(b.method))
	})
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func pathDigest(path string) uint64 {
	d := newDigest()
	d.str(path)
	return uint64(d)
}

func pkgDigest(p *pkg) uint64 {
	d := newDigest()
	d.str(p.dir)
	d.str(p.name)
	return uint64(d)
}

func refDigest(r *ref) uint64 { return funcKey{r.file.path, r.key}.digest() }

// circumstances is what a file's links depend on beside its text and others'
// declarations: what its imports mean and whether builds have it.
func (f *file) circumstances() uint64 {
	d := newDigest()
	d.num(f.resolved)
	d.str(f.placed.cfg.os + "/" + f.placed.cfg.arch + "/" + f.placed.cfg.tags)
	d.num(bit(f.placed.cfg.cgo)<<2 | bit(f.placed.excluded)<<1 | bit(f.placed.alone))
	return uint64(d)
}

// importDigest tells whether the same packages import the same ones.
func (l *Linker) importDigest() uint64 {
	d := newDigest()
	for _, p := range slices.SortedFunc(slices.Values(l.sorted), comparePkgs) {
		for i, deps := range [][]*pkg{p.libDeps, p.testDeps} {
			for _, q := range deps {
				d.num(pkgDigest(p))
				d.num(pkgDigest(q) + uint64(i))
			}
		}
	}
	return uint64(d)
}

// implementDigests says of each type what it implements.
func (l *Linker) implementDigests() map[uint64]uint64 {
	m := map[uint64]uint64{}
	for t, ifaces := range l.impls.byType {
		for _, r := range ifaces {
			m[refDigest(t)] += refDigest(r)
		}
	}
	return m
}

// contractDigests says of each interface what its methods may call.
func (l *Linker) contractDigests() map[uint64]uint64 {
	m := map[uint64]uint64{}
	for r, c := range l.impls.byRef {
		sum := uint64(0)
		for i := range c.iface.NumMethods() {
			name := c.iface.Method(i).Name()
			d := newDigest()
			d.str(name)
			for _, callee := range l.impls.callees(c.iface, r, name, c.pkg, c.test) {
				d.num(refDigest(callee))
			}
			sum += uint64(d)
		}
		m[refDigest(r)] = sum
	}
	return m
}
