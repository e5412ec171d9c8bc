package golink

import (
	"encoding/binary"
	"errors"
	"go/token"
	"maps"
	"slices"
)

// stateVersion is raised whenever the meaning of a stored state changes.
const stateVersion = 1

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
			w.num(uint64(len(m)))
			w.buf = append(w.buf, m...)
		}
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

func refDigest(r *ref) uint64 {
	d := newDigest()
	d.str(r.file.path)
	d.str(r.key.owner)
	d.str(r.key.name)
	return uint64(d)
}

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

// stored is a state that was read back.
type stored struct {
	imports    uint64
	units      map[uint64]map[unit]uint64 // by package
	implements map[uint64]uint64
	contracts  map[uint64]uint64
	files      map[uint64]storedFile
}

type storedFile struct {
	circumstances uint64
	ifaces        []uint64
	methods       []string
}

var errState = errors.New("the stored state of Go linking is not readable")

func readState(b []byte) (s *stored, err error) {
	defer func() {
		if recover() != nil {
			s, err = nil, errState
		}
	}()
	r := &stateReader{b}
	if r.num() != stateVersion {
		return nil, errState
	}
	s = &stored{imports: r.num(), units: map[uint64]map[unit]uint64{}, files: map[uint64]storedFile{}}
	for range r.num() {
		m := map[unit]uint64{}
		s.units[r.num()] = m
		for range r.num() {
			n := r.num()
			u := unit{name: uint32(n >> 1), exported: n&1 == 1, method: uint32(r.num())}
			m[u] = r.num()
		}
	}
	s.implements, s.contracts = r.digests(), r.digests()
	for range r.num() {
		path := r.num()
		f := storedFile{circumstances: r.num()}
		for range r.num() {
			f.ifaces = append(f.ifaces, r.num())
		}
		for range r.num() {
			f.methods = append(f.methods, r.str())
		}
		s.files[path] = f
	}
	return s, nil
}

type stateWriter struct{ buf []byte }

func (w *stateWriter) num(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

func (w *stateWriter) digests(m map[uint64]uint64) {
	w.num(uint64(len(m)))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		w.num(k)
		w.num(m[k])
	}
}

// stateReader panics where the bytes end too early.
type stateReader struct{ b []byte }

func (r *stateReader) num() uint64 {
	n, size := binary.Uvarint(r.b)
	r.b = r.b[size:]
	if size <= 0 {
		panic(errState)
	}
	return n
}

func (r *stateReader) str() string {
	n := r.num()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *stateReader) digests() map[uint64]uint64 {
	m := map[uint64]uint64{}
	for range r.num() {
		k := r.num()
		m[k] = r.num()
	}
	return m
}
