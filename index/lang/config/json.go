package config

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// maxNesting bounds the recursion; deeper values are skipped by counting
// brackets.
const maxNesting = 40

// jsonScanner reads JSON as people write it: with comments, trailing commas,
// bare keys and single quotes. What it does not understand it steps over.
type jsonScanner struct {
	b    *outline.Builder
	src  []byte
	i    int
	what *known
	path []string
	kind string // the value of the top-level key "kind"
}

func scanJSON(b *outline.Builder) {
	s := jsonScanner{b: b, src: b.Src, i: b.SkipBOM(), what: knownAsJSON(b.Path, b.Src)}
	s.space()
	s.value(0, 0)
	hideSecretKind(b, 0, s.kind)
}

// value reads one value. Keys of objects become entries of def, which has
// depth entries around it.
func (s *jsonScanner) value(def int32, depth int) {
	if s.i >= len(s.src) {
		return
	}
	open := s.src[s.i] == '{' || s.src[s.i] == '['
	switch {
	case open && (len(s.path) > maxNesting || depth >= s.what.depth && s.what.files == nil):
		s.skip()
	case s.src[s.i] == '{':
		s.object(def, depth)
	case s.src[s.i] == '[':
		s.array(def, depth)
	default:
		s.scalar(def)
	}
}

func (s *jsonScanner) scalar(def int32) {
	start := s.i
	s.word()
	if len(s.path) == 1 && s.path[0] == "kind" {
		s.kind = unquote(s.src[start:s.i])
	}
	if s.what.files.match(s.path) {
		reference(s.b, def, unquote(s.src[start:s.i]), start)
	}
}

func (s *jsonScanner) array(def int32, depth int) {
	s.i++
	s.path = append(s.path, "*")
	for s.next(']') {
		at := s.i
		s.value(def, max(depth, 1)+s.what.depth) // no entries for what has no name
		if s.i == at {
			s.i++
		}
	}
	s.path = s.path[:len(s.path)-1]
}

func (s *jsonScanner) object(def int32, depth int) {
	s.i++
	for s.next('}') {
		start := s.i
		s.word()
		key := unquote(s.src[start:s.i])
		end := s.i
		s.space()
		if s.i == start || s.i >= len(s.src) || s.src[s.i] != ':' {
			s.i = max(s.i, start+1)
			continue
		}
		s.i++
		s.space()
		s.path = append(s.path, key)
		s.member(def, depth, key, start, end)
		s.path = s.path[:len(s.path)-1]
	}
}

// member is one key whose value stands at s.i.
func (s *jsonScanner) member(parent int32, depth int, key string, start, keyEnd int) {
	if depth == 0 && (key == "openapi" || key == "swagger") {
		s.what = &known{depth: 3, files: schemaJSON.files}
	}
	e := outline.Entry{Parent: parent, Form: "key", Name: key, Start: start, KeyEnd: keyEnd, Comments: outline.Slashes | outline.Block}
	def := facts.None
	open := s.i < len(s.src) && (s.src[s.i] == '{' || s.src[s.i] == '[')
	if depth < s.what.depth {
		if !open {
			at := s.i
			s.word()
			e.End, s.i = s.i, at
		} else if s.src[s.i] == '{' {
			e.Form = "object"
		} else {
			e.Form = "array"
		}
		e.Form = s.what.form(s.path, e.Form)
		def = s.b.Add(e)
	}
	below := def
	if def == facts.None {
		below = parent
	}
	s.value(below, depth+1)
	s.b.Close(def, s.i)
}

// next skips blanks and commas; false at the closing bracket, which it
// consumes, at one of the other kind, which it leaves, and at the end.
func (s *jsonScanner) next(shut byte) bool {
	for {
		s.space()
		if s.i >= len(s.src) {
			return false
		}
		switch c := s.src[s.i]; c {
		case ',':
			s.i++
		case '}', ']':
			if c == shut {
				s.i++
			}
			return false
		default:
			return true
		}
	}
}

// word steps over a string or a bare word.
func (s *jsonScanner) word() {
	if s.i < len(s.src) && (s.src[s.i] == '"' || s.src[s.i] == '\'') {
		s.i = quoted(s.src, s.i)
		return
	}
	for s.i < len(s.src) && strings.IndexByte(" \t\r\n,:{}[]\"'", s.src[s.i]) < 0 {
		s.i++
	}
}

// skip steps over an object or array without looking into it.
func (s *jsonScanner) skip() {
	depth := 0
	for s.i < len(s.src) {
		switch s.src[s.i] {
		case '"':
			s.i = quoted(s.src, s.i)
			continue
		case '/':
			if at := s.i; s.comment() && s.i > at {
				continue
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.i++
		if depth <= 0 {
			return
		}
	}
}

func (s *jsonScanner) space() {
	for s.i < len(s.src) {
		switch s.src[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		case '/', '#':
			if !s.comment() {
				return
			}
		default:
			return
		}
	}
}

func (s *jsonScanner) comment() bool {
	end := skipComment(s.src, s.i, outline.Slashes|outline.Block|outline.Hash)
	ok := end > s.i
	s.i = end
	return ok
}

// unquote is the text of a word or a quoted string, as written if it has
// escapes that are none.
func unquote(q []byte) string {
	if len(q) == 0 || q[0] != '"' && q[0] != '\'' {
		return string(q)
	}
	if len(q) < 2 || q[len(q)-1] != q[0] {
		return string(bytes.TrimRight(q[min(1, len(q)):], "\r\n"))
	}
	if bytes.IndexByte(q, '\\') >= 0 && q[0] == '"' {
		var text string
		if json.Unmarshal(q, &text) == nil {
			return text
		}
	}
	return string(q[1 : len(q)-1])
}
