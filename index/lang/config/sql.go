package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// sqlLimit bounds the entries of a file that declares a schema.
const sqlLimit = 20000

// sqlScanner reads what SQL statements define, in any dialect: it looks at
// the words after CREATE and ALTER TABLE and at the columns in brackets.
type sqlScanner struct {
	b         *outline.Builder
	t         sqlTokens
	delimiter string // MySQL's DELIMITER, ";" at first
}

func scanSQL(b *outline.Builder) {
	b.Limit, b.Open = sqlLimit, true
	s := sqlScanner{b: b, t: sqlTokens{src: b.Src, i: b.SkipBOM(), escapes: bytes.IndexByte(b.Src, '`') >= 0}, delimiter: ";"}
	s.t.next()
	for s.t.start < len(b.Src) {
		start := s.t.start
		switch {
		case s.t.is("CREATE"):
			s.create(start)
		case s.t.is("ALTER"):
			s.alter(start)
		case s.t.is("DELIMITER"):
			line := bytes.TrimSpace(b.Src[s.t.end:b.LineEnd(s.t.end)])
			if s.delimiter = string(line); s.delimiter == "" {
				s.delimiter = ";"
			}
			s.t.noDollar = bytes.IndexByte(line, '$') >= 0
			s.t.i = b.LineEnd(s.t.end)
			s.t.next()
		default:
			s.statement(facts.None, false)
		}
		if s.t.start == start { // nothing moved: step over
			s.t.next()
		}
	}
}

// sqlNoise are words between CREATE and what is created.
var sqlNoise = map[string]bool{"OR": true, "REPLACE": true, "ALTER": true, "TEMP": true, "TEMPORARY": true, "UNLOGGED": true, "GLOBAL": true, "LOCAL": true,
	"EXTERNAL": true, "UNIQUE": true, "MATERIALIZED": true, "VIRTUAL": true, "RECURSIVE": true, "FORCE": true, "EDITIONABLE": true, "NONEDITIONABLE": true,
	"CLUSTERED": true, "NONCLUSTERED": true, "COLUMNSTORE": true, "FULLTEXT": true, "SPATIAL": true, "FOREIGN": true, "TRANSIENT": true, "CONSTRAINT": true,
	"AGGREGATE": true, "BITMAP": true, "PRIVATE": true, "SECURE": true}

// sqlForms are what CREATE makes that is worth an entry.
var sqlForms = map[string]string{"TABLE": "table", "VIEW": "view", "INDEX": "index", "FUNCTION": "function", "PROCEDURE": "procedure", "PROC": "procedure",
	"TRIGGER": "trigger", "SEQUENCE": "sequence", "TYPE": "type", "DOMAIN": "domain", "SCHEMA": "schema", "DATABASE": "database", "EXTENSION": "extension",
	"POLICY": "policy", "EVENT": "event", "PACKAGE": "package"}

// create reads one CREATE statement, whose first word is at hand.
func (s *sqlScanner) create(start int) {
	s.t.next()
	for n := 0; n < 12 && sqlForms[s.t.upper()] == "" && s.t.start < len(s.b.Src); n++ {
		if !sqlNoise[s.t.upper()] && !s.definer() {
			s.statement(facts.None, false)
			return
		}
		s.t.next()
	}
	form := sqlForms[s.t.upper()]
	if form == "" {
		s.statement(facts.None, false)
		return
	}
	s.t.next()
	for s.t.is("IF") || s.t.is("NOT") || s.t.is("EXISTS") || s.t.is("CONCURRENTLY") || s.t.is("BODY") {
		s.t.next()
	}
	at := s.t.start
	name := s.name()
	sigEnd := s.headEnd(form)
	def := s.b.Add(outline.Entry{Form: form, Name: name, Start: start, NameAt: at, KeyEnd: s.t.start,
		Sig: string(s.b.Src[start:max(start, sigEnd)]), Comments: outline.Dashes | outline.Block})
	switch form {
	case "table":
		s.table(def)
	case "function", "procedure", "trigger", "event", "package":
		s.on(def)
		s.b.Close(def, s.statement(def, true))
		return
	case "index", "policy":
		s.on(def)
	}
	s.b.Close(def, s.statement(def, false))
}

// definer tells whether the word at hand belongs to MySQL's DEFINER=a@b,
// ALGORITHM=x or SQL SECURITY x.
func (s *sqlScanner) definer() bool {
	switch s.t.upper() {
	case "DEFINER", "ALGORITHM", "SQL", "SECURITY", "INVOKER", "MERGE", "UNDEFINED", "TEMPTABLE", "CURRENT_USER", "=", "@", "(", ")", "*", "/":
		return true
	}
	prev := s.t.prev
	return prev == '=' || prev == '@' || s.t.quoted
}

// headEnd is where the signature ends: for a table at its bracket, for the
// others at the end of the line or of the parameters.
func (s *sqlScanner) headEnd(form string) int {
	end := s.b.LineEnd(min(s.t.start, len(s.b.Src)))
	switch {
	case form == "table" && s.t.at('('):
		return s.t.start
	case s.t.at('('):
		return max(s.closing(s.t.start), s.t.end)
	case form == "index" || form == "trigger" || form == "policy":
		head, _, ok := bytes.Cut(s.b.Src[s.t.start:min(len(s.b.Src), s.t.start+200)], []byte(";"))
		if begin := bytes.Index(bytes.ToUpper(head), []byte("BEGIN")); begin > 0 {
			return s.t.start + begin
		}
		if ok {
			return s.t.start + len(head)
		}
	}
	return end
}

// closing is where the bracket at i closes.
func (s *sqlScanner) closing(i int) int {
	t := sqlTokens{src: s.b.Src, i: i, escapes: s.t.escapes}
	depth := 0
	for t.next(); t.start < len(t.src) && t.start < i+2000; t.next() {
		if t.at('(') {
			depth++
		} else if t.at(')') {
			if depth--; depth <= 0 {
				return t.end
			}
		}
	}
	return 0
}

// name reads a name, moves beyond it, and returns it without its qualifiers
// (schema, database), which stay in the signature.
func (s *sqlScanner) name() string {
	var parts []string
	for s.t.word() {
		parts = append(parts, s.t.text())
		s.t.next()
		if !s.t.at('.') {
			break
		}
		s.t.next()
	}
	if len(parts) == 0 {
		return ""
	}
	return parts[len(parts)-1]
}

// on reads "ON table" before the body and notes the use of the table.
func (s *sqlScanner) on(def int32) {
	for n := 0; n < 30 && s.t.start < len(s.b.Src) && !s.t.at(';'); n++ {
		if s.t.is("ON") {
			s.t.next()
			s.uses(def, s.t.start)
			return
		}
		if s.t.is("AS") || s.t.is("BEGIN") || s.t.is("RETURNS") || s.t.at('(') || s.t.dollar {
			return
		}
		s.t.next()
	}
}

// uses notes that def names the table whose name is at hand.
func (s *sqlScanner) uses(def int32, pos int) {
	if name := s.name(); name != "" && def != facts.None && !strings.EqualFold(name, "DELETE") && !strings.EqualFold(name, "UPDATE") {
		s.b.Ref(def, name, pos)
	}
}
