package config

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// sqlConstraints begin what stands between columns and is none.
var sqlConstraints = map[string]bool{"CONSTRAINT": true, "PRIMARY": true, "FOREIGN": true, "UNIQUE": true, "CHECK": true, "KEY": true, "INDEX": true,
	"EXCLUDE": true, "LIKE": true, "FULLTEXT": true, "SPATIAL": true, "PERIOD": true, "INHERITS": true, "SELECT": true, "WITH": true, "AS": true}

// table reads the columns in the brackets after a table's name.
func (s *sqlScanner) table(def int32) {
	if !s.t.at('(') {
		return
	}
	s.t.next()
	for s.t.start < len(s.b.Src) {
		switch {
		case s.t.at(')'):
			s.t.next()
			return
		case s.t.at(','):
			s.t.next()
		case s.broken():
			return
		default:
			s.column(def)
		}
	}
}

// column reads one column or constraint, up to its comma or the closing
// bracket.
func (s *sqlScanner) column(table int32) {
	start, name := s.t.start, s.t.text()
	isColumn := s.t.word() && (s.t.quoted || !sqlConstraints[s.t.upper()])
	end, depth, first := s.t.end, 0, true
	owner := table
	if isColumn {
		owner = s.b.Add(outline.Entry{Parent: table, Form: "column", Name: name, Start: start, Comments: outline.Dashes | outline.Block})
	}
	for s.t.start < len(s.b.Src) && !s.broken() {
		if depth == 0 && !first && (s.t.at(',') || s.t.at(')')) {
			break
		}
		first = false
		switch {
		case s.t.at('('):
			depth++
		case s.t.at(')'):
			depth--
		case s.t.is("REFERENCES"):
			end = s.t.end
			s.t.next()
			s.uses(owner, s.t.start)
			continue
		}
		end = s.t.end
		s.t.next()
	}
	if owner != facts.None && isColumn {
		s.b.Close(owner, end)
		d := s.b.Def(owner)
		d.Sig = s.b.OneLine(string(s.b.Src[start:min(end, start+400)]))
		if outline.SecretKey(name) {
			d.Sig = s.b.Clean(outline.Scrub(withoutDefault(d.Sig)))
		}
	}
}

// alter reads ALTER TABLE name …: an entry when it adds columns.
func (s *sqlScanner) alter(start int) {
	s.t.next()
	for s.t.is("FOREIGN") || s.t.is("EXTERNAL") {
		s.t.next()
	}
	if !s.t.is("TABLE") {
		s.statement(facts.None, false)
		return
	}
	s.t.next()
	for s.t.is("IF") || s.t.is("EXISTS") || s.t.is("ONLY") {
		s.t.next()
	}
	at := s.t.start
	name := s.name()
	def := s.b.Add(outline.Entry{Form: "alter_table", Name: name, Start: start, NameAt: at, Comments: outline.Dashes | outline.Block,
		Sig: withoutDefault(string(s.b.Src[start:s.b.LineEnd(min(s.t.start, len(s.b.Src)))]))})
	if def != facts.None {
		s.b.Ref(def, name, at)
	}
	for s.t.start < len(s.b.Src) && !s.end() && !s.broken() {
		switch {
		case s.t.is("ADD"):
			s.t.next()
			for s.t.is("COLUMN") || s.t.is("IF") || s.t.is("NOT") || s.t.is("EXISTS") {
				s.t.next()
			}
			if s.t.word() && !sqlConstraints[s.t.upper()] {
				s.added(def)
			}
		case s.t.is("REFERENCES"):
			s.t.next()
			s.uses(def, s.t.start)
		default:
			s.t.next()
		}
	}
	s.b.Close(def, s.statement(def, false))
}

// added reads the column that ALTER TABLE … ADD names.
func (s *sqlScanner) added(table int32) {
	start, name, depth := s.t.start, s.t.text(), 0
	col := s.b.Add(outline.Entry{Parent: table, Form: "column", Name: name, Start: start})
	end := s.t.end
	for ; s.t.start < len(s.b.Src) && !s.end() && !s.broken() && (depth > 0 || !s.t.at(',')); s.t.next() {
		if s.t.at('(') {
			depth++
		} else if s.t.at(')') {
			depth--
		} else if depth == 0 && s.t.is("REFERENCES") {
			break
		}
		end = s.t.end
	}
	if col != facts.None {
		s.b.Close(col, end)
		s.b.Def(col).Sig = s.b.OneLine(withoutDefault(string(s.b.Src[start:min(end, start+400)])))
	}
}
