package config

import (
	"bytes"
	"strings"
)

// yamlKey reads the key of a mapping at p: its text, where it ends, and where
// its value begins (at end if there is none on the line).
func yamlKey(src []byte, p, end int) (key string, keyEnd, value int, ok bool) {
	start := p
	switch c := src[p]; c {
	case '"', '\'':
		p = quoted(src[:end], p)
		key = unquote(src[start:p])
	case '{', '[', '|', '>', '!', '&', '%', '@', '`', ',', '}', ']':
		return "", 0, 0, false
	default:
		for p < end && !(src[p] == ':' && (p+1 == end || src[p+1] == ' ' || src[p+1] == '\t')) {
			if src[p] == '#' && src[p-1] == ' ' {
				return "", 0, 0, false
			}
			p++
		}
		key = strings.TrimSpace(string(src[start:p]))
	}
	keyEnd = trimEnd(src, start, p)
	for p < end && src[p] == ' ' {
		p++
	}
	if p >= end || src[p] != ':' || key == "" || key == "?" {
		return "", 0, 0, false
	}
	for p++; p < end && (src[p] == ' ' || src[p] == '\t'); p++ {
	}
	if p < end && src[p] == '#' {
		p = end
	}
	return key, keyEnd, p, true
}

// skipTags steps over an anchor and a tag before a value.
func skipTags(src []byte, p, end int) int {
	for p < end && (src[p] == '&' || src[p] == '!') {
		for p < end && src[p] != ' ' {
			p++
		}
		for p < end && src[p] == ' ' {
			p++
		}
	}
	return p
}

// yamlScalar is the text of a scalar on one line, and where it stands; "" for
// what is none.
func yamlScalar(src []byte, p, end int) (string, int) {
	for p < end && src[p] == ' ' {
		p++
	}
	if p >= end {
		return "", p
	}
	switch src[p] {
	case '"', '\'':
		return unquote(src[p:quoted(src[:end], p)]), p
	case '|', '>', '{', '*', '#':
		return "", p
	}
	return string(src[p:commentStart(src, p, end)]), p
}

// commentStart is where a plain value ends: before blanks and a comment, or
// at the end of its line.
func commentStart(src []byte, p, end int) int {
	if src[p] == '"' || src[p] == '\'' {
		p = quoted(src[:end], p)
	}
	if n := bytes.Index(src[p:end], []byte(" #")); n >= 0 {
		end = p + n
	}
	return trimEnd(src, p, end)
}

// block skips the lines of a block scalar: those further in than col.
func (s *yamlScanner) block(col int) {
	for s.line+1 < s.b.LineCount() {
		start, end := s.b.LineAt(s.line + 1)
		if indent, blank := indentOf(s.src[start:end]); !blank {
			if indent <= col {
				return
			}
			s.last = trimEnd(s.src, start, end)
		}
		s.line++
	}
}

// skipOpen skips the lines that a quoted or flow value, begun at p, goes on
// for. A line that is not further in than col ends it, whatever is open.
func (s *yamlScanner) skipOpen(p, end, col int) {
	open := openValue{}
	if c := s.src[p]; c != '"' && c != '\'' && c != '{' && c != '[' || bytes.HasPrefix(s.src[p:end], []byte("{{")) {
		return
	}
	open.read(s.src[p:end])
	for open.open() && s.line+1 < s.b.LineCount() {
		start, end := s.b.LineAt(s.line + 1)
		indent, blank := indentOf(s.src[start:end])
		shut := !blank && indent == col && strings.IndexByte("}]", s.src[start+indent]) >= 0
		if !blank && indent <= col && !shut {
			return
		}
		if !blank {
			open.read(s.src[start:end])
			s.last = trimEnd(s.src, start, end)
		}
		s.line++
	}
}

// openValue follows quotes and brackets over lines.
type openValue struct {
	quote byte
	depth int
}

func (o *openValue) open() bool { return o.quote != 0 || o.depth > 0 }

func (o *openValue) read(line []byte) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		if o.quote != 0 {
			if c == '\\' && o.quote == '"' {
				i++
			} else if c == o.quote {
				o.quote = 0
				if o.depth == 0 {
					return
				}
			}
			continue
		}
		switch c {
		case '"', '\'':
			if i == 0 || strings.IndexByte(" ,[{:", line[i-1]) >= 0 { // not the apostrophe in a word
				o.quote = c
			}
		case '{', '[':
			o.depth++
		case '}', ']':
			if o.depth--; o.depth <= 0 {
				return
			}
		case '#':
			if i > 0 && line[i-1] == ' ' {
				return
			}
		}
	}
}

// indentOf is the number of blanks before a line's text, and whether there is
// none.
func indentOf(line []byte) (int, bool) {
	for i, c := range line {
		if c != ' ' && c != '\t' {
			return i, c == '\r' && i == len(line)-1
		}
	}
	return len(line), true
}
