package search

// Merge makes a new base of an index and the base's terms, which each yields
// in order: what is dead goes, what came later comes in.
func Merge(x *Index, each func(func(term string, data []byte) error) error) (*Builder, error) {
	b := NewBuilder()
	number := make([]uint32, len(x.docs))
	for i := range x.files {
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
		b.file(f.row, int(f.n))
	}
	base := func(term string, data []byte) error {
		in := postings{buf: data}
		var p posting
		for in.next(&p) {
			if int(p.doc) < x.first && x.docs[p.doc].file >= 0 {
				b.poster([]byte(term)).add(number[p.doc], &p.counts)
			}
		}
		if in.bad {
			d := decoder{}
			d.fail("the postings of a term are broken off")
			return d.err
		}
		return nil
	}
	if x.first > 0 { // else there is no base, or it is another index's
		if err := each(base); err != nil {
			return nil, err
		}
	}
	for term, list := range x.delta {
		for i := range list {
			b.poster([]byte(term)).add(number[list[i].doc], &list[i].counts)
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
