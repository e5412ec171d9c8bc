package markdown

import "bytes"

// fence is how a fenced code block began.
type fence struct {
	char byte
	n    int
}

// fenceOf reads the opening of a fenced code block.
func fenceOf(rest []byte) (fence, bool) {
	f := fence{char: rest[0]}
	for f.n < len(rest) && rest[f.n] == f.char {
		f.n++
	}
	if f.n < 3 || f.char == '`' && bytes.IndexByte(rest[f.n:], '`') >= 0 {
		return f, false
	}
	return f, true
}

func (s *scanner) openFence(_, next, end int) bool {
	if c := s.src[next]; c != '`' && c != '~' {
		return false
	}
	f, ok := fenceOf(s.src[next:end])
	if !ok {
		return false
	}
	s.closeLeaf()
	s.filled()
	s.fence, s.leaf = f, fenceLeaf
	return true
}

// inLeaf handles a line inside of a code or HTML block; false if the block
// does not hold it.
func (s *scanner) inLeaf(c *cursor) bool {
	cols, next := c.indent()
	if s.leaf == htmlLeaf {
		return s.inHTML(next, c.end)
	}
	rest := bytes.TrimRight(c.src[next:c.end], " \t")
	if cols <= 3 && len(rest) >= s.fence.n && len(bytes.Trim(rest, string(s.fence.char))) == 0 {
		s.leaf = noLeaf
	}
	return true
}

// isRule tells a thematic break.
func isRule(rest []byte) bool {
	c, n := rest[0], 0
	if c != '*' && c != '-' && c != '_' {
		return false
	}
	for _, b := range rest {
		switch b {
		case c:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

func (s *scanner) rule() bool {
	s.closeLeaf()
	s.filled()
	return true
}

// itemMarker is the width of a list item's marker and its number (1 for a
// bullet); 0 if there is none.
func itemMarker(rest []byte) (width, number int) {
	n := 0
	switch c := rest[0]; {
	case c == '-' || c == '+' || c == '*':
		n, number = 1, 1
	default:
		for n < len(rest) && n < 9 && rest[n] >= '0' && rest[n] <= '9' {
			number = number*10 + int(rest[n]-'0')
			n++
		}
		if n == 0 || n >= len(rest) || rest[n] != '.' && rest[n] != ')' {
			return 0, 0
		}
		n++
	}
	if n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
		return 0, 0
	}
	return n, number
}

// item opens a list item.
func (s *scanner) item(c *cursor, cols, next int) {
	width, _ := itemMarker(c.src[next:c.end])
	s.closeLeaf()
	s.filled()
	c.skip(cols)
	c.jump(next + width)
	after, text := c.indent()
	k := container{indent: cols + width + 1}
	switch {
	case text == c.end:
		k.empty = true
	case after <= 4:
		k.indent = cols + width + after
		c.skip(after)
	default:
		c.skip(1)
	}
	s.containers = append(s.containers, k)
}
