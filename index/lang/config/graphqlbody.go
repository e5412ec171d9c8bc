package config

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// body reads from "{" to "}": fields, values of an enum, or a selection,
// which is stepped over.
func (s *graphqlScanner) body(def int32, form string) {
	if !s.t.take('{') {
		return
	}
	switch form {
	case "type", "interface", "input", "enum":
		for !s.t.done() && !s.t.at('}') {
			at := s.t.start
			s.description()
			s.member(def, form)
			if s.t.start == at {
				s.t.next()
			}
		}
	default:
		s.t.skipTo("}")
	}
	s.b.Close(def, min(s.t.end, len(s.b.Src)))
	s.t.next()
}

// member reads "name(args): Type @directive" or a value of an enum.
func (s *graphqlScanner) member(owner int32, form string) {
	if !s.t.isName() {
		return
	}
	start, name := s.t.start, s.t.text()
	e := outline.Entry{Parent: owner, Kind: facts.Variable, Form: "field", Name: name, Start: start, End: s.t.end, Doc: s.doc, Comments: outline.Hash}
	if form == "enum" {
		e.Form = "enum_member"
	}
	def := s.b.Add(e)
	end := s.t.end
	s.t.next()
	if s.t.at('(') {
		s.arguments(def)
	}
	if form != "enum" && s.t.take(':') {
		t, last := s.typ(def)
		if end = last; def != facts.None {
			s.b.Def(def).Type = t
		}
	}
	if s.t.take('=') {
		s.constant()
	}
	for s.t.at('@') {
		s.directive()
	}
	if def != facts.None {
		s.b.Close(def, end)
		s.b.Def(def).Sig = s.b.OneLine(string(s.b.Src[start:min(end, start+400)]))
	}
}

// typ reads "[Name!]!" and returns where it ended.
func (s *graphqlScanner) typ(def int32) (t int32, end int) {
	pos, lists := s.t.start, 0
	for s.t.take('[') {
		lists++
	}
	t, end = facts.None, s.t.start
	if s.t.isName() {
		t, end = s.b.Type(def, s.t.text(), s.t.start), s.t.end
		s.t.next()
	}
	for s.t.at(']') || s.t.at('!') {
		end = s.t.end
		if s.t.at(']') && lists > 0 {
			lists--
			t = s.b.ListOf(def, t, pos)
		}
		s.t.next()
	}
	return t, end
}

// arguments reads "(name: Type = default, …)" as parameters.
func (s *graphqlScanner) arguments(def int32) {
	for s.t.next(); !s.t.done() && !s.t.at(')') && !s.t.at('}'); {
		at := s.t.start
		s.argument(def)
		if s.t.start == at {
			s.t.next()
		}
	}
	s.t.take(')')
}

func (s *graphqlScanner) argument(def int32) {
	s.description()
	s.t.take('$')
	if !s.t.isName() {
		return
	}
	p := facts.Param{Name: s.b.Clean(s.t.text()), Type: facts.None, Default: facts.None}
	if s.t.next(); s.t.take(':') {
		start := s.t.start
		t, end := s.typ(def)
		p.Type, p.Text = t, s.b.Clean(string(s.b.Src[start:end]))
	}
	if s.t.take('=') {
		p.Flags = facts.ParamOptional
		s.constant()
	}
	for s.t.at('@') {
		s.directive()
	}
	if def != facts.None && len(s.b.Def(def).Params) < 100 {
		s.b.Def(def).Params = append(s.b.Def(def).Params, p)
	}
}

// constant steps over a value.
func (s *graphqlScanner) constant() {
	if s.t.at('[') || s.t.at('{') {
		s.t.next()
		s.t.skipTo("")
	}
	s.t.next()
}

// directive steps over "@name(args)" and returns where it ended.
func (s *graphqlScanner) directive() int {
	s.t.next()
	end := s.t.end
	if s.t.next(); s.t.take('(') {
		s.t.skipTo(")")
		end = s.t.end
		s.t.take(')')
	}
	return end
}
