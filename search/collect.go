package search

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/embed/text"
	"github.com/structural-memory/smp/facts"
)

// Version changes when the same text would give another blob.
const Version = 1

// A document's flags.
const (
	InTest    uint8 = 1 << iota // a test, or in a test file
	Generated                   // in a generated file
	Exported
)

// Collector makes blobs. It is used by one goroutine at a time.
type Collector struct {
	split text.Splitter
	terms *text.Terms
	ids   map[string]int32 // whole identifiers
	names []string
	memo  map[string]ident
	parts []int32 // of the memo
	hits  []uint64
	docs  []document
	lens  [][stored]uint32
	buf   []byte
}

// ident is what an identifier is made of: parts[from:to], and the number of
// the whole, -1 unless it has several parts.
type ident struct {
	from, to uint32
	whole    int32
}

// document is a symbol under way.
type document struct {
	node  uint32
	kind  facts.Kind
	flags uint8
	def   int32
}

// NewCollector makes a collector.
func NewCollector() *Collector {
	c := &Collector{}
	c.forget()
	return c
}

// forget starts the numbering of words anew.
func (c *Collector) forget() {
	c.terms, c.ids, c.names = text.NewTerms(), map[string]int32{}, c.names[:0]
	c.memo, c.parts = map[string]ident{}, c.parts[:0]
}

// memoLimit bounds what a collector remembers of identifiers.
const memoLimit = 1 << 18

// File is the blob of a file: nodes[i] is the number by which the document of
// definition i is known, negative where it is none. With ignoreDocs, comments
// and docstrings are left out.
func (c *Collector) File(f *facts.FileFacts, src []byte, nodes []int32, ignoreDocs bool) []byte {
	if len(c.memo) > memoLimit {
		c.forget()
	}
	c.hits, c.docs, c.lens = c.hits[:0], c.docs[:0], c.lens[:0]
	docOf := make([]int32, len(f.Defs))
	for i := range f.Defs {
		docOf[i] = -1
		if i > 0 && i < len(nodes) && nodes[i] >= 0 && isDocument(&f.Defs[i]) {
			docOf[i] = int32(len(c.docs))
			c.docs = append(c.docs, document{node: uint32(nodes[i]), kind: f.Defs[i].Kind, flags: flagsOf(f, int32(i)), def: int32(i)})
			c.lens = append(c.lens, [stored]uint32{})
		}
	}
	if len(c.docs) == 0 {
		return nil
	}
	for d := range c.docs {
		c.heads(f, uint32(d), ignoreDocs)
	}
	c.bodies(f, src, docOf, ignoreDocs)
	return c.encode()
}

// isDocument tells whether a definition is searched by itself. Fields of data
// files are found through their file.
func isDocument(d *facts.Def) bool {
	switch d.Kind {
	case facts.Class, facts.Function, facts.Variable, facts.Interface, facts.Test, facts.Section:
		return d.Name != ""
	}
	return false
}

func flagsOf(f *facts.FileFacts, i int32) (out uint8) {
	d := &f.Defs[i]
	if d.Kind == facts.Test || f.Flags&facts.IsTest != 0 {
		out |= InTest
	}
	if f.Flags&facts.IsGenerated != 0 {
		out |= Generated
	}
	if d.Mods&facts.Exported != 0 {
		out |= Exported
	}
	return out
}

// heads takes what stands outside of the body.
func (c *Collector) heads(f *facts.FileFacts, doc uint32, ignoreDocs bool) {
	d := &f.Defs[c.docs[doc].def]
	c.words(doc, Name, d.Name)
	if len(d.Name) <= maxIdent {
		c.hit(doc, Name, c.wholeID(d.Name)<<1|1)
	}
	if q := f.QName(c.docs[doc].def); len(q) > len(d.Name) {
		c.words(doc, Scope, strings.TrimSuffix(q, d.Name))
	}
	for _, p := range d.Params {
		if p.Flags&facts.ParamSelf == 0 {
			c.words(doc, Signature, p.Name)
			c.words(doc, Signature, p.Text)
		}
	}
	c.words(doc, Signature, d.Returns)
	for _, s := range d.Decorators {
		c.words(doc, Signature, s)
	}
	if !ignoreDocs {
		c.words(doc, Docstring, d.Doc)
	}
}

// words counts the words of a text.
func (c *Collector) words(doc uint32, field Field, s string) {
	for w := range c.split.Words(s) {
		if id := c.terms.ID(w); id >= 0 {
			c.hit(doc, field, id<<1)
			c.lens[doc][field]++
		}
	}
}

// hit notes that a term stands in a field: stems have even numbers, whole
// identifiers odd ones.
func (c *Collector) hit(doc uint32, field Field, term int32) {
	c.hits = append(c.hits, uint64(term)<<34|uint64(doc)<<4|uint64(field))
}

func (c *Collector) wholeID(s string) int32 {
	id, ok := c.ids[s]
	if !ok {
		lower := strings.ToLower(s)
		if id, ok = c.ids[lower]; !ok {
			id = int32(len(c.names))
			c.names = append(c.names, lower)
			c.ids[strings.Clone(lower)] = id
		}
		c.ids[strings.Clone(s)] = id
	}
	return id
}

// ident takes an identifier apart, once.
func (c *Collector) ident(b []byte) ident {
	if x, ok := c.memo[string(b)]; ok {
		return x
	}
	s := string(b)
	x := ident{from: uint32(len(c.parts)), whole: -1}
	n := 0
	for w := range c.split.Words(s) {
		n++
		if id := c.terms.ID(w); id >= 0 {
			c.parts = append(c.parts, id)
		}
	}
	x.to = uint32(len(c.parts))
	if n > 1 && len(s) <= maxIdent {
		x.whole = c.wholeID(s)
	}
	c.memo[s] = x
	return x
}

// maxIdent is the length from which a whole identifier is data.
const maxIdent = 64

// term is the text of a term in the index.
func (c *Collector) term(id uint64) string {
	if id&1 == 1 {
		return wholeMark + c.names[id>>1]
	}
	return c.terms.Stem(int32(id >> 1))
}

// wholeMark tells whole identifiers from stems.
const wholeMark = "="

func (c *Collector) encode() []byte {
	slices.Sort(c.hits)
	e := encoder{buf: c.buf[:0]}
	e.docs(c.docs, c.lens)
	for i := 0; i < len(c.hits); {
		j := i
		for j < len(c.hits) && c.hits[j]>>34 == c.hits[i]>>34 {
			j++
		}
		e.term(c.term(c.hits[i]>>34), c.hits[i:j])
		i = j
	}
	c.buf = e.buf
	return slices.Clone(e.buf)
}
