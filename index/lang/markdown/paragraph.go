package markdown

import (
	"bytes"
)

// paragraph is the text of the paragraph that is open.
type paragraph struct {
	def   int32
	top   bool // in no container
	lines []span
}

type span struct{ from, to int }

func (p *paragraph) begin(def int32, top bool) {
	p.def, p.top, p.lines = def, top, p.lines[:0]
}

func (p *paragraph) add(from, to int) { p.lines = append(p.lines, span{from, to}) }

// text is a run of inlines: of a paragraph or a heading.
type text struct {
	def  int32
	from int // where body begins, if it is one piece of the file
	body []byte
	html bool   // a line of an HTML block: tags only
	at   []mark // where its lines begin, if it is in pieces
}

type mark struct{ off, pos int }

// pos is where the byte at off of the body stands in the file.
func (t *text) pos(off int) int {
	if len(t.at) == 0 {
		return t.from + off
	}
	lo, hi := 0, len(t.at)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; t.at[mid].off <= off {
			lo = mid
		} else {
			hi = mid
		}
	}
	return t.at[lo].pos + off - t.at[lo].off
}

// text is what the paragraph holds: a piece of the file where its lines
// follow each other with blanks alone between them, else a copy.
func (p *paragraph) text(src []byte) text {
	t := text{def: p.def, from: p.lines[0].from}
	last := p.lines[len(p.lines)-1].to
	size := 0
	whole := true
	for i, l := range p.lines {
		size += l.to - l.from + 1
		if i > 0 && len(bytes.TrimSpace(src[p.lines[i-1].to:l.from])) > 0 {
			whole = false
		}
	}
	if whole {
		t.body = src[t.from:last]
		return t
	}
	t.body = make([]byte, 0, size)
	for _, l := range p.lines {
		t.at = append(t.at, mark{len(t.body), l.from})
		t.body = append(append(t.body, src[l.from:l.to]...), '\n')
	}
	return t
}

// hasText takes the reference definitions from the start of the open
// paragraph and tells whether anything is left of it. If not, it is closed.
func (s *scanner) hasText() bool {
	if s.src[s.para.lines[0].from] != '[' {
		return true
	}
	t := s.para.text(s.src)
	n := s.definitions(t.body)
	if n == 0 {
		return true
	}
	from := t.pos(n)
	if len(bytes.TrimSpace(t.body[n:])) == 0 {
		s.leaf = noLeaf
		return false
	}
	kept := s.para.lines[:0]
	for _, l := range s.para.lines {
		if l.to > from {
			kept = append(kept, span{max(l.from, from), l.to})
		}
	}
	s.para.lines = kept
	return true
}

// isTable tells whether the open paragraph is a table: its second line rules
// off the first.
func (s *scanner) isTable() bool {
	if len(s.para.lines) < 2 {
		return false
	}
	head, rule := s.para.lines[0], s.para.lines[1]
	row := s.src[rule.from:rule.to]
	return bytes.IndexByte(s.src[head.from:head.to], '|') >= 0 && bytes.IndexByte(row, '|') >= 0 &&
		bytes.IndexByte(row, '-') >= 0 && len(bytes.Trim(row, "|:- \t")) == 0
}

// endParagraph keeps the text of the paragraph for its links and takes it as
// the documentation of its section and of the page if they have none yet.
func (s *scanner) endParagraph() {
	s.leaf = noLeaf
	if !s.hasText() {
		return
	}
	t := s.para.text(s.src)
	if s.mdx && s.para.top && s.module(&t) {
		return
	}
	if s.para.top && !s.isTable() {
		s.describe(&t)
	}
	s.keep(t)
}

// keep notes a text if there may be something in it.
func (s *scanner) keep(t text) {
	if bytes.ContainsAny(t.body, "[<`") || bytes.Contains(t.body, []byte("://")) || bytes.Contains(t.body, []byte("www.")) {
		s.texts = append(s.texts, t)
	}
}
