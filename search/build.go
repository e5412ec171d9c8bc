package search

import (
	"encoding/binary"
	"slices"

	"github.com/structural-memory/smp/facts"
)

// Builder merges the blobs of files into a base. Files are added in the order
// in which their documents shall be numbered.
type Builder struct {
	files []byte // per file: row (signed difference), how many documents
	docs  []byte
	n     uint32 // documents so far
	count int    // files so far
	last  int64
	ids   map[string]int32
	terms []poster
	texts []string
}

// NewBuilder makes a builder of an empty base.
func NewBuilder() *Builder { return &Builder{ids: map[string]int32{}} }

// Add takes the blob of a file, known by its row.
func (b *Builder) Add(file int64, blob []byte) error {
	if len(blob) == 0 {
		return nil
	}
	d := decoder{buf: blob}
	first := b.n
	node := uint32(0)
	n := d.docs(func(id uint32, kind facts.Kind, flags uint8, lens *[stored]uint32) {
		b.doc(id-node, kind, flags, lens)
		node = id
	})
	b.file(file, n)
	for {
		text, post, ok := d.term()
		if !ok {
			return d.err
		}
		p := b.poster(text)
		in := postings{buf: post}
		var x posting
		for in.next(&x) {
			p.add(first+x.doc, &x.counts)
		}
		if in.bad {
			d.fail("postings are broken off")
			return d.err
		}
	}
}

func (b *Builder) file(row int64, n int) {
	b.files = binary.AppendVarint(b.files, row-b.last)
	b.files = binary.AppendUvarint(b.files, uint64(n))
	b.last = row
	b.count++
	b.n += uint32(n)
}

func (b *Builder) doc(node uint32, kind facts.Kind, flags uint8, lens *[stored]uint32) {
	b.docs = binary.AppendUvarint(b.docs, uint64(node))
	b.docs = append(b.docs, byte(kind), flags)
	for _, n := range lens {
		b.docs = binary.AppendUvarint(b.docs, uint64(n))
	}
}

func (b *Builder) poster(text []byte) *poster {
	id, ok := b.ids[string(text)]
	if !ok {
		id = int32(len(b.terms))
		s := string(text)
		b.ids[s] = id
		b.texts = append(b.texts, s)
		b.terms = append(b.terms, poster{})
	}
	return &b.terms[id]
}

// Docs is the table of the base's documents, see Source.
func (b *Builder) Docs() []byte {
	out := binary.AppendUvarint([]byte{Version}, uint64(b.count))
	out = append(out, b.files...)
	return append(out, b.docs...)
}

// Terms calls fn with each term and its postings, sorted by the term.
func (b *Builder) Terms(fn func(term string, data []byte) error) error {
	order := make([]int32, len(b.texts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(x, y int32) int {
		if b.texts[x] < b.texts[y] {
			return -1
		}
		return 1
	})
	for _, i := range order {
		if err := fn(b.texts[i], b.terms[i].buf); err != nil {
			return err
		}
	}
	return nil
}
