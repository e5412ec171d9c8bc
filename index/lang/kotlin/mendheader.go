package kotlin

// header looks ahead over the head of a class, from after its keyword: a
// constructor or constraint may stand on the next line, and a delegation before
// a body must not take the body for a lambda.
func (m *mender) header(i int) {
	depth, by, code := 0, -1, -1 // code is where the line's code ended and a comment began
	comment := m.comment
	defer func() { m.comment = comment }()
	for end := min(len(m.src), i+ahead); i < end; {
		switch c := m.src[i]; c {
		case '(', '[', '<':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return
			}
		case '>':
			if m.at(i-1) != '-' {
				depth--
			}
		case '{':
			if depth > 0 {
				i = m.braces(i)
				continue
			}
			if by >= 0 {
				m.blank(by, i, true)
			}
			m.oneLine(i)
			return
		case '}', ';', '=':
			if depth <= 0 {
				return
			}
		case ',':
			if depth <= 0 {
				by = -1
			}
		case '\n':
			if code < 0 {
				code = i
			}
			if depth <= 0 && !m.goesOn(code) {
				return
			}
			code = -1
		case '"', '\'', '`', '/':
			if end := m.pass(i); end > i {
				if c == '/' && m.at(end) == '\n' {
					code = i
				}
				i = end
				continue
			}
		default:
			if wordByte(c) {
				end := m.wordEnd(i)
				if depth <= 0 && by < 0 && string(m.src[i:end]) == "by" {
					by = m.before(i) + 1
				}
				i = end
				continue
			}
		}
		i++
	}
}

// maxOneLine bounds the bodies that are looked at for that: classes within
// each other on one line would be read as often as they are deep.
const maxOneLine = 2000

// oneLine ends the last member of a body that is on one line: the grammar
// wants a separator after each.
func (m *mender) oneLine(i int) {
	line := m.src[:m.find(i, "\n")]
	if len(line)-i > maxOneLine {
		return
	}
	look := mender{src: line}
	if end := look.braces(i) - 1; end < len(line) && line[end] == '}' && line[end-1] == ' ' && m.before(end) > i {
		m.set(end-1, ';')
	}
}

// goesOn tells whether the head of a class goes on after the newline at i, and
// joins the lines where only a constructor tells.
func (m *mender) goesOn(i int) bool {
	switch m.at(m.before(i)) {
	case ':', ',', '<':
		return true
	}
	next := m.afterComments(i)
	switch m.at(next) {
	case '{', ':', ',', '(', '>':
		return true
	}
	for j := next; j < len(m.src); {
		if m.src[j] == '@' {
			j = m.annotationEnd(j)
		} else {
			end := m.wordEnd(j)
			switch string(m.src[j:end]) {
			case "constructor":
				m.blankComments(i, j)
				return true
			case "where", "by":
				return true
			case "private", "public", "internal", "protected", "actual", "expect":
				j = end
			default:
				return false
			}
		}
		j = m.afterComments(j)
	}
	return false
}

// blankComments makes one line of a range that holds only modifiers,
// annotations and comments.
func (m *mender) blankComments(from, to int) {
	for i := from; i < to; {
		if end := m.pass(i); end > i && m.src[i] == '/' {
			m.blank(i, end, true)
			i = end
			continue
		}
		if m.src[i] == '\n' {
			m.set(i, ' ')
		}
		i++
	}
}

func (m *mender) afterComments(i int) int {
	for {
		i = m.spaceEnd(i)
		if m.at(i) != '/' {
			return i
		}
		end := m.pass(i)
		if end == i {
			return i
		}
		i = end
	}
}

func (m *mender) annotationEnd(i int) int {
	for i++; wordByte(m.at(i)) || m.at(i) == '.' || m.at(i) == ':'; {
		i++
	}
	if m.at(i) != '(' {
		return i
	}
	for depth := 0; i < len(m.src); i++ {
		if m.src[i] == '(' {
			depth++
		} else if m.src[i] == ')' {
			if depth--; depth == 0 {
				return i + 1
			}
		} else if end := m.pass(i); end > i {
			i = end - 1
		}
	}
	return i
}

// braces passes over what is between braces.
func (m *mender) braces(i int) int {
	for depth := 0; i < len(m.src); {
		switch m.src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		default:
			if end := m.pass(i); end > i {
				i = end
				continue
			}
		}
		i++
	}
	return i
}

// pass is skip without mending.
func (m *mender) pass(i int) int {
	look := mender{src: m.src}
	switch m.src[i] {
	case '/', '\'', '`':
		return look.skip(i)
	case '"':
		return look.textEnd(i)
	}
	return i
}

// textEnd is the end of a string whose templates hold no string in turn that
// would end it.
func (m *mender) textEnd(i int) int {
	quote := 1
	if m.at(i+1) == '"' && m.at(i+2) == '"' {
		quote = 3
	}
	for j := i + quote; j < len(m.src); j++ {
		switch c := m.src[j]; {
		case c == '\\' && quote == 1:
			j++
		case c == '\n' && quote == 1:
			return j
		case c == '"' && quote == 1:
			return j + 1
		case c == '"' && m.at(j+1) == '"' && m.at(j+2) == '"':
			return j + 3
		}
	}
	return len(m.src)
}
