package python

import "bytes"

// repair is what the parser reads of a file with errors. A bracket that is
// never closed, as in a line that is being typed, would swallow the
// definitions after it: the statement that opens it is blanked out up to the
// next line that begins with "def", "class" or a decorator, which cannot stand
// in brackets. A "$" is left so that the file still counts as one with errors.
func repair(path string, src, buf []byte) []byte {
	out := templates(path, src, buf)
	l := lines{src: src}
	for l.next() {
		if l.depth == 0 || !startsDefinition(src[l.at:]) {
			continue
		}
		if &out[0] == &src[0] {
			out = append(buf[:0], src...)
		}
		blank(out[l.statement:l.line])
		l.depth, l.statement = 0, l.at
	}
	return out
}

// broken stands for a statement that was blanked out.
const broken = "pass $"

func blank(b []byte) {
	first := len(b)
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
			first = min(first, i)
		}
	}
	if end := bytes.IndexByte(b[first:], '\n'); end >= len(broken) {
		copy(b[first:], broken)
	} else if end > 0 {
		b[first] = '$'
	}
}

func startsDefinition(line []byte) bool {
	for _, word := range []string{"def ", "class ", "async def "} {
		if bytes.HasPrefix(line, []byte(word)) {
			return true
		}
	}
	return len(line) > 1 && line[0] == '@' && isNameByte(line[1])
}

// lines walks the lines of a file that do not begin inside a string.
type lines struct {
	src       []byte
	i         int
	begun     bool
	line      int // where the line begins, and
	at        int // its first byte that is no space
	statement int // the first byte of the statement that the line belongs to
	depth     int // brackets open where the line begins
}

func (l *lines) next() bool {
	if l.begun {
		l.rest()
	}
	l.begun = true
	if l.i >= len(l.src) {
		return false
	}
	l.line = l.i
	for l.i < len(l.src) && (l.src[l.i] == ' ' || l.src[l.i] == '\t' || l.src[l.i] == '\f') {
		l.i++
	}
	l.at = l.i
	if l.depth == 0 {
		l.statement = l.at
	}
	return true
}

// rest passes the line at hand.
func (l *lines) rest() {
	for l.i < len(l.src) {
		c := l.src[l.i]
		l.i++
		switch c {
		case '\n':
			return
		case '\\':
			l.i++
		case '#':
			if end := bytes.IndexByte(l.src[l.i:], '\n'); end >= 0 {
				l.i += end
			} else {
				l.i = len(l.src)
			}
		case '"', '\'':
			l.text(c)
		case '(', '[', '{':
			l.depth++
		case ')', ']', '}':
			l.depth = max(0, l.depth-1)
		}
	}
}

// text passes a string whose first quote was passed.
func (l *lines) text(quote byte) {
	triple := bytes.HasPrefix(l.src[l.i:], []byte{quote, quote})
	if triple {
		l.i += 2
	}
	for l.i < len(l.src) {
		c := l.src[l.i]
		l.i++
		switch {
		case c == '\\':
			l.i++
		case c == '\n' && !triple: // never closed: the line ends it
			l.i--
			return
		case c != quote:
		case !triple:
			return
		case bytes.HasPrefix(l.src[l.i:], []byte{quote, quote}):
			l.i += 2
			return
		}
	}
}
