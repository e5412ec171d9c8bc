package kotlin

import "bytes"

// The grammar is older than the language. mend shows it a text of the same
// length in which newer or unusual constructs look like ones that it knows:
//
//	fun interface A          →      interface A
//	a..<b                    →  a.. b
//	0b1010                   →  0x1010
//	A.B.() -> C              →  A_B.() -> C
//	class A⏎ constructor()   →  class A  constructor()
//	object : A by b {        →  object : A      {
//	context(c: C) fun f()    →                fun f()
//	is A if b ->             →  is A ,  b ->
//	a.b().c = d              →  a.b().c== d
//	a()⏎ (b).c()             →  a(); (b).c()
//	$$"$x"                   →    "_x"
//
// Facts show the text as it was written.
func mend(_ string, src, buf []byte) []byte {
	m := mender{src: src, out: buf}
	m.code(0, false)
	if len(m.out) == 0 {
		return src
	}
	return m.out
}

type mender struct {
	src, out []byte
	comment  int // the end of the last line comment
}

func (m *mender) set(i int, c byte) {
	if len(m.out) == 0 {
		m.out = append(m.out, m.src...)
	}
	m.out[i] = c
}

// blank overwrites a range; newlines stay unless they are to go too.
func (m *mender) blank(from, to int, newlines bool) {
	for i := from; i < to; i++ {
		if m.src[i] != '\n' || newlines {
			m.set(i, ' ')
		}
	}
}

func (m *mender) at(i int) byte {
	if i >= 0 && i < len(m.src) {
		return m.src[i]
	}
	return 0
}

// code scans source from i on, to the brace that closes it if it is the
// inside of a string template, and returns where it ends.
func (m *mender) code(i int, template bool) int {
	depth := 0
	for i < len(m.src) {
		switch c := m.src[i]; {
		case c == '{':
			depth++
			if next := m.blankEnd(i + 1); m.at(next) == 'o' && string(m.src[next:m.wordEnd(next)]) == "override" {
				m.oneLine(i) // the body of an enum's constant
			}
		case c == '}':
			if depth--; depth < 0 && template {
				return i + 1
			}
		case c == '\n':
			m.line(i)
		case c == '.':
			i = m.dot(i)
			continue
		case c == '=':
			m.assign(i)
		case c == '!' && m.at(i+1) == 'i' && (m.at(i+2) == 's' || m.at(i+2) == 'n') && wordByte(m.at(i+3)):
			m.set(i, ' ') // "!isA" is not "!is A"
		case c == '0' && (m.at(i+1) == 'b' || m.at(i+1) == 'B'):
			m.set(i+1, 'x')
			i = m.wordEnd(i)
			continue
		case wordByte(c):
			end := m.wordEnd(i)
			m.word(i, end)
			i = end
			continue
		default:
			if end := m.skip(i); end > i {
				i = end
				continue
			}
		}
		i++
	}
	return i
}

// skip passes over a comment, a string, a character or a quoted name that
// begins at i; i itself if none does.
func (m *mender) skip(i int) int {
	switch m.src[i] {
	case '/':
		switch m.at(i + 1) {
		case '/':
			m.comment = m.find(i, "\n")
			return m.comment
		case '*':
			return m.blockComment(i)
		}
	case '"':
		return m.text(i, 1)
	case '$':
		n := 1
		for m.at(i+n) == '$' {
			n++
		}
		if m.at(i+n) == '"' {
			m.blank(i, i+n, false)
			return m.text(i+n, n)
		}
	case '\'':
		for j := i + 1; j < len(m.src) && m.src[j] != '\n'; j++ {
			if m.src[j] == '\\' {
				j++
			} else if m.src[j] == '\'' {
				return j + 1
			}
		}
	case '`':
		if end := bytes.IndexAny(m.src[i+1:], "`\n"); end >= 0 && m.src[i+1+end] == '`' {
			return i + end + 2
		}
	}
	return i
}

// find is where s next stands, or the end.
func (m *mender) find(i int, s string) int {
	i = min(i, len(m.src))
	if j := bytes.Index(m.src[i:], []byte(s)); j >= 0 {
		return i + j
	}
	return len(m.src)
}

// blockComment passes over a comment, which may hold others.
func (m *mender) blockComment(i int) int {
	depth := 0
	for ; i < len(m.src); i++ {
		if m.src[i] == '/' && m.at(i+1) == '*' {
			depth, i = depth+1, i+1
		} else if m.src[i] == '*' && m.at(i+1) == '/' {
			if depth, i = depth-1, i+1; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// text passes over a string and looks into its templates, which so many
// dollars open.
func (m *mender) text(i, dollars int) int {
	quote := 1
	if m.at(i+1) == '"' && m.at(i+2) == '"' {
		quote = 3
	}
	for i += quote; i < len(m.src); {
		switch c := m.src[i]; {
		case c == '"' && quote == 1:
			return i + 1
		case c == '"' && m.at(i+1) == '"' && m.at(i+2) == '"' && m.at(i+3) != '"':
			return i + 3
		case c == '\n' && quote == 1:
			return i
		case c == '\\' && quote == 1:
			i += 2
		case c == '$':
			i = m.template(i, dollars)
		default:
			i++
		}
	}
	return i
}

func (m *mender) template(i, dollars int) int {
	end := i
	for m.at(end) == '$' {
		end++
	}
	opens := end-i >= dollars && (m.at(end) == '{' || wordByte(m.at(end)))
	if dollars > 1 {
		for j := i; j < end; j++ {
			if j < end-1 || !opens {
				m.set(j, '_')
			}
		}
	}
	if opens && m.at(end) == '{' {
		return m.code(end+1, true)
	}
	return end
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func (m *mender) wordEnd(i int) int {
	i = min(i, len(m.src))
	for i < len(m.src) && wordByte(m.src[i]) {
		i++
	}
	return i
}

// spaceEnd is the next byte that is no blank.
func (m *mender) spaceEnd(i int) int {
	i = min(i, len(m.src))
	for i < len(m.src) && (m.src[i] == ' ' || m.src[i] == '\t' || m.src[i] == '\r' || m.src[i] == '\n') {
		i++
	}
	return i
}

// before is the last byte before i that is no blank, -1 if there is none.
func (m *mender) before(i int) int {
	for i--; i >= 0 && (m.src[i] == ' ' || m.src[i] == '\t' || m.src[i] == '\r' || m.src[i] == '\n'); {
		i--
	}
	return i
}
