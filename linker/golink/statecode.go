package golink

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// stored is a state that was read back.
type stored struct {
	imports    uint64
	units      map[uint64]map[unit]uint64 // by package
	implements map[uint64]uint64
	contracts  map[uint64]uint64
	files      map[uint64]storedFile
	outcomes   map[uint64]string
}

type storedFile struct {
	circumstances uint64
	ifaces        []uint64
	methods       []string
	handed        storedHandings
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
		f.handed = r.handed()
		s.files[path] = f
	}
	s.outcomes = map[uint64]string{}
	for range r.num() {
		k := r.num()
		s.outcomes[k] = r.str()
	}
	return s, nil
}

type stateWriter struct{ buf []byte }

func (w *stateWriter) num(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

func (w *stateWriter) str(s string) {
	w.num(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

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
