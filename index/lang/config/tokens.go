package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// tokens cuts a schema into words, strings and single signs; comments are
// stepped over.
type tokens struct {
	src        []byte
	i          int
	start, end int // the token at hand; start is len(src) at the end
	comments   outline.Comments
	more       string // what is part of a word beside letters, digits and "_"
	triple     bool   // """ … """ is a string
}

func (t *tokens) next() {
	t.i = skipBlank(t.src, t.i, t.comments)
	t.start, t.end = t.i, t.i
	if t.i >= len(t.src) {
		return
	}
	switch c := t.src[t.i]; {
	case isWord(c) || strings.IndexByte(t.more, c) >= 0:
		t.i = wordEnd(t.src, t.i, t.more)
	case t.triple && bytes.HasPrefix(t.src[t.i:], []byte(`"""`)):
		end := bytes.Index(t.src[t.i+3:], []byte(`"""`))
		if t.i = t.i + 6 + end; end < 0 {
			t.i = len(t.src)
		}
	case c == '"' || c == '\'':
		t.i = quoted(t.src, t.i)
	default:
		t.i++
	}
	t.end = t.i
}

func (t *tokens) done() bool { return t.start >= len(t.src) }

// at tells whether the token is that sign.
func (t *tokens) at(c byte) bool { return t.end == t.start+1 && t.src[t.start] == c }

func (t *tokens) is(word string) bool { return string(t.src[t.start:t.end]) == word }

// isName tells whether the token is a word.
func (t *tokens) isName() bool { return t.start < t.end && isWord(t.src[t.start]) }

func (t *tokens) isString() bool {
	return t.start < t.end && (t.src[t.start] == '"' || t.src[t.start] == '\'')
}

func (t *tokens) text() string { return string(t.src[t.start:t.end]) }

// take moves on if the token is that sign.
func (t *tokens) take(c byte) bool {
	if !t.at(c) {
		return false
	}
	t.next()
	return true
}

// skipTo moves to the first of the signs outside of brackets, or to the end.
// A closing bracket that is not its own stops it as well.
func (t *tokens) skipTo(signs string) {
	depth := 0
	for ; !t.done(); t.next() {
		if t.end != t.start+1 {
			continue
		}
		c := t.src[t.start]
		if depth == 0 && strings.IndexByte(signs, c) >= 0 {
			return
		}
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return
			}
		}
	}
}
