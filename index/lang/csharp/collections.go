package csharp

import "bytes"

// The grammar does not have collection expressions everywhere, and empty ones
// nowhere. Where a file does not parse, the parser is shown parentheses for
// their brackets, and an empty string for an empty one; the nodes still carry
// the brackets, by which the hooks know them.

// withoutCollections rewrites collection expressions in text.
func withoutCollections(text []byte) {
	s := scanner{text: text}
	var open []int // the brackets that are open, -1 for those that are no collection
	for {
		switch s.next() {
		case 0:
			return
		case '[':
			at := -1
			if s.startsValue() {
				at = s.at
			}
			open = append(open, at)
		case ']':
			if len(open) == 0 {
				continue
			}
			from := open[len(open)-1]
			open = open[:len(open)-1]
			if from < 0 || !s.endsValue() {
				continue
			}
			if len(bytes.TrimSpace(text[from+1:s.at])) == 0 {
				text[from], text[s.at] = '"', '"'
			} else {
				text[from], text[s.at] = '(', ')'
			}
		}
	}
}

// scanner finds the bytes of a C# text that are in no comment and no literal.
type scanner struct {
	text []byte
	at   int // of the byte that next gave
	end  int // of what has been read
	prev int // the significant byte before at
}

// next is the next significant byte, 0 at the end.
func (s *scanner) next() byte {
	s.prev = s.at
	for s.end < len(s.text) {
		s.at = s.end
		rest := s.text[s.at:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.end++
		case bytes.HasPrefix(rest, []byte("//")):
			s.skip(rest, 2, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			s.skip(rest, 2, "*/")
		case bytes.HasPrefix(rest, []byte(`"""`)):
			n := len(rest) - len(bytes.TrimLeft(rest, `"`))
			s.skip(rest, n, string(rest[:n]))
			return c
		case c == '"' && s.at > 0 && (s.text[s.at-1] == '@' || s.at > 1 && s.text[s.at-1] == '$' && s.text[s.at-2] == '@'):
			s.skip(rest, 1, `"`) // a doubled quote begins another string: the end is the same
			return c
		case c == '"' || c == '\'':
			s.literal(rest, c)
			return c
		default:
			s.end++
			return c
		}
	}
	return 0
}

func (s *scanner) skip(rest []byte, from int, until string) {
	n := bytes.Index(rest[from:], []byte(until))
	if n < 0 {
		s.end = len(s.text)
		return
	}
	s.end = s.at + from + n + len(until)
}

// literal reads up to the closing quote, or the end of the line.
func (s *scanner) literal(rest []byte, quote byte) {
	i := 1
	for i < len(rest) && rest[i] != quote && rest[i] != '\n' {
		if rest[i] == '\\' {
			i++
		}
		i++
	}
	s.end = min(s.at+i+1, len(s.text))
}

// startsValue tells whether a value may stand at a bracket, by what is before.
func (s *scanner) startsValue() bool {
	gap := s.prev+1 < s.at
	switch before := s.text[:s.prev+1]; s.text[s.prev] {
	case '=', '(', ',', ':', '[':
		return s.prev < s.at
	case '>':
		return bytes.HasSuffix(before, []byte("=>"))
	case '?': // "T?[]" is a type
		return gap || bytes.HasSuffix(before, []byte("??"))
	case 'n':
		return gap && bytes.HasSuffix(before, []byte("return"))
	}
	return false
}

// endsValue tells whether what follows a closing bracket can follow a value:
// a name would make it an attribute, "=" an index or a pattern.
func (s *scanner) endsValue() bool {
	rest := bytes.TrimLeft(s.text[s.at+1:], " \t\r\n")
	return len(rest) > 0 && bytes.IndexByte([]byte("),;]}.:?"), rest[0]) >= 0
}
