package search

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/structural-memory/smp/facts"
)

// A blob is its version, the documents, then the terms until its end:
//
//	document: node (difference), kind, flags, lengths of the stored fields
//	term:     length, text, size of the postings, postings
//	posting:  document (difference), mask of fields, four bits a field: count
//
// The numbers are varints but for kind, flags and mask.
type encoder struct {
	buf  []byte
	post []byte
}

func (e *encoder) docs(docs []document, lens [][stored]uint32) {
	e.buf = append(e.buf, Version)
	e.buf = binary.AppendUvarint(e.buf, uint64(len(docs)))
	last := uint32(0)
	for i, d := range docs {
		e.buf = binary.AppendUvarint(e.buf, uint64(d.node-last))
		last = d.node
		e.buf = append(e.buf, byte(d.kind), d.flags)
		for _, n := range lens[i] {
			e.buf = binary.AppendUvarint(e.buf, uint64(n))
		}
	}
}

// term writes a term with its sorted hits.
func (e *encoder) term(text string, hits []uint64) {
	var p poster
	p.buf = e.post[:0]
	for i := 0; i < len(hits); {
		doc := uint32(hits[i]>>4) & (1<<30 - 1)
		var counts [stored]uint8
		for ; i < len(hits) && uint32(hits[i]>>4)&(1<<30-1) == doc; i++ {
			if f := hits[i] & 15; counts[f] < maxCount {
				counts[f]++
			}
		}
		p.add(doc, &counts)
	}
	e.post = p.buf
	e.buf = binary.AppendUvarint(e.buf, uint64(len(text)))
	e.buf = append(e.buf, text...)
	e.buf = binary.AppendUvarint(e.buf, uint64(len(p.buf)))
	e.buf = append(e.buf, p.buf...)
}

// maxCount is the count beyond which more of the same says nothing.
const maxCount = 15

// poster writes the postings of a term.
type poster struct {
	buf  []byte
	last uint32
}

func (p *poster) add(doc uint32, counts *[stored]uint8) {
	p.buf = binary.AppendUvarint(p.buf, uint64(doc-p.last))
	p.last = doc
	at := len(p.buf)
	p.buf = append(p.buf, 0)
	half := false
	for f, n := range counts {
		if n == 0 {
			continue
		}
		p.buf[at] |= 1 << f
		if half {
			p.buf[len(p.buf)-1] |= n << 4
		} else {
			p.buf = append(p.buf, n)
		}
		half = !half
	}
}

// posting is a document that has a term, and how often in each field.
type posting struct {
	doc    uint32
	counts [stored]uint8
}

// postings reads what a poster wrote.
type postings struct {
	buf  []byte
	last uint32
	bad  bool
}

func (p *postings) next(out *posting) bool {
	if len(p.buf) == 0 {
		return false
	}
	d, n := binary.Uvarint(p.buf)
	if n <= 0 || n >= len(p.buf) || d > 1<<31 {
		return p.fail()
	}
	mask := p.buf[n]
	size := (bits.OnesCount8(mask) + 1) / 2
	p.buf = p.buf[n+1:]
	if len(p.buf) < size || mask>>stored != 0 {
		return p.fail()
	}
	p.last += uint32(d)
	out.doc = p.last
	out.counts = [stored]uint8{}
	k := 0
	for m := mask; m != 0; m &= m - 1 {
		out.counts[bits.TrailingZeros8(m)] = p.buf[k/2] >> (4 * (k & 1)) & 15
		k++
	}
	p.buf = p.buf[size:]
	return true
}

func (p *postings) fail() bool {
	p.buf, p.bad = nil, true
	return false
}

// decoder reads a blob.
type decoder struct {
	buf []byte
	err error
}

func (d *decoder) uvarint(limit uint64) uint64 {
	v, n := binary.Uvarint(d.buf)
	if n <= 0 || v > limit {
		d.fail("a number is out of its range")
		return 0
	}
	d.buf = d.buf[n:]
	return v
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.buf)
	if n <= 0 {
		d.fail("a number is broken off")
		return 0
	}
	d.buf = d.buf[n:]
	return v
}

func (d *decoder) byte() byte {
	if len(d.buf) == 0 {
		d.fail("it ends early")
		return 0
	}
	b := d.buf[0]
	d.buf = d.buf[1:]
	return b
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.buf)) {
		d.fail("it ends early")
		return nil
	}
	b := d.buf[:n]
	d.buf = d.buf[n:]
	return b
}

func (d *decoder) fail(why string) {
	if d.err == nil {
		d.err = fmt.Errorf("a search blob is damaged: %s; smp index --rebuild makes the index anew", why)
	}
	d.buf = nil
}

// docs reads the documents of a blob and calls fn for each.
func (d *decoder) docs(fn func(node uint32, kind facts.Kind, flags uint8, lens *[stored]uint32)) int {
	if v := d.byte(); v != Version && d.err == nil {
		d.fail(fmt.Sprintf("its version is %d, not %d", v, Version))
	}
	n := int(d.uvarint(1 << 28))
	node := uint32(0)
	for range n {
		node += uint32(d.uvarint(1 << 31))
		kind, flags := facts.Kind(d.byte()), d.byte()
		var lens [stored]uint32
		for f := range lens {
			lens[f] = uint32(d.uvarint(1 << 31))
		}
		if d.err != nil {
			return 0
		}
		fn(node, kind, flags, &lens)
	}
	return n
}

// term reads the next term; ok is false at the end.
func (d *decoder) term() (text, post []byte, ok bool) {
	if len(d.buf) == 0 || d.err != nil {
		return nil, nil, false
	}
	text = d.bytes(d.uvarint(1 << 16))
	post = d.bytes(d.uvarint(1 << 31))
	return text, post, d.err == nil
}
