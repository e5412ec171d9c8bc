package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// end tells whether the token at hand ends a statement.
func (s *sqlScanner) end() bool {
	if s.delimiter != ";" {
		return bytes.HasPrefix(s.b.Src[min(s.t.start, len(s.b.Src)):], []byte(s.delimiter)) || s.batch()
	}
	return s.t.at(';') || s.batch()
}

// batch tells whether the token is T-SQL's GO or Oracle's "/" on a line of its own.
func (s *sqlScanner) batch() bool {
	if !s.t.is("GO") && !s.t.at('/') || s.t.start >= len(s.b.Src) {
		return false
	}
	return s.b.First(s.t.start) && len(bytes.TrimSpace(s.b.Src[s.t.end:s.b.LineEnd(s.t.end)])) == 0
}

// broken tells whether a new statement begins where the one at hand is not
// over: CREATE or ALTER TABLE as the first word of a line.
func (s *sqlScanner) broken() bool {
	if s.t.start == 0 || s.t.start >= len(s.b.Src) || s.b.Src[s.t.start-1] != '\n' || s.t.quoted {
		return false
	}
	return s.t.is("CREATE") || s.t.is("ALTER") || s.t.is("DELIMITER") || s.batch()
}

// statement moves beyond the end of the statement at hand and returns where
// it ended, noting for def the tables that it reads and writes. In a routine,
// the semicolons between BEGIN and END are its own.
func (s *sqlScanner) statement(def int32, routine bool) int {
	depth, end := 0, s.t.start
	for s.t.start < len(s.b.Src) {
		if depth <= 0 && s.end() {
			if s.t.at(';') {
				end = s.t.end
			}
			if s.delimiter != ";" && !s.batch() {
				s.t.i = min(s.t.start+len(s.delimiter), len(s.b.Src))
			}
			s.t.next()
			return end
		}
		if s.broken() && (depth <= 0 || s.t.is("CREATE")) {
			return end
		}
		if routine {
			depth = s.nest(depth)
		}
		table := def != facts.None && (s.t.is("FROM") || s.t.is("JOIN") || s.t.is("INTO"))
		end = s.t.end
		s.t.next()
		if table && s.t.word() && !s.t.is("SELECT") && !s.broken() {
			pos := s.t.start
			end = s.t.end
			s.uses(def, pos)
		}
	}
	return end
}

// nest follows BEGIN … END and CASE … END.
func (s *sqlScanner) nest(depth int) int {
	switch {
	case s.t.is("BEGIN"), s.t.is("CASE"):
		return depth + 1
	case s.t.is("END"):
		at := s.t
		s.t.next()
		for _, w := range []string{"IF", "LOOP", "WHILE", "REPEAT", "FOR"} {
			if s.t.is(w) {
				return depth
			}
		}
		if !s.t.is("CASE") {
			s.t = at
		}
		return depth - 1
	}
	return depth
}

// withoutDefault is a column's text up to its default value.
func withoutDefault(s string) string {
	if n := strings.Index(strings.ToUpper(s), " DEFAULT "); n >= 0 && n < len(s) {
		return s[:n]
	}
	return s
}
