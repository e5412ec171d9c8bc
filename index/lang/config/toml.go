package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// tomlScanner reads TOML: tables by their full name, keys below them.
type tomlScanner struct {
	b     *outline.Builder
	src   []byte
	i     int
	table int32    // the table at hand, 0 before the first
	path  []string // of the key at hand, the table's name first
	what  *known
}

func scanTOML(b *outline.Builder) {
	s := tomlScanner{b: b, src: b.Src, i: b.SkipBOM(), what: knownAsTOML(b.Path)}
	for {
		s.i = skipBlank(s.src, s.i, outline.Hash)
		if s.i >= len(s.src) {
			break
		}
		if s.src[s.i] == '[' {
			s.header()
		} else {
			s.pair()
		}
	}
	s.b.Close(s.table, trimEnd(s.src, 0, len(s.src)))
}

// header reads [a.b] or [[a.b]].
func (s *tomlScanner) header() {
	start, end := s.i, s.b.LineEnd(s.i)
	if s.table > 0 {
		s.b.Close(s.table, trimEnd(s.src, 0, s.tableEnd(start)))
	}
	form := "table"
	if bytes.HasPrefix(s.src[start:], []byte("[[")) {
		form = "array_table"
		s.i++
	}
	s.i++
	s.path = s.key(s.path[:0], end)
	s.i = end
	s.table = max(0, s.b.Add(outline.Entry{Form: s.form(form, 1), Name: strings.Join(s.path, "."), Start: start, End: trimEnd(s.src, start, end), Comments: outline.Hash}))
}

// tableEnd is where the table before a header ends: comments right before the
// header belong to the header.
func (s *tomlScanner) tableEnd(header int) int {
	for n := int(s.b.Line(header)) - 2; n >= 0; n-- {
		start, end := s.b.LineAt(n)
		if line := bytes.TrimLeft(s.src[start:end], " \t"); len(line) == 0 || line[0] != '#' {
			return end
		}
	}
	return 0
}

// pair reads key = value; a line that is none is skipped.
func (s *tomlScanner) pair() {
	start, end := s.i, s.b.LineEnd(s.i)
	table := len(s.path)
	s.path = s.key(s.path, end)
	keyEnd := s.i
	s.i = skipSpace(s.src, s.i)
	if s.i >= end || s.src[s.i] != '=' || len(s.path) == table {
		s.i, s.path = end, s.path[:table]
		return
	}
	s.i = skipSpace(s.src, s.i+1)
	value := s.i
	if s.i < end {
		s.i = tomlEnd(s.src, s.i)
	}
	def := s.b.Add(outline.Entry{Parent: s.table, Form: s.form("key", 2), Name: strings.Join(s.path[table:], "."),
		Start: start, KeyEnd: keyEnd, End: trimEnd(s.src, start, s.i), Comments: outline.Hash})
	if s.what != nil {
		if def == facts.None {
			def = s.table
		}
		s.value(def, value, s.i, 0)
	}
	s.path = s.path[:table]
	s.i = max(s.i, s.b.LineEnd(value))
}

// form is what a table or key is called by the key around it.
func (s *tomlScanner) form(fallback string, depth int) string {
	if s.what == nil || len(s.path) < 2 || len(s.path) < depth {
		return fallback
	}
	return s.what.form(s.path, fallback)
}

// key appends the parts of a dotted key to path.
func (s *tomlScanner) key(path []string, end int) []string {
	for s.i < end {
		s.i = skipSpace(s.src, s.i)
		start := s.i
		if s.i < end && (s.src[s.i] == '"' || s.src[s.i] == '\'') {
			s.i = min(quoted(s.src, s.i), end)
			path = append(path, unquote(s.src[start:s.i]))
		} else {
			s.i = wordEnd(s.src, s.i, "-")
			if s.i == start {
				return path
			}
			path = append(path, string(s.src[start:s.i]))
		}
		if next := skipSpace(s.src, s.i); next >= end || s.src[next] != '.' {
			return path
		} else {
			s.i = next + 1
		}
	}
	return path
}

func skipSpace(src []byte, i int) int {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	return i
}
