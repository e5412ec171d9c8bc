package markdown

import (
	"bytes"
	"strings"
)

// reference is what a reference definition says.
type reference struct{ target string }

// maxLabel bounds a link's label, as CommonMark does.
const maxLabel = 999

// definitions reads the reference definitions at the start of a paragraph and
// returns how many bytes they take.
func (s *scanner) definitions(body []byte) int {
	at := 0
	for at < len(body) && body[at] == '[' {
		label, target, n := definition(body[at:])
		if n == 0 {
			break
		}
		if key := labelKey(label); s.refs == nil {
			s.refs = map[string]reference{key: {target}}
		} else if _, ok := s.refs[key]; !ok {
			s.refs[key] = reference{target}
		}
		at += n
		for at < len(body) && isBlank(body[at]) {
			at++
		}
	}
	return at
}

// definition reads one: [label]: target "title". n is 0 if it is none.
func definition(b []byte) (label []byte, target string, n int) {
	end := labelEnd(b, 1)
	if end < 0 || end+1 >= len(b) || b[end+1] != ':' || b[1] == '^' || len(bytes.TrimSpace(b[1:end])) == 0 {
		return nil, "", 0
	}
	at := skipBlanks(b, end+2)
	from := at
	target, at, ok := destination(b, at)
	if !ok || at == from {
		return nil, "", 0
	}
	done := lineDone(b, at)
	if title := skipBlanks(b, at); title > at && title < len(b) {
		if after, ok := titleEnd(b, title); ok && lineDone(b, after) >= 0 {
			return b[1:end], target, lineDone(b, after)
		}
	}
	if done < 0 {
		return nil, "", 0
	}
	return b[1:end], target, done
}

// lineDone is the start of the next line if only blanks follow, else -1.
func lineDone(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r') {
		at++
	}
	if at == len(b) {
		return at
	}
	if b[at] == '\n' {
		return at + 1
	}
	return -1
}

// labelEnd is where the label that begins at at closes, -1 if it does not.
func labelEnd(b []byte, at int) int {
	for i := at; i < len(b) && i-at <= maxLabel; i++ {
		switch b[i] {
		case '\\':
			i++
		case '[':
			return -1
		case ']':
			return i
		}
	}
	return -1
}

// labelKey is a label as labels are compared: blanks folded, without case.
func labelKey(label []byte) string {
	return strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(string(label)), " ")))
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// skipBlanks steps over blanks and at most one line end.
func skipBlanks(b []byte, at int) int {
	lines := 0
	for at < len(b) && isBlank(b[at]) {
		if b[at] == '\n' {
			if lines++; lines > 1 {
				break
			}
		}
		at++
	}
	return at
}
