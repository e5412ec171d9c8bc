package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// quoted is where the quoted string at i ends: after its closing quote, or at
// the end of its line if there is none. A backslash escapes.
func quoted(src []byte, i int) int {
	q := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case q:
			return i + 1
		case '\\':
			i++
		case '\n':
			return i
		}
	}
	return len(src)
}

// skipComment is where the comment at i ends, or i if there is none.
func skipComment(src []byte, i int, kinds outline.Comments) int {
	rest := src[i:]
	switch {
	case kinds&outline.Block != 0 && bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return len(src)
	case kinds&outline.Hash != 0 && rest[0] == '#',
		kinds&outline.Slashes != 0 && bytes.HasPrefix(rest, []byte("//")),
		kinds&outline.Dashes != 0 && bytes.HasPrefix(rest, []byte("--")),
		kinds&outline.Semicolon != 0 && rest[0] == ';':
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(src)
	}
	return i
}

// skipBlank is the first byte at or after i that is neither blank nor in a
// comment.
func skipBlank(src []byte, i int, kinds outline.Comments) int {
	for i < len(src) {
		switch c := src[i]; c {
		case ' ', '\t', '\r', '\n', '\f':
			i++
		default:
			end := skipComment(src, i, kinds)
			if end == i {
				return i
			}
			i = end
		}
	}
	return i
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// wordEnd is where the run of word bytes, and of those in more, ends.
func wordEnd(src []byte, i int, more string) int {
	for i < len(src) && (isWord(src[i]) || strings.IndexByte(more, src[i]) >= 0) {
		i++
	}
	return i
}

// trimEnd is end without the blanks before it.
func trimEnd(src []byte, start, end int) int {
	for end > start && (src[end-1] == ' ' || src[end-1] == '\t' || src[end-1] == '\r' || src[end-1] == '\n') {
		end--
	}
	return end
}
