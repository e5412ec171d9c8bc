package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Scores are the scores of a query's documents. Release gives them back.
type Scores struct {
	x      *Index
	score  []float32
	has    []uint64 // the groups that the document has
	in     []Set
	marked []uint32 // documents with a score
	all    uint64   // the groups that "all" asks for
}

// Score scores all documents that have something of the query.
func (x *Index) Score(r TermReader, q *Query, w *Weights) (*Scores, error) {
	s, _ := x.pool.Get().(*Scores)
	if s == nil {
		s = &Scores{x: x, score: make([]float32, len(x.docs)), has: make([]uint64, len(x.docs)), in: make([]Set, len(x.docs))}
	}
	for i := range q.groups {
		g := &q.groups[i]
		if g.must {
			s.all |= 1 << i
		}
		terms := g.terms
		if g.prefix != "" {
			var err error
			if terms, err = x.expand(r, g.prefix, w); err != nil {
				s.Release()
				return nil, err
			}
		}
		weight := 1.0
		if g.whole {
			weight = w.Whole
		}
		for _, t := range terms {
			h, err := x.term(r, t, w)
			if err != nil {
				s.Release()
				return nil, err
			}
			s.add(i, h, float32(weight*h.idf), g.whole)
		}
	}
	return s, nil
}

// add adds a term. Of several terms of one group a document counts each: they
// are the words that a prefix stands for.
func (s *Scores) add(group int, h *hits, weight float32, whole bool) {
	bit := uint64(1) << group
	for i, id := range h.docs {
		if s.has[id] == 0 {
			s.marked = append(s.marked, id)
		}
		s.has[id] |= bit
		s.in[id] |= h.fields[i]
		if whole && h.fields[i].Has(Name) {
			s.in[id] |= named
		}
		s.score[id] += weight * h.part[i]
	}
}

// named marks a document whose whole name is in the query.
const named Set = 1 << 15

// Release ends the use of the scores.
func (s *Scores) Release() {
	for _, id := range s.marked {
		s.score[id], s.has[id], s.in[id] = 0, 0, 0
	}
	s.marked, s.all = s.marked[:0], 0
	s.x.pool.Put(s)
}

// Filter tells which documents count.
type Filter struct {
	Kinds  []facts.Kind           // nil: all
	Keep   func(id uint32) bool   // nil: all
	Path   func(path string) bool // nil: all
	kinds  uint32
	within map[int32]bool
}

// Match is a document that was found.
type Match struct {
	Doc    uint32 // of this index only
	File   int64  // the file's row
	Node   uint32 // the symbol's number in its file
	Kind   facts.Kind
	Flags  uint8
	Body   int // how many words its body has
	Score  float32
	Fields Set
}

// Top are the k best documents, and how many there are. With all, a document
// must have every word. Equal scores are ordered by path and place.
func (s *Scores) Top(k int, all bool, f *Filter) (out []Match, total int) {
	x := s.x
	var best []uint32
	better := func(a, b uint32) int {
		if c := cmp.Compare(s.score[b], s.score[a]); c != 0 {
			return c
		}
		return x.order(a, b)
	}
	floor := float32(math.Inf(-1)) // of the k best so far
	for _, id := range s.marked {
		if all && s.has[id]&s.all != s.all || !x.Passes(id, f) {
			continue
		}
		total++
		if s.score[id] < floor {
			continue
		}
		if best = append(best, id); len(best) >= 4*max(k, 64) {
			slices.SortFunc(best, better)
			best = best[:max(k, 64)]
			floor = s.score[best[len(best)-1]]
		}
	}
	slices.SortFunc(best, better)
	for _, id := range best[:min(k, len(best))] {
		out = append(out, s.match(id))
	}
	return out, total
}

func (s *Scores) match(id uint32) Match {
	m := s.x.Doc(id)
	m.Score, m.Fields = s.score[id], s.in[id]&^named
	return m
}

// Of is the score of a document, 0 if it has nothing of the query.
func (s *Scores) Of(id uint32) float32 { return s.score[id] }

// Named tells whether the query has the document's name as a whole.
func (s *Scores) Named(id uint32) bool { return s.in[id]&named != 0 }

// Doc describes a document.
func (x *Index) Doc(id uint32) Match {
	d := &x.docs[id]
	m := Match{Doc: id, Node: d.node, Kind: d.kind, Flags: d.flags, Body: int(d.lens[Body])}
	if d.file >= 0 {
		m.File = x.files[d.file].row
	}
	return m
}

// Path is the path of a document's file.
func (x *Index) Path(id uint32) string { return x.files[x.docs[id].file].path }

// order is the order of documents by path and place.
func (x *Index) order(a, b uint32) int {
	da, db := &x.docs[a], &x.docs[b]
	if da.file != db.file {
		if c := strings.Compare(x.files[da.file].path, x.files[db.file].path); c != 0 {
			return c
		}
	}
	return cmp.Compare(da.node, db.node)
}

// prepare is done when the filter is used first.
func (f *Filter) prepare() {
	for _, k := range f.Kinds {
		f.kinds |= 1 << k
	}
	f.within = map[int32]bool{}
}

// Passes tells whether a filter lets a document through. A filter belongs to
// one index, and must not be changed once it was used.
func (x *Index) Passes(id uint32, f *Filter) bool {
	if f.within == nil {
		f.prepare()
	}
	d := &x.docs[id]
	if f.kinds != 0 && f.kinds&(1<<d.kind) == 0 {
		return false
	}
	if f.Path != nil {
		in, known := f.within[d.file]
		if !known {
			in = f.Path(x.files[d.file].path)
			f.within[d.file] = in
		}
		if !in {
			return false
		}
	}
	return f.Keep == nil || f.Keep(id)
}

// Count is how many documents pass a filter.
func (x *Index) Count(f *Filter) (n int) {
	if len(f.Kinds) == 0 && f.Keep == nil && f.Path == nil {
		return x.alive
	}
	for id := range x.docs {
		if x.docs[id].file >= 0 && x.Passes(uint32(id), f) {
			n++
		}
	}
	return n
}

// Each calls fn for every document that is alive.
func (x *Index) Each(fn func(file int64, node uint32) error) error {
	for i := range x.docs {
		if d := &x.docs[i]; d.file >= 0 {
			if err := fn(x.files[d.file].row, d.node); err != nil {
				return err
			}
		}
	}
	return nil
}

// FieldsOf are the fields of a document that have something of the query.
func (s *Scores) FieldsOf(id uint32) Set { return s.in[id] &^ named }
