package ignore

import "strings"

// pattern is one line of an ignore file, taken apart.
type pattern struct {
	text     string // as written
	line     int
	negated  bool
	dirOnly  bool   // ended in "/": matches directories only
	nameOnly bool   // has no other "/": matches the last element, at any depth
	head     string // the literal text before the first wildcard
	tail     *glob  // what follows head; nil when nothing does
	suffix   string // when the pattern is "*literal": the literal
}

// parsePattern reads a line whose trailing spaces are gone. Paths are
// compared without regard to ASCII case when fold is set.
func parsePattern(text string, line int, fold bool) pattern {
	p := pattern{text: text, line: line}
	body := text
	if strings.HasPrefix(body, "!") {
		p.negated, body = true, body[1:]
	}
	if strings.HasSuffix(body, "/") {
		p.dirOnly, body = true, body[:len(body)-1]
	}
	p.nameOnly = !strings.Contains(body, "/")
	if !p.nameOnly {
		body = strings.TrimPrefix(body, "/")
	}
	wild := strings.IndexAny(body, `*?[\`)
	if wild < 0 {
		p.head = body
		return p
	}
	p.head = body[:wild]
	// The rest counts as a pattern of its own: "a**/b" is "a", then "**/b",
	// where "**" is at the start and therefore crosses directories. So git
	// has it, whatever its manual says.
	rest := body[wild:]
	if p.nameOnly && wild == 0 && rest[0] == '*' && !strings.ContainsAny(rest[1:], `*?[\`) {
		p.suffix = rest[1:]
	}
	p.tail = compileGlob(rest, fold)
	return p
}

// literalDir is the directory that the pattern's literal part names: "a/b"
// for "/a/b/*.go" and for "a/b/c". It is empty when there is none.
func (p *pattern) literalDir() string {
	if p.nameOnly {
		return ""
	}
	if i := strings.LastIndexByte(p.head, '/'); i >= 0 {
		return p.head[:i]
	}
	return ""
}

// matches says whether the pattern matches rel, a path relative to the
// directory of the ignore file, whose last element is name.
func (p *pattern) matches(rel, name string, fold bool) bool {
	s := rel
	if p.nameOnly {
		s = name
	}
	if p.tail == nil {
		return len(s) == len(p.head) && len(s) > 0 && equal(s, p.head, fold)
	}
	if p.suffix != "" {
		return len(s) >= len(p.suffix) && equal(s[len(s)-len(p.suffix):], p.suffix, fold)
	}
	if len(s) < len(p.head) || !equal(s[:len(p.head)], p.head, fold) {
		return false
	}
	return p.tail.match(s[len(p.head):])
}

// equal compares strings of the same length.
func equal(a, b string, fold bool) bool {
	if !fold {
		return a == b
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
