package c

import "bytes"

// tokenKind says what a token is, as far as repairs need it.
type tokenKind uint8

const (
	word      tokenKind = iota // an identifier or a keyword
	literal                    // a number, a string, a character
	punct                      // one character of an operator
	directive                  // a whole preprocessor line, continuations included
)

type token struct {
	start, end uint32
	kind       tokenKind
	fresh      bool // the first on its line
}

// scanner splits C and C++ into tokens; comments and white space are left out.
type scanner struct {
	src   []byte
	at    int
	fresh bool
}

func tokenize(src []byte) []token {
	s := scanner{src: src, fresh: true}
	out := make([]token, 0, len(src)/5)
	for {
		s.space()
		if s.at >= len(src) {
			return out
		}
		t := token{start: uint32(s.at), fresh: s.fresh}
		t.kind = s.token()
		t.end = uint32(s.at)
		s.fresh = t.kind == directive
		out = append(out, t)
	}
}

// space skips white space, comments and continued line ends.
func (s *scanner) space() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '\n':
			s.fresh = true
			s.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.at++
		case c == '\\' && s.lineEndAt(s.at+1):
			s.at++
		case c == '/' && s.peek(1) == '/':
			s.restOfLine()
		case c == '/' && s.peek(1) == '*':
			s.blockComment()
		default:
			return
		}
	}
}

func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.src) {
		return s.src[s.at+n]
	}
	return 0
}

func (s *scanner) lineEndAt(i int) bool {
	return i < len(s.src) && (s.src[i] == '\n' || s.src[i] == '\r' && i+1 < len(s.src) && s.src[i+1] == '\n')
}

func (s *scanner) blockComment() {
	if i := bytes.Index(s.src[s.at+2:], []byte("*/")); i >= 0 {
		s.at += i + 4
	} else {
		s.at = len(s.src)
	}
}

// restOfLine skips to the line's end, continuations and comments included.
func (s *scanner) restOfLine() {
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		switch {
		case s.src[s.at] == '\\' && s.lineEndAt(s.at+1):
			s.at += bytes.IndexByte(s.src[s.at:], '\n') + 1
		case s.src[s.at] == '/' && s.peek(1) == '*':
			s.blockComment()
		case s.src[s.at] == '/' && s.peek(1) == '/':
			if i := bytes.IndexByte(s.src[s.at:], '\n'); i >= 0 {
				s.at += i
			} else {
				s.at = len(s.src)
			}
		default:
			s.at++
		}
	}
}

func (s *scanner) token() tokenKind {
	switch c := s.src[s.at]; {
	case c == '#' && s.fresh:
		s.restOfLine()
		return directive
	case isWordByte(c) && (c < '0' || c > '9'):
		start := s.at
		for s.at < len(s.src) && isWordByte(s.src[s.at]) {
			s.at++
		}
		if s.at < len(s.src) && s.src[s.at] == '"' && s.src[s.at-1] == 'R' && s.at-start <= 3 {
			s.rawString()
			return literal
		}
		return word
	case c >= '0' && c <= '9':
		for s.at < len(s.src) && (isWordByte(s.src[s.at]) || s.src[s.at] == '.' || s.src[s.at] == '\'' && isWordByte(s.peek(1))) {
			s.at++
		}
		return literal
	case c == '"' || c == '\'':
		s.quoted(c)
		return literal
	}
	s.at++
	return punct
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quoted skips a string or character; one that is not closed ends with its line.
func (s *scanner) quoted(q byte) {
	for s.at++; s.at < len(s.src); s.at++ {
		switch s.src[s.at] {
		case '\\':
			s.at++
		case q:
			s.at++
			return
		case '\n':
			return
		}
	}
	s.at = min(s.at, len(s.src))
}

// rawString skips R"x(…)x".
func (s *scanner) rawString() {
	open := bytes.IndexByte(s.src[s.at:], '(')
	if open < 0 || open > 20 {
		s.quoted('"')
		return
	}
	end := append(append([]byte{')'}, s.src[s.at+1:s.at+open]...), '"')
	if i := bytes.Index(s.src[s.at+open:], end); i >= 0 {
		s.at += open + i + len(end)
	} else {
		s.at = len(s.src)
	}
}
