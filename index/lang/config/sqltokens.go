package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// sqlTokens cuts SQL into words, quoted names, strings and single signs.
// Strings and comments are stepped over.
type sqlTokens struct {
	src        []byte
	i          int
	start, end int // the token at hand; start is len(src) at the end
	prev       byte
	quoted     bool // a quoted name
	dollar     bool // a string between $$ … $$
	noDollar   bool // "$" is no quote: it is part of MySQL's DELIMITER
	escapes    bool // backslashes escape in strings (MySQL)
}

// next moves to the next token that is no string.
func (t *sqlTokens) next() {
	if t.start < len(t.src) && t.end > t.start {
		t.prev = t.src[t.end-1]
	}
	t.quoted, t.dollar = false, false
	t.i = skipBlank(t.src, t.i, outline.Dashes)
	for bytes.HasPrefix(t.src[t.i:], []byte("/*")) {
		if bytes.HasPrefix(t.src[t.i:], []byte("/*!")) { // MySQL executes these
			t.i = wordEnd(t.src, t.i+3, "")
		} else {
			t.i = skipComment(t.src, t.i, outline.Block)
		}
		t.i = skipBlank(t.src, t.i, outline.Dashes)
	}
	t.start, t.end = t.i, t.i
	if t.i >= len(t.src) {
		return
	}
	switch c := t.src[t.i]; {
	case isWord(c):
		t.i = wordEnd(t.src, t.i, "#")
		for !t.noDollar && t.i < len(t.src) && t.src[t.i] == '$' {
			t.i = wordEnd(t.src, t.i+1, "#")
		}
		if t.i < len(t.src) && t.src[t.i] == '\'' && t.i-t.start == 1 { // E'…', N'…', X'…'
			t.string(t.src[t.start] == 'E' || t.src[t.start] == 'e')
		}
	case c == '\'':
		t.string(t.escapes)
	case c == '"' || c == '`':
		t.quoted = true
		t.i = quotedName(t.src, t.i, c)
	case c == '[' && t.bracketName():
		t.quoted = true
		t.i = quotedName(t.src, t.i, ']')
	case c == '$' && !t.noDollar:
		t.dollarString()
	case c == '#' && t.escapes:
		t.i = skipComment(t.src, t.i, outline.Hash)
		t.next()
		return
	default:
		t.i++
	}
	t.end = t.i
}

func (t *sqlTokens) string(escapes bool) {
	for t.i = bytes.IndexByte(t.src[t.i:], '\'') + t.i + 1; t.i < len(t.src); t.i++ {
		switch t.src[t.i] {
		case '\\':
			if escapes {
				t.i++
			}
		case '\'':
			if t.i+1 >= len(t.src) || t.src[t.i+1] != '\'' {
				t.i++
				return
			}
			t.i++
		}
	}
	t.i = min(t.i, len(t.src))
}

// maxBody bounds how far the end of a routine's body is looked for.
const maxBody = 256 << 10

// dollarString steps over $$ … $$ and $tag$ … $tag$.
func (t *sqlTokens) dollarString() {
	n := wordEnd(t.src, t.i+1, "")
	if n >= len(t.src) || t.src[n] != '$' {
		t.i++
		return
	}
	tag := t.src[t.i : n+1]
	t.i, t.dollar = n+1, true
	if end := bytes.Index(t.src[t.i:min(len(t.src), t.i+maxBody)], tag); end >= 0 {
		t.i += end + len(tag)
	}
}

// bracketName tells [name] (T-SQL) from an array's index or bounds.
func (t *sqlTokens) bracketName() bool {
	n := wordEnd(t.src, t.i+1, " #$-.")
	return n > t.i+1 && n < len(t.src) && t.src[n] == ']' && (t.src[t.i+1] < '0' || t.src[t.i+1] > '9')
}

func quotedName(src []byte, i int, shut byte) int {
	for i++; i < len(src) && src[i] != '\n'; i++ {
		if src[i] == shut {
			return i + 1
		}
	}
	return i
}

// word tells whether the token is a name or a keyword.
func (t *sqlTokens) word() bool {
	return t.quoted || t.start < t.end && isWord(t.src[t.start]) && t.src[t.end-1] != '\''
}

// text is the token without its quotes.
func (t *sqlTokens) text() string {
	s := string(t.src[t.start:t.end])
	if t.quoted {
		return strings.Trim(s, "\"`[]")
	}
	return s
}

func (t *sqlTokens) at(c byte) bool {
	return t.end == t.start+1 && t.src[t.start] == c
}

// is compares the token with a keyword in capitals, without regard to case.
func (t *sqlTokens) is(keyword string) bool {
	if t.end-t.start != len(keyword) || t.quoted {
		return false
	}
	for i := range len(keyword) {
		if t.src[t.start+i]&^0x20 != keyword[i] {
			return false
		}
	}
	return true
}

func (t *sqlTokens) upper() string {
	if t.quoted || t.end-t.start > 20 {
		return ""
	}
	return strings.ToUpper(string(t.src[t.start:t.end]))
}
