package search

import (
	"cmp"
	"slices"
)

// Merge makes a new base of an index and the base's terms, which each yields
// in order: what is dead goes, what came later comes in.
func Merge(x *Index, each func(func(term string, data []byte) error) error) (*Builder, error) {
	order := make([]int32, len(x.files))
	for i := range order {
		order[i] = int32(i)
	}
	return x.merge(order, func(row int64) int64 { return row }, each)
}

// merge puts the files in this order, with these rows. What is no longer there
// is left out.
func (x *Index) merge(order []int32, row func(old int64) int64, each func(func(term string, data []byte) error) error) (*Builder, error) {
	b := NewBuilder()
	number := make([]uint32, len(x.docs))
	for _, i := range order {
		f := &x.files[i]
		if f.path == "" {
			continue
		}
		before := uint32(0)
		for id := f.first; id < f.first+f.n; id++ {
			d := &x.docs[id]
			number[id] = b.n + id - f.first
			var lens [stored]uint32
			for k, n := range d.lens {
				lens[k] = uint32(n)
			}
			b.doc(d.node-before, d.kind, d.flags, &lens)
			before = d.node
		}
		b.file(row(f.row), int(f.n))
	}
	later := func(term string, hits []posting) []posting {
		for _, p := range x.delta[term] {
			p.doc = number[p.doc]
			hits = append(hits, p)
		}
		return hits
	}
	write := func(term string, hits []posting) {
		slices.SortFunc(hits, func(a, b posting) int { return cmp.Compare(a.doc, b.doc) })
		for i := range hits {
			b.poster([]byte(term)).add(hits[i].doc, &hits[i].counts)
		}
	}
	var hits []posting
	base := func(term string, data []byte) error {
		in := postings{buf: data}
		var p posting
		hits = hits[:0]
		for in.next(&p) {
			if int(p.doc) < x.first && x.docs[p.doc].file >= 0 {
				p.doc = number[p.doc]
				hits = append(hits, p)
			}
		}
		if in.bad {
			d := decoder{}
			d.fail("the postings of a term are broken off")
			return d.err
		}
		write(term, later(term, hits))
		return nil
	}
	if x.first > 0 { // else there is no base, or it is another index's
		if err := each(base); err != nil {
			return nil, err
		}
	}
	for term := range x.delta {
		if _, done := b.ids[term]; !done {
			write(term, later(term, hits[:0]))
		}
	}
	return b, nil
}

// Later is how many documents came after the base was made.
func (x *Index) Later() int { return len(x.docs) - x.first }

// Counted is how many documents a file's blob holds, of which the beginning is
// enough; 0 if it is damaged.
func Counted(blob []byte) int {
	if len(blob) < 2 || blob[0] != Version {
		return 0
	}
	d := decoder{buf: blob[1:]}
	return int(d.uvarint(1 << 28))
}
