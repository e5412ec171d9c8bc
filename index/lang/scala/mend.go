package scala

import "bytes"

// mend shows the grammar a text of the same length in which what it does not
// know looks like what it knows:
//
//	private enum E:           →          enum E:
//	class A extends B()(c)    →  class A extends B(  c)
//	f(() =>⏎ a, b)            →  f(() =>  a, b)
//
// Facts show the text as it was written.
func mend(_ string, src, buf []byte) []byte {
	m := mender{src: src, out: buf}
	m.code()
	if len(m.out) == 0 {
		return src
	}
	return m.out
}

type mender struct {
	src, out []byte
	open     []byte // the brackets that are open
}

func (m *mender) set(i int, c byte) {
	if len(m.out) == 0 {
		m.out = append(m.out, m.src...)
	}
	m.out[i] = c
}

func (m *mender) blank(from, to int) {
	for i := from; i < to; i++ {
		m.set(i, ' ')
	}
}

func (m *mender) at(i int) byte {
	if i >= 0 && i < len(m.src) {
		return m.src[i]
	}
	return 0
}

func (m *mender) code() {
	for i := 0; i < len(m.src); {
		switch c := m.src[i]; {
		case c == '(' || c == '{' || c == '[':
			m.open = append(m.open, c)
		case c == ')' || c == '}' || c == ']':
			m.open = m.open[:max(0, len(m.open)-1)]
		case c == '=' && m.at(i+1) == '>':
			m.arrow(i + 2)
			i++
		case wordByte(c):
			end := i
			for end < len(m.src) && wordByte(m.src[end]) {
				end++
			}
			switch string(m.src[i:end]) {
			case "private", "protected":
				m.access(i, end)
			case "extends":
				m.extends(end)
			}
			i = end
			continue
		default:
			if end := skip(m.src, i); end > i {
				i = end
				continue
			}
		}
		i++
	}
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// access is a modifier, which the grammar does not take before "enum".
func (m *mender) access(i, end int) {
	if m.at(end) == '[' {
		if j := bytes.IndexAny(m.src[end:], "]\n"); j > 0 {
			end += j + 1
		}
	}
	if bytes.HasPrefix(m.src[min(end, len(m.src)):], []byte(" enum ")) {
		m.blank(i, end)
	}
}

// ahead bounds how far it is looked for the end of something, in bytes.
const ahead = 1 << 12

// extends joins the argument lists of a superclass: the grammar takes one.
func (m *mender) extends(i int) {
	depth, args := 0, -1
	for end := min(len(m.src), i+ahead); i < end; {
		switch c := m.src[i]; c {
		case '(', '[':
			if c == '(' && depth == 0 {
				args = i
			}
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return
			}
			if c == ')' && depth == 0 && m.at(i+1) == '(' {
				m.set(i, ' ')
				m.set(i+1, ' ')
				if len(bytes.TrimSpace(m.src[args+1:i])) > 0 {
					m.set(i, ',')
				}
			}
		case '{', '\n':
			if depth == 0 {
				return
			}
		default:
			if end := skip(m.src, i); end > i {
				i = end
				continue
			}
		}
		i++
	}
}

// arrow joins the line after "=>" to it where other arguments follow the
// function: the grammar would take them for a part of an indented body.
func (m *mender) arrow(i int) {
	if len(m.open) == 0 || m.open[len(m.open)-1] != '(' {
		return
	}
	line := i
	for m.at(line) == ' ' || m.at(line) == '\r' {
		line++
	}
	if m.at(line) != '\n' {
		return
	}
	depth := 0
	for j, end := line, min(len(m.src), line+ahead); j < end; {
		switch m.src[j] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return
			}
		case ',':
			if depth == 0 {
				m.set(line, ' ')
				return
			}
		default:
			if end := skip(m.src, j); end > j {
				j = end
				continue
			}
		}
		j++
	}
}

// skip passes over a comment, a string, a character or a quoted name that
// begins at i; i itself if none does.
func skip(src []byte, i int) int {
	rest := src[i:]
	end := func(from int, s string) int {
		if j := bytes.Index(rest[min(from, len(rest)):], []byte(s)); j >= 0 {
			return i + from + j + len(s)
		}
		return len(src)
	}
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		return end(2, "\n") - 1
	case bytes.HasPrefix(rest, []byte("/*")):
		return blockComment(src, i)
	case bytes.HasPrefix(rest, []byte(`"""`)):
		j := end(3, `"""`)
		for j < len(src) && src[j] == '"' {
			j++
		}
		return j
	case rest[0] == '"' || rest[0] == '`':
		for j := 1; j < len(rest) && rest[j] != '\n'; j++ {
			if rest[j] == '\\' {
				j++
			} else if rest[j] == rest[0] {
				return i + j + 1
			}
		}
	case rest[0] == '\'':
		for j := 1; j < min(len(rest), 8); j++ {
			if rest[j] == '\\' {
				j++
			} else if rest[j] == '\'' && j > 1 {
				return i + j + 1
			}
		}
	}
	return i
}

// blockComment passes over a comment, which may hold others.
func blockComment(src []byte, i int) int {
	depth := 0
	for ; i+1 < len(src); i++ {
		if src[i] == '/' && src[i+1] == '*' {
			depth, i = depth+1, i+1
		} else if src[i] == '*' && src[i+1] == '/' {
			if depth, i = depth-1, i+1; depth == 0 {
				return i + 1
			}
		}
	}
	return len(src)
}
