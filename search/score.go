package search

import "math"

// term is the hits of a term: from the cache, or from the base, the delta,
// the paths and the annotations.
func (x *Index) term(r TermReader, term string, w *Weights) (*hits, error) {
	k := termKey{term, w}
	if h := x.cache.get(k); h != nil {
		return h, nil
	}
	h, err := x.collect(r, term, w)
	if err != nil {
		return nil, err
	}
	x.cache.put(k, h)
	return h, nil
}

func (x *Index) collect(r TermReader, term string, w *Weights) (*hits, error) {
	var data []byte
	if x.first > 0 { // else there is no base, or it is another index's
		var err error
		if data, err = r.Term(term); err != nil {
			return nil, err
		}
	}
	c := collection{x: x, w: w, out: &hits{}, paths: x.paths[term]}
	c.noted = map[uint32]noted{}
	for _, n := range x.notes[term] {
		c.noted[n.doc] = n
	}
	in := postings{buf: data}
	var p posting
	for in.next(&p) {
		if int(p.doc) >= x.first {
			in.fail()
			break
		}
		if x.docs[p.doc].file >= 0 {
			c.add(&p)
		}
	}
	if in.bad {
		d := decoder{}
		d.fail("the postings of a term are broken off")
		return nil, d.err
	}
	for i := range x.delta[term] {
		c.add(&x.delta[term][i])
	}
	c.rest(uint32(len(x.docs)))
	n := float64(len(c.out.docs))
	c.out.idf = math.Log(1 + (float64(x.alive)-n+.5)/(n+.5))
	return c.out, nil
}

// collection merges the postings of a term, which come in the order of the
// documents, with what the paths and annotations of documents say.
type collection struct {
	x     *Index
	w     *Weights
	out   *hits
	paths []pathHit
	noted map[uint32]noted
	next  uint32 // documents before it are done
}

func (c *collection) add(p *posting) {
	c.rest(p.doc)
	c.next = p.doc + 1
	c.score(p.doc, &p.counts)
}

// rest scores the documents before the given one that have the term only in
// their path or annotations.
func (c *collection) rest(before uint32) {
	if len(c.noted) == 0 && (len(c.paths) == 0 || c.w.Field[Path] == 0) {
		return
	}
	var none [stored]uint8
	for id := c.next; id < before; {
		d := &c.x.docs[id]
		if d.file < 0 {
			id++
			continue
		}
		if _, ok := c.noted[id]; !ok && c.path(d.file) == 0 {
			if len(c.noted) > 0 {
				id++
				continue
			}
			if len(c.paths) == 0 {
				break
			}
			id = max(id+1, c.x.files[c.paths[0].file].first) // the next file that has the word
			continue
		}
		c.score(id, &none)
		id++
	}
	c.next = before
}

// path is how often the term stands in the path of the file. Files are asked
// for in their order.
func (c *collection) path(file int32) uint8 {
	for len(c.paths) > 0 && c.paths[0].file < file {
		c.paths = c.paths[1:]
	}
	if len(c.paths) > 0 && c.paths[0].file == file {
		return c.paths[0].count
	}
	return 0
}

func (c *collection) score(id uint32, counts *[stored]uint8) {
	x, w := c.x, c.w
	d := &x.docs[id]
	sum, in := 0.0, Set(0)
	add := func(f Field, n uint8, length float64) {
		if n == 0 || w.Field[f] == 0 {
			return
		}
		in |= 1 << f
		sum += w.Field[f] * float64(n) / (1 - w.Norm[f] + w.Norm[f]*length/x.avg[f])
	}
	for f, n := range counts {
		add(Field(f), n, float64(d.lens[f]))
	}
	add(Path, c.path(d.file), float64(x.files[d.file].pathLen))
	if n, ok := c.noted[id]; ok {
		l := x.lens[id]
		add(Description, n.desc, float64(l.desc))
		add(Tags, n.label, float64(l.label))
	}
	if in == 0 {
		return
	}
	c.out.docs = append(c.out.docs, id)
	c.out.part = append(c.out.part, float32(sum*(w.K1+1)/(w.K1+sum)))
	c.out.fields = append(c.out.fields, in)
}
