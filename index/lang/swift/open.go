package swift

import "bytes"

// The parser does not come to an end where a text ends inside two blocks or
// more, which is what a file looks like that is being written. It is shown
// the text with what is open closed.

// closed is src with the brackets that it leaves open closed.
func closed(_ string, src, buf []byte) []byte {
	s := scanner{src: src}
	s.code(0, 0)
	if len(s.open) == 0 && !s.comment {
		return src
	}
	text := append(append(buf, src...), '\n')
	if s.comment {
		text = append(text, "*/"...)
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		text = append(text, s.open[i])
	}
	return text
}

// scanner finds the brackets of a text that are in no comment and no string.
type scanner struct {
	src     []byte
	open    []byte // the closing bracket of each that is open
	comment bool   // the text ends in a comment
}

// maxNesting bounds strings inside strings.
const maxNesting = 50

// code reads from at; inside an interpolation (depth > 0) up to the bracket
// that ends it. It returns where it stopped.
func (s *scanner) code(at, depth int) int {
	base := len(s.open)
	for at < len(s.src) {
		switch c := s.src[at]; c {
		case '/':
			at = s.slash(at)
			continue
		case '"':
			at = s.text(at, depth)
			continue
		case '{':
			s.open = append(s.open, '}')
		case '(':
			s.open = append(s.open, ')')
		case '[':
			s.open = append(s.open, ']')
		case '}', ')', ']':
			if depth > 0 && c == ')' && len(s.open) == base {
				return at + 1
			}
			s.close(c, base)
		}
		at++
	}
	return at
}

// close closes what c closes, and what is open inside it.
func (s *scanner) close(c byte, base int) {
	if i := bytes.LastIndexByte(s.open, c); i >= base {
		s.open = s.open[:i]
	}
}

// slash reads a comment, or the sign alone. Block comments nest.
func (s *scanner) slash(at int) int {
	rest := s.src[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			return at + i
		}
		return len(s.src)
	case !bytes.HasPrefix(rest, []byte("/*")):
		return at + 1
	}
	for i, depth := at, 0; i < len(s.src); {
		switch rest := s.src[i:]; {
		case bytes.HasPrefix(rest, []byte("/*")):
			depth++
			i += 2
		case bytes.HasPrefix(rest, []byte("*/")):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	s.comment = true
	return len(s.src)
}

// text reads a string, from its quote on.
func (s *scanner) text(at, depth int) int {
	quote := []byte{'"'}
	multi := bytes.HasPrefix(s.src[at:], []byte(`"""`))
	if multi {
		quote = []byte(`"""`)
	}
	raw := at > 0 && s.src[at-1] == '#'
	for at += len(quote); at < len(s.src); {
		switch c := s.src[at]; {
		case c == '\\' && !raw:
			if at+1 < len(s.src) && s.src[at+1] == '(' && depth < maxNesting {
				at = s.code(at+2, depth+1)
			} else {
				at += 2
			}
		case bytes.HasPrefix(s.src[at:], quote):
			return at + len(quote)
		case c == '\n' && !multi:
			return at
		default:
			at++
		}
	}
	return min(at, len(s.src))
}
