package locate

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/vec"
)

// A file's vectors are stored as: the length of one, then per symbol its
// number in the file and its packed vector.

// AppendVector appends a symbol's packed vector.
func AppendVector(dst []byte, node uint32, packed []byte) []byte {
	if len(dst) == 0 {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(len(packed)))
	}
	dst = binary.LittleEndian.AppendUint32(dst, node)
	return append(dst, packed...)
}

// EachVector calls fn with the vectors of a file.
func EachVector(data []byte, fn func(node uint32, packed []byte) error) error {
	if len(data) < 2 {
		return nil
	}
	n := int(binary.LittleEndian.Uint16(data))
	data = data[2:]
	if n <= 4 || len(data)%(4+n) != 0 {
		return errors.New("the vectors of a file are damaged; smp index --rebuild makes the index anew")
	}
	for ; len(data) > 0; data = data[4+n:] {
		if err := fn(binary.LittleEndian.Uint32(data), data[4:4+n]); err != nil {
			return err
		}
	}
	return nil
}

// vectorID is the id of a symbol's vector: it does not depend on the version.
func vectorID(file int64, node uint32) int64 { return file<<24 | int64(node) }

// symbolOf is the inverse of vectorID.
func symbolOf(id int64) (file int64, node uint32) { return id >> 24, uint32(id & (1<<24 - 1)) }

// vectors are those of one version of the graph: a large set that versions
// share, and a small one of the files that changed since it was read. They
// never change once made.
type vectors struct {
	base, later *vec.Set
	stale       map[int64]bool // files whose vectors in base do not count
}

// set is the one that has a file's vectors.
func (v *vectors) set(file int64) *vec.Set {
	if v.stale[file] {
		return v.later
	}
	return v.base
}

// dim is the length of the vectors, 0 if there are none.
func (v *vectors) dim() int {
	for _, s := range []*vec.Set{v.base, v.later} {
		if s.Len() > 0 {
			return s.Dim()
		}
	}
	return 0
}

func (v *vectors) score(query []float32, file int64, node uint32) float64 {
	s, _ := v.set(file).Score(query, vectorID(file, node))
	return float64(s)
}

// top are the k best whose symbols keep lets through, ordered by score.
func (v *vectors) top(query []float32, k int, keep func(file int64, node uint32) bool) []vec.Hit {
	if len(query) != v.dim() {
		return nil
	}
	in := func(stale bool) func(int64) bool {
		return func(id int64) bool {
			file, node := symbolOf(id)
			return v.stale[file] == stale && keep(file, node)
		}
	}
	hits := v.base.TopK(query, k, in(false))
	if v.later.Len() > 0 {
		hits = append(hits, v.later.TopK(query, k, in(true))...)
		slices.SortFunc(hits, func(a, b vec.Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	}
	return hits[:min(k, len(hits))]
}

// readVectors reads all vectors of length dim, or of the first's where that is
// 0: others are another model's.
func readVectors(r *graph.Reader, dim int) (*vectors, error) {
	last, err := r.LastNode()
	if err != nil {
		return nil, err
	}
	v := &vectors{base: vec.NewSet(max(dim, 1))}
	err = r.EachVectors(func(file int64, data []byte) error {
		return addVectors(&v.base, file, data, dim, int(last))
	})
	v.later = vec.NewSet(v.base.Dim())
	return v, err
}

// addVectors puts a file's vectors into a set, which is made anew when the
// first of them tells their length, with room for about n.
func addVectors(to **vec.Set, file int64, data []byte, dim, n int) error {
	return EachVector(data, func(node uint32, packed []byte) error {
		size := len(packed) - 4
		if (*to).Len() == 0 && (dim == 0 || dim == size) {
			*to = vec.NewSet(size)
			(*to).Grow(n)
		}
		if size != (*to).Dim() || dim != 0 && dim != size {
			return nil
		}
		return (*to).AddPacked(vectorID(file, node), packed)
	})
}

// follow are the vectors after the files changed; nil if so many did that it
// is better to read all anew.
func (v *vectors) follow(r *graph.Reader, changed map[int64]bool, files int) (*vectors, error) {
	next := &vectors{base: v.base, later: vec.NewSet(v.base.Dim()), stale: map[int64]bool{}}
	for _, set := range []map[int64]bool{v.stale, changed} {
		for file := range set {
			next.stale[file] = true
		}
	}
	if len(next.stale) > 64+files/16 {
		return nil, nil
	}
	for file := range next.stale {
		data, err := r.VectorsOf(file)
		if err != nil {
			return nil, err
		}
		if err := addVectors(&next.later, file, data, v.dim(), 0); err != nil {
			return nil, err
		}
	}
	return next, nil
}
