package markdown

import (
	"bytes"

	"github.com/structural-memory/smp/index/lang/outline"
)

// scanner reads the blocks of a page: it follows the containers (quotes and
// list items) and the leaf that is open, and collects the texts of paragraphs
// and headings, whose links are read when all reference definitions are known.
type scanner struct {
	b          *outline.Builder
	src        []byte
	mdx        bool
	containers []container
	leaf       leaf
	fence      fence
	html       int // the kind of HTML block that is open
	para       paragraph
	sections   []section // that are open
	texts      []text
	refs       map[string]reference
}

type leaf uint8

const (
	noLeaf leaf = iota
	paragraphLeaf
	fenceLeaf
	htmlLeaf
)

// container is a quote (indent 0) or a list item.
type container struct {
	quote  bool
	indent int  // of a list item's content, in columns
	empty  bool // an item that began with a blank line and has nothing yet
}

// maxContainers bounds the nesting; deeper markers are text.
const maxContainers = 60

func scanMarkdown(b *outline.Builder) {
	b.Open = true
	s := scanner{b: b, src: b.Src, mdx: bytes.HasSuffix([]byte(b.Path), []byte(".mdx"))}
	first := s.frontMatter()
	for n := first; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		if n == 0 {
			start = b.SkipBOM()
		}
		s.line(start, max(start, end))
	}
	s.closeLeaf()
	s.closeSections(1, len(s.src))
	s.inlines()
}

// line reads one line.
func (s *scanner) line(start, end int) {
	c := cursor{src: s.src, i: start, end: end}
	matched := s.match(&c)
	all := matched == len(s.containers)
	switch s.leaf {
	case fenceLeaf, htmlLeaf:
		if all && s.inLeaf(&c) {
			return
		}
		s.closeLeaf()
	}
	if !all {
		if cols, next := c.indent(); next == end || s.leaf != paragraphLeaf || s.starts(&c, cols, next, false) {
			s.closeTo(matched)
			all = true
		}
	}
	s.open(&c, all)
}

// match consumes the markers of the containers that go on in this line and
// returns how many do.
func (s *scanner) match(c *cursor) int {
	for n := range s.containers {
		k := &s.containers[n]
		cols, next := c.indent()
		switch {
		case k.quote:
			if cols > 3 || next == c.end || c.src[next] != '>' {
				return n
			}
			c.skip(cols)
			c.jump(next + 1)
			c.skip(1)
		case next == c.end:
			if k.empty {
				return n
			}
		case cols >= k.indent:
			c.skip(k.indent)
		default:
			return n
		}
	}
	return len(s.containers)
}

// open starts the blocks that begin in the line and puts its text where it
// belongs. all says that every open container goes on, or that those that do
// not are closed; if not, the line continues a paragraph lazily.
func (s *scanner) open(c *cursor, all bool) {
	for {
		cols, next := c.indent()
		if next == c.end {
			s.blank()
			return
		}
		if !all || !s.starts(c, cols, next, s.leaf == paragraphLeaf) {
			s.addText(next, c.end)
			return
		}
		switch {
		case cols >= 4 && !s.mdx:
			s.filled()
			return // indented code
		case c.src[next] == '>':
			s.closeLeaf()
			s.filled()
			c.skip(cols)
			c.jump(next + 1)
			c.skip(1)
			s.containers = append(s.containers, container{quote: true})
		case s.heading(next, c.end), s.setext(next, c.end), s.openFence(cols, next, c.end), s.openHTML(next, c.end), isRule(c.src[next:c.end]) && s.rule():
			return
		default:
			s.item(c, cols, next)
		}
	}
}

// starts tells whether a block other than a paragraph begins at next. para
// says that it would interrupt the paragraph of the same containers.
func (s *scanner) starts(c *cursor, cols, next int, para bool) bool {
	if cols >= 4 && !s.mdx {
		return s.leaf != paragraphLeaf
	}
	rest := c.src[next:c.end]
	switch rest[0] {
	case '>':
		return len(s.containers) < maxContainers
	case '#':
		return atxLevel(rest) > 0
	case '`', '~':
		_, ok := fenceOf(rest)
		return ok
	case '<':
		return !s.mdx && htmlStart(rest, s.leaf == paragraphLeaf) > 0
	case '=':
		return para && isSetext(rest) && !s.isTable() && s.hasText()
	case '-', '_', '*', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if para && isSetext(rest) && !s.isTable() && s.hasText() || isRule(rest) {
			return true
		}
		para = s.leaf == paragraphLeaf && para
		width, number := itemMarker(rest)
		if width == 0 || len(s.containers) >= maxContainers {
			return false
		}
		blank := len(bytes.TrimSpace(rest[width:])) == 0
		return !para || !blank && number == 1
	}
	return false
}

// blank handles a line without text.
func (s *scanner) blank() {
	if s.leaf == paragraphLeaf {
		s.closeLeaf()
	}
}

// addText puts a line of text into the paragraph at hand, or begins one.
func (s *scanner) addText(from, to int) {
	if s.leaf == noLeaf {
		s.leaf = paragraphLeaf
		s.para.begin(s.section(), len(s.containers) == 0)
	}
	s.filled()
	s.para.add(from, to)
}

// filled notes that the innermost containers hold something.
func (s *scanner) filled() {
	for n := len(s.containers) - 1; n >= 0 && s.containers[n].empty; n-- {
		s.containers[n].empty = false
	}
}

// closeTo closes the containers beyond the first n.
func (s *scanner) closeTo(n int) {
	s.closeLeaf()
	s.containers = s.containers[:n]
}

// closeLeaf ends what is open in the innermost container.
func (s *scanner) closeLeaf() {
	if s.leaf == paragraphLeaf {
		s.endParagraph()
	}
	s.leaf = noLeaf
}
