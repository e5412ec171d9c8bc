package search

import (
	"slices"

	"github.com/structural-memory/smp/facts"
)

// bodies walks over the text once and counts each identifier and word for the
// definition that it stands in, and for the functions around that. A class does
// not have the words of its methods, but their names.
func (c *Collector) bodies(f *facts.FileFacts, src []byte, docOf []int32, ignoreDocs bool) {
	spans := c.spans(f, docOf)
	comments := f.Comments
	var open []span
	for i := 0; i < len(src); {
		for len(comments) > 0 && int(comments[0].End) <= i {
			comments = comments[1:]
		}
		field := Body
		if len(comments) > 0 && int(comments[0].Start) <= i {
			if ignoreDocs || comments[0].Doc {
				i = max(i+1, int(comments[0].End))
				continue
			}
			field = Comment
		}
		if !wordByte[src[i]] {
			i++
			continue
		}
		j := i + 1
		for j < len(src) && wordByte[src[j]] {
			j++
		}
		word, at := src[i:j], uint32(i)
		i = j
		for len(spans) > 0 && spans[0].start <= at {
			open = append(open, spans[0])
			spans = spans[1:]
		}
		open = slices.DeleteFunc(open, func(s span) bool { return s.end <= at })
		if len(open) == 0 || len(word) < 2 && word[0] < 0x80 {
			continue
		}
		c.inBody(open, at, word, field)
	}
}

// span is where a definition's body stands. Those inside others come later.
type span struct {
	start, body, end uint32 // what comes before the body was taken as name and signature
	doc              int32  // -1: its words are nobody's
	function         bool
}

// inBody counts a word for the innermost definition and for those around it
// that are functions, up to the first that is none.
func (c *Collector) inBody(open []span, at uint32, word []byte, field Field) {
	x := c.ident(word)
	for k := len(open) - 1; k >= 0; k-- {
		s := &open[k]
		if s.doc >= 0 && at >= s.body {
			doc := uint32(s.doc)
			for _, id := range c.parts[x.from:x.to] {
				c.hit(doc, field, id<<1)
			}
			c.lens[doc][field] += x.to - x.from
			if x.whole >= 0 {
				c.hit(doc, field, x.whole<<1|1)
			}
		}
		if !s.function || k == 0 || !open[k-1].function {
			return
		}
	}
}

// spans are the definitions in the order of their starts.
func (c *Collector) spans(f *facts.FileFacts, docOf []int32) []span {
	out := make([]span, 0, len(c.docs))
	for i := 1; i < len(f.Defs); i++ {
		d := &f.Defs[i]
		if d.EndByte <= d.StartByte {
			continue
		}
		s := span{start: d.StartByte, body: d.StartByte, end: d.EndByte, doc: docOf[i], function: d.Kind == facts.Function || d.Kind == facts.Test}
		if d.BodyByte > s.start && d.BodyByte < s.end {
			s.body = d.BodyByte
		}
		out = append(out, s)
		if p := d.Parent; p > 0 && docOf[p] >= 0 && f.Defs[p].Kind.TypeLike() {
			c.words(uint32(docOf[p]), Body, d.Name) // a class is what it has
		}
	}
	slices.SortStableFunc(out, func(a, b span) int {
		if a.start != b.start {
			return int(int64(a.start) - int64(b.start))
		}
		return int(int64(b.end) - int64(a.end))
	})
	return out
}

var wordByte = func() (t [256]bool) {
	for i := range t {
		t[i] = i >= 'a' && i <= 'z' || i >= 'A' && i <= 'Z' || i >= '0' && i <= '9' || i == '_' || i >= 0x80
	}
	return t
}()
