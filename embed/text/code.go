package text

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// Kind is what a piece of source text is.
type Kind uint8

const (
	Ident   Kind = iota // an identifier, as written; no keyword
	String              // the content of a string literal
	Comment             // a comment with its markers, or a docstring
)

// Code are the pieces of source text that say something, in order: parts of
// src, nothing is copied. lang is the id of the language, which decides what
// comments and strings look like; an unknown one is read like C. Broken
// source is no error: what does not end ends with the line or the text.
func Code(lang, src string) iter.Seq2[string, Kind] {
	return func(yield func(string, Kind) bool) { scanCode(syntaxOf(lang), src, yield) }
}

func scanCode(x *syntax, src string, yield func(string, Kind) bool) {
	fresh := true // nothing but space since the line began
	for i := 0; i < len(src); {
		c := src[i]
		k := class[c]
		switch {
		case k == lower || k == upper || k == wide || c == '_':
			end := identifier(src, i)
			if w := src[i:end]; !keyword(w) && !yield(w, Ident) {
				return
			}
			i, fresh = end, false
			continue
		case k == digit:
			i, fresh = number(src, i), false
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case !x.leads[c]:
			fresh = c == '\n'
			i++
			continue
		}
		if end, ok := x.comment(src, i); ok {
			if !yield(src[i:end], Comment) {
				return
			}
			i = end
			continue
		}
		from, to, end, ok := x.quoted(src, i)
		if !ok {
			fresh = c == '\n'
			i++
			continue
		}
		kind := String
		if fresh && x.docstrings && from-i == 3 {
			kind = Comment
		}
		if from < to && !yield(src[from:to], kind) {
			return
		}
		i, fresh = end, false
	}
}

func identifier(s string, i int) int {
	for i < len(s) && (class[s[i]] != other || s[i] == '_') {
		i++
	}
	return i
}

// number skips a literal with its suffix and exponent: 0x1F, 1_000u64, 2.5e9.
func number(s string, i int) int {
	for i < len(s) && (class[s[i]] != other && s[i] < utf8.RuneSelf || s[i] == '_' || s[i] == '.' && i+1 < len(s) && class[s[i+1]] == digit) {
		i++
	}
	return i
}

// syntax is how comments and strings look.
type syntax struct {
	line       []string    // what begins a comment that ends with the line
	block      [][2]string // what begins and ends one that may be longer
	quotes     string      // what strings begin and end with
	long       string      // those of quotes that may span lines
	triple     bool        // """ and '''
	docstrings bool        // a triple string that begins a statement is a comment
	chars      bool        // ' holds one character, or stands before a lifetime
	leads      [256]bool   // what any of these begins with
}

// comment finds the end of the comment that begins at i, if one does.
func (x *syntax) comment(s string, i int) (end int, ok bool) {
	for _, b := range x.block {
		if strings.HasPrefix(s[i:], b[0]) {
			return after(s, i+len(b[0]), b[1]), true
		}
	}
	for _, l := range x.line {
		if strings.HasPrefix(s[i:], l) {
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				return i + n, true
			}
			return len(s), true
		}
	}
	return 0, false
}

// after is the place behind the next mark, or the end.
func after(s string, i int, mark string) int {
	if n := strings.Index(s[i:], mark); n >= 0 {
		return i + n + len(mark)
	}
	return len(s)
}

// quoted finds the string literal that begins at i, if one does: its content
// is s[from:to].
func (x *syntax) quoted(s string, i int) (from, to, end int, ok bool) {
	q := s[i]
	if strings.IndexByte(x.quotes, q) < 0 {
		return 0, 0, 0, false
	}
	if mark := s[i:min(i+3, len(s))]; x.triple && len(mark) == 3 && mark[1] == q && mark[2] == q {
		end = after(s, i+3, mark)
		to = end
		if end-3 >= i+3 && strings.HasSuffix(s[:end], mark) {
			to = end - 3
		}
		return i + 3, to, end, true
	}
	if x.chars && q == '\'' && !isChar(s[i+1:]) {
		return 0, 0, 0, false
	}
	long := strings.IndexByte(x.long, q) >= 0
	for j := i + 1; j < len(s); j++ {
		switch c := s[j]; {
		case c == q:
			return i + 1, j, j + 1, true
		case c == '\\':
			j++
		case c == '\n' && !long:
			return 0, 0, 0, false
		}
	}
	return 0, 0, 0, false
}

// isChar tells whether s begins with one character, maybe escaped, and a
// quote: what else follows a single quote is no literal, but a lifetime or a
// part of a number.
func isChar(s string) bool {
	if strings.HasPrefix(s, `\`) {
		return true
	}
	_, size := utf8.DecodeRuneInString(s)
	return strings.HasPrefix(s[size:], "'")
}
