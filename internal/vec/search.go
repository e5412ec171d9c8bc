package vec

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
)

// Hit is a vector and its product with the query.
type Hit struct {
	ID    int64
	Score float32
}

// TopK are the k best for the query, best first, equal ones by id. keep, if
// not nil, decides which ids count; it is asked for few of them, and not in
// order. A zero query has no best.
func (s *Set) TopK(query []float32, k int, keep func(id int64) bool) []Hit {
	q, scratch := s.scan(query)
	defer scratches.Put(scratch)
	if k = min(k, len(s.ids)); k <= 0 || q.scale == 0 {
		return nil
	}
	best := &scratch.heap
	best.reset(k)
	for r, dot := range scratch.dots {
		// What could be among the k best has a score, plus the error of the
		// scan, of at least the k-th best less its error.
		score := q.scale * float64(s.scales[r]) * float64(dot)
		if score > best.floor && (keep == nil || keep(s.ids[r])) {
			best.add(score)
		}
	}
	floor := best.floor - 2*q.err*s.longest() - 1e-6*math.Abs(best.floor)
	hits := make([]Hit, 0, k+16)
	for r, dot := range scratch.dots {
		if q.scale*float64(s.scales[r])*float64(dot) >= floor && (keep == nil || keep(s.ids[r])) {
			hits = append(hits, Hit{s.ids[r], s.exact(query, int32(r))})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	return hits[:min(k, len(hits))]
}

// Score is the exact product of one vector with the query.
func (s *Set) Score(query []float32, id int64) (float32, bool) {
	r, ok := s.rows[id]
	if !ok || len(query) != s.dim {
		return 0, false
	}
	return s.exact(query, r), true
}

// exact is the product of a vector as it is packed, the same on all machines:
// products of float32 numbers have all their digits in float64.
func (s *Set) exact(query []float32, r int32) float32 {
	row := s.row(r)
	sum := 0.0
	for i, x := range query {
		sum += float64(float64(x) * float64(int8(row[i])))
	}
	return float32(sum * float64(s.scales[r]))
}

// query is a query in whole numbers.
type query struct {
	scale float64 // what one of them is worth
	err   float64 // length of the difference to the query
}

type scratch struct {
	q    []int16
	dots []int32
	heap floors
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// scan multiplies all vectors with the query, in whole numbers.
func (s *Set) scan(v []float32) (query, *scratch) {
	if len(v) != s.dim {
		panic(fmt.Sprintf("vec: a query of %d dimensions for a set of %d", len(v), s.dim))
	}
	sc := scratches.Get().(*scratch)
	sc.q = resize(sc.q, s.stride)
	sc.dots = resize(sc.dots, len(s.ids))
	q := quantise(v, sc.q)
	dotRows(s.codes, sc.q, sc.dots)
	return q, sc
}

// quantise writes v in steps as fine as sums in 32 bits allow.
func quantise(v []float32, to []int16) query {
	top := 0.0
	for _, x := range v {
		top = max(top, math.Abs(float64(x)))
	}
	clear(to)
	if top == 0 || math.IsInf(top, 0) || top != top {
		return query{}
	}
	steps := math.Min(math.MaxInt16, math.Floor(math.MaxInt32/127/float64(len(to))))
	q := query{scale: top / steps}
	for i, x := range v {
		n := math.Round(float64(x) / q.scale)
		to[i] = int16(n)
		d := float64(x) - n*q.scale
		q.err += d * d
	}
	q.err = math.Sqrt(q.err)*1.001 + 1e-7*top // and what float rounding adds
	return q
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/8)
	}
	return s[:n]
}

// length is the length of a packed vector, never too small.
func length(scale float32, codes []byte) float32 {
	sum := 0
	for _, c := range codes {
		sum += int(int8(c)) * int(int8(c))
	}
	return float32(math.Sqrt(float64(sum)) * float64(scale) * 1.000001)
}

// longest is the length of the longest vector.
func (s *Set) longest() float64 {
	if len(s.norms) == 0 {
		return 0
	}
	return float64(slices.Max(s.norms))
}
