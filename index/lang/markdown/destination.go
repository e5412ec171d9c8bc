package markdown

import (
	"html"
	"strings"
)

// destination reads the target of a link at at: <…>, or a run without blanks
// whose brackets are balanced.
func destination(b []byte, at int) (target string, end int, ok bool) {
	if at < len(b) && b[at] == '<' {
		for i := at + 1; i < len(b); i++ {
			switch b[i] {
			case '\\':
				i++
			case '\n', '<':
				return "", at, false
			case '>':
				return unescape(b[at+1 : i]), i + 1, true
			}
		}
		return "", at, false
	}
	depth, i := 0, at
scan:
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\' && i+1 < len(b) && isPunct(b[i+1]):
			i++
		case c <= ' ' || c == 0x7f:
			break scan
		case c == '(':
			if depth++; depth > 32 {
				return "", at, false
			}
		case c == ')':
			if depth == 0 {
				break scan
			}
			depth--
		}
	}
	i = min(i, len(b))
	return unescape(b[at:i]), i, depth == 0
}

// titleEnd is where the title that begins at at ends.
func titleEnd(b []byte, at int) (int, bool) {
	shut := b[at]
	switch shut {
	case '"', '\'':
	case '(':
		shut = ')'
	default:
		return at, false
	}
	blank := false
	for i := at + 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\':
			i++
			blank = false
		case c == shut:
			return i + 1, true
		case c == '(' && shut == ')':
			return at, false
		case c == '\n':
			if blank {
				return at, false // an empty line
			}
			blank = true
		case c != ' ' && c != '\t' && c != '\r':
			blank = false
		}
	}
	return at, false
}

// unescape resolves backslashes and entities.
func unescape(b []byte) string {
	s := string(b)
	if strings.IndexByte(s, '\\') >= 0 {
		var out strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]) {
				i++
			}
			out.WriteByte(s[i])
		}
		s = out.String()
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	return s
}

func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
