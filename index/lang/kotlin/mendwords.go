package kotlin

import "bytes"

// word looks at a word for what the grammar does not know to begin with it.
func (m *mender) word(i, end int) {
	switch string(m.src[i:end]) {
	case "fun":
		next := m.spaceEnd(end)
		if string(m.src[next:m.wordEnd(next)]) == "interface" {
			m.blank(i, end, false)
		}
	case "class", "object", "interface":
		if m.at(m.before(i)) != ':' || m.at(m.before(i)-1) != ':' {
			m.header(end)
		}
	case "context":
		m.context(i, end)
	case "actual", "expect":
		if next := m.spaceEnd(end); next > end && declares[string(m.src[next:m.wordEnd(next)])] {
			m.blank(i, end, false)
		}
	case "is":
		m.guard(end)
	}
}

// line looks at what the line after the newline at i begins with: whether it
// goes on with the statement before it, or does not, against what the grammar
// thinks.
func (m *mender) line(i int) {
	if m.comment == i { // the newline ends a comment
		return
	}
	next := m.spaceEnd(i)
	c := m.at(next)
	if c == '(' && m.endsCall(m.before(i)) {
		m.set(i, ';')
		return
	}
	if c == '!' {
		c = m.at(next + 1)
	}
	if c != 'i' && c != 'a' && c != 'b' && c != 'w' {
		return
	}
	switch w := string(m.src[next:m.wordEnd(next)]); {
	case w == "as" || w == "by":
		m.join(i, next)
	case w == "where":
		if name := m.spaceEnd(next + 5); m.at(m.spaceEnd(m.wordEnd(name))) == ':' {
			m.join(i, next)
		}
	case w == "in" || w == "" && bytes.HasPrefix(m.src[next:], []byte("!in ")),
		len(w) > 2 && w[:2] == "in" && (w[2] < 'A' || w[2] == '_'):
		switch m.at(m.before(i)) {
		case ',', '(', '{', '[', '<', '|', '&', '>', 0:
		default:
			if !bytes.ContainsRune(m.src[i+1:next], '\n') {
				m.set(i, ';')
			}
		}
	}
}

// endsCall tells whether a statement ends at i, with the brackets of a call or
// with its lambda:
// what the line has opened it has closed, and it is the head of nothing.
func (m *mender) endsCall(i int) bool {
	if m.at(i) != ')' && m.at(i) != '}' {
		return false
	}
	start := bytes.LastIndexByte(m.src[:i], '\n') + 1
	line := bytes.TrimLeft(m.src[start:i+1], " \t}")
	for _, pair := range [...]string{"()", "{}"} {
		if bytes.Count(line, []byte(pair[:1])) != bytes.Count(line, []byte(pair[1:])) {
			return false
		}
	}
	if len(line) == 0 || line[0] == '@' {
		return false
	}
	switch word, _, _ := bytes.Cut(line, []byte("(")); string(bytes.TrimSpace(word)) {
	case "if", "else if", "while", "for", "when", "catch", "constructor", "":
		return false
	}
	for _, w := range [...]string{" if (", " while (", " for (", "fun ", "class ", "->"} {
		if bytes.Contains(line, []byte(w)) {
			return false
		}
	}
	return true
}

// join makes one line of several.
func (m *mender) join(from, to int) {
	for i := from; i < to; i++ {
		if m.src[i] == '\n' {
			m.set(i, ' ')
		}
	}
}

// dot mends what begins with a dot: an open range, and the function type of a
// receiver that has a qualified name.
func (m *mender) dot(i int) int {
	if m.at(i+1) == '.' {
		if m.at(i+2) == '<' {
			m.set(i+2, ' ')
			return i + 3
		}
		return i + 2
	}
	if m.at(i+1) != '(' {
		return i + 1
	}
	j := i - 1
	if m.at(j) == '?' {
		j--
	}
	if m.at(j) == '>' {
		for depth := 0; j >= 0; j-- {
			if m.src[j] == '>' {
				depth++
			} else if m.src[j] == '<' {
				if depth--; depth == 0 {
					j--
					break
				}
			}
		}
	}
	for ; j > 0 && (wordByte(m.src[j]) || m.src[j] == '.' && wordByte(m.src[j-1])); j-- {
		if m.src[j] == '.' {
			m.set(j, '_')
		}
	}
	return i + 1
}

// assign turns an assignment to a member of what a call gives into a
// comparison: the grammar takes no call on the left.
func (m *mender) assign(i int) {
	prev := m.at(i - 1)
	if m.at(i+1) == '=' || prev != ' ' && prev != '+' && prev != '-' {
		return
	}
	j := i - 1
	for m.at(j) == ' ' || m.at(j) == '+' || m.at(j) == '-' {
		j--
	}
	members := m.at(j) == ']'
	for depth := 0; members && j >= 0; j-- { // an element
		if m.src[j] == ']' {
			depth++
		} else if m.src[j] == '[' {
			if depth--; depth == 0 {
				j--
				break
			}
		}
	}
	for j >= 0 {
		end := j
		for j >= 0 && wordByte(m.src[j]) {
			j--
		}
		if j < 0 || j == end || m.at(m.before(j+1)) != '.' {
			break
		}
		members = true
		if j = m.before(m.before(j + 1)); m.at(j) == '?' {
			j--
		}
	}
	if !members || m.at(j) != ')' && m.at(j) != '}' {
		return
	}
	if prev == ' ' {
		m.set(i-1, '=')
	} else {
		m.set(i, ' ')
	}
}

// guard is the "if" after "is T" in a when entry.
func (m *mender) guard(i int) {
	i = m.blankEnd(i)
	for wordByte(m.at(i)) || m.at(i) == '.' {
		i++
	}
	if m.at(i) == '<' {
		for depth := 0; i < len(m.src) && m.src[i] != '\n'; i++ {
			if m.src[i] == '<' {
				depth++
			} else if m.src[i] == '>' {
				if depth--; depth == 0 {
					i++
					break
				}
			}
		}
	}
	i = m.blankEnd(i)
	if m.wordEnd(i) == i+2 && m.src[i] == 'i' && m.src[i+1] == 'f' {
		m.set(i, ',')
		m.set(i+1, ' ')
	}
}

// blankEnd is the next byte on the line that is no blank.
func (m *mender) blankEnd(i int) int {
	for m.at(i) == ' ' || m.at(i) == '\t' {
		i++
	}
	return i
}

// ahead bounds how far it is looked for the end of something, in bytes.
const ahead = 1 << 14

// context is the list of context parameters before a declaration.
func (m *mender) context(i, end int) {
	if b := m.before(i); b >= 0 && !bytes.ContainsRune(m.src[b:i], '\n') || m.at(end) != '(' {
		return
	}
	depth, j := 0, end
	for ; j < min(len(m.src), end+ahead); j++ {
		if m.src[j] == '(' {
			depth++
		} else if m.src[j] == ')' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if next := m.spaceEnd(j + 1); m.at(next) == '@' || declares[string(m.src[next:m.wordEnd(next)])] {
		m.blank(i, min(j+1, len(m.src)), false)
	}
}

var declares = map[string]bool{"fun": true, "val": true, "var": true, "class": true, "interface": true, "object": true,
	"private": true, "public": true, "internal": true, "protected": true, "override": true, "open": true, "abstract": true, "final": true,
	"suspend": true, "inline": true, "operator": true, "infix": true, "tailrec": true, "external": true, "actual": true, "expect": true, "constructor": true, "sealed": true, "data": true, "value": true, "enum": true,
	"annotation": true, "const": true, "lateinit": true, "typealias": true}
