package config

import (
	"bytes"

	"github.com/structural-memory/smp/index/lang/outline"
)

// tomlEnd is where the value at i ends. A bracket that is still open when a
// line begins with what can only be a table's header was never closed.
func tomlEnd(src []byte, i int) int {
	depth := 0
	for i < len(src) {
		switch c := src[i]; c {
		case '"', '\'':
			i = tomlString(src, i)
			continue
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth <= 0 {
				return i + 1
			}
		case '#':
			if depth == 0 {
				return i
			}
			i = skipComment(src, i, outline.Hash)
			continue
		case '\n':
			if depth == 0 || tomlHeader(src[i+1:]) {
				return i
			}
		}
		i++
	}
	return i
}

// tomlString is where the string at i ends, also one in triple quotes.
func tomlString(src []byte, i int) int {
	three := src[i : i+1]
	if three = bytes.Repeat(three, 3); bytes.HasPrefix(src[i:], three) {
		for n := i + 3; n < len(src); n++ {
			if src[n] == '\\' && src[i] == '"' {
				n++
			} else if bytes.HasPrefix(src[n:], three) {
				return n + 3
			}
		}
		return len(src)
	}
	if src[i] == '\'' { // no escapes
		for n := i + 1; n < len(src) && src[n] != '\n'; n++ {
			if src[n] == '\'' {
				return n + 1
			}
		}
	}
	return quoted(src, i)
}

// tomlHeader tells whether a line is a table's header and nothing else.
func tomlHeader(rest []byte) bool {
	if len(rest) == 0 || rest[0] != '[' {
		return false
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	line = bytes.TrimRight(line, " \t\r")
	if line[len(line)-1] != ']' {
		return false
	}
	for _, c := range bytes.Trim(line, "[]") {
		if !isWord(c) && c != '.' && c != '-' && c != ' ' {
			return false
		}
	}
	return true
}

// value gives the strings in a value to the rules; those of lists of
// dependencies become entries.
func (s *tomlScanner) value(def int32, i, end, depth int) {
	if i >= end || depth > 4 {
		return
	}
	switch s.src[i] {
	case '"', '\'':
		text := unquote(s.src[i:min(tomlString(s.src, i), end)])
		if s.what.files.match(s.path) {
			reference(s.b, def, text, i)
		}
		if s.requirement() {
			s.b.Add(outline.Entry{Parent: def, Form: "dependency", Name: packageName(text), Start: i, End: i + len(text) + 2, Sig: text})
		}
	case '[':
		s.path = append(s.path, "*")
		for i = s.comma(i+1, end); i < end && s.src[i] != ']'; i = s.comma(max(i+1, s.element(i, end)), end) {
			s.value(def, i, end, depth+1)
		}
		s.path = s.path[:len(s.path)-1]
	case '{':
		s.inline(def, i+1, end, depth)
	}
}

// requirement tells whether the path at hand is that of an item of a list of
// dependencies: dependencies = ["x>=1"], or dev = […] in a table of groups.
func (s *tomlScanner) requirement() bool {
	n := len(s.path)
	if n < 2 || s.path[n-1] != "*" {
		return false
	}
	return s.what.forms[s.path[n-2]] == "dependency" || n > 2 && s.what.forms[s.path[n-3]] == "group"
}

// inline reads the pairs of { a = 1, b = "x" }.
func (s *tomlScanner) inline(def int32, i, end, depth int) {
	outer, at := len(s.path), s.i
	defer func() { s.i = at }()
	for i = s.comma(i, end); i < end && s.src[i] != '}'; i = s.comma(i, end) {
		s.i = i
		s.path = s.key(s.path, end)
		s.i = skipSpace(s.src, s.i)
		if s.i >= end || s.src[s.i] != '=' || len(s.path) == outer {
			s.path = s.path[:outer]
			return
		}
		v := skipBlank(s.src, s.i+1, outline.Hash)
		s.value(def, v, end, depth+1)
		s.path = s.path[:outer]
		i = max(i+1, s.element(v, end))
	}
}

// element is where an element of a list or an inline table ends.
func (s *tomlScanner) element(i, end int) int {
	for i < end {
		switch c := s.src[i]; c {
		case '"', '\'':
			i = tomlString(s.src, i)
		case '[', '{':
			return min(end, tomlEnd(s.src, i))
		case ',', ']', '}', '\n':
			return i
		default:
			i++
		}
	}
	return end
}

func (s *tomlScanner) comma(i, end int) int {
	for {
		i = skipBlank(s.src, i, outline.Hash)
		if i >= end || s.src[i] != ',' {
			return min(i, end)
		}
		i++
	}
}
