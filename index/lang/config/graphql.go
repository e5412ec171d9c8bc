package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// graphqlScanner reads GraphQL: types with their fields, and operations.
type graphqlScanner struct {
	b   *outline.Builder
	t   tokens
	doc string // the description before the token at hand
}

func scanGraphQL(b *outline.Builder) {
	b.Limit, b.Open = sqlLimit, true
	s := graphqlScanner{b: b, t: tokens{src: b.Src, i: b.SkipBOM(), comments: outline.Hash, triple: true}}
	graphqlImports(b)
	for s.t.next(); !s.t.done(); {
		at := s.t.start
		s.description()
		s.definition()
		if s.t.start == at {
			s.t.next()
		}
	}
}

// graphqlImports reads the comments that name other files: #import "x".
func graphqlImports(b *outline.Builder) {
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		rest, ok := bytes.CutPrefix(b.Src[start:end], []byte("#"))
		if !ok {
			continue
		}
		rest, ok = bytes.CutPrefix(bytes.TrimSpace(rest), []byte("import "))
		if i := bytes.IndexAny(rest, `"'`); ok && i >= 0 {
			b.Import(0, unquote(rest[i:quoted(rest, i)]), start)
		}
	}
}

// description takes a string before a definition as its documentation.
func (s *graphqlScanner) description() {
	s.doc = ""
	for s.t.isString() {
		text := strings.Trim(s.t.text(), `"`)
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			lines[i] = strings.TrimLeft(l, " \t")
		}
		s.doc = outline.CleanDoc(lines)
		s.t.next()
	}
}

var graphqlKinds = map[string]facts.Kind{"type": facts.Class, "input": facts.Class, "enum": facts.Class, "interface": facts.Interface,
	"union": facts.Interface, "scalar": facts.Interface, "directive": facts.Function, "schema": facts.Config,
	"query": facts.Function, "mutation": facts.Function, "subscription": facts.Function, "fragment": facts.Function}

func (s *graphqlScanner) definition() {
	start, form := s.t.start, s.t.text()
	extend := form == "extend"
	if extend {
		s.t.next()
		form = s.t.text()
	}
	kind, ok := graphqlKinds[form]
	if !ok {
		s.t.skipTo("{")
		s.body(facts.None, "")
		return
	}
	s.t.next()
	s.t.take('@')
	name, at := s.t.text(), s.t.start
	switch {
	case form == "schema":
		name, at = "schema", start
	case !s.t.isName():
		s.t.skipTo("{")
		s.body(facts.None, "")
		return
	default:
		s.t.next()
	}
	e := outline.Entry{Kind: kind, Form: form, Name: name, Start: start, NameAt: at, Doc: s.doc, Comments: outline.Hash}
	def := s.b.Add(e)
	if def != facts.None {
		s.b.Def(def).Mods = facts.Exported
		if extend {
			s.b.Def(def).Form, s.b.Def(def).Mods = "extension", facts.Exported|facts.Extension
		}
	}
	s.head(def, form)
	if s.t.at('{') {
		if def != facts.None {
			s.b.Def(def).BodyByte = uint32(s.t.start)
		}
		s.body(def, form)
		return
	}
}

// head reads what stands between the name and the body: interfaces, members
// of a union, arguments, the type of a fragment.
func (s *graphqlScanner) head(def int32, form string) {
	end, bases := s.t.start, false
	for !s.t.done() && !s.t.at('{') && !s.t.isString() {
		if kind, ok := graphqlKinds[s.t.text()]; (ok && kind != 0 || s.t.is("extend")) && s.b.First(s.t.start) {
			break
		}
		switch {
		case s.t.is("implements") || form == "union" && s.t.at('='):
			bases = true
		case s.t.at('@'):
			bases, end = false, s.directive()
			continue
		case s.t.is("on") && form == "fragment":
			s.t.next()
			if t := s.b.Type(def, s.t.text(), s.t.start); t != facts.None {
				s.b.Def(def).Type = t
			}
		case s.t.at('('):
			s.arguments(def)
			end = s.t.start
			continue
		case bases && s.t.isName():
			s.base(def, form)
		}
		end = s.t.end
		s.t.next()
	}
	if def != facts.None {
		s.b.Close(def, end)
		d := s.b.Def(def)
		d.Sig = s.b.OneLine(string(s.b.Src[d.StartByte:min(end, int(d.StartByte)+400)]))
	}
}

// base adds an interface, or for a union's member the use of a type.
func (s *graphqlScanner) base(def int32, form string) {
	t := s.b.Type(def, s.t.text(), s.t.start)
	if t == facts.None {
		return
	}
	line := s.b.Line(s.t.start)
	if form == "union" {
		s.b.F.Refs = append(s.b.F.Refs, facts.Ref{Expr: facts.None, Type: t, Def: def, Line: line, Kind: facts.RefType})
		return
	}
	rel := facts.Implements
	if form == "interface" {
		rel = facts.ExtendsIface
	}
	d := s.b.Def(def)
	d.Bases = append(d.Bases, facts.Base{Type: t, Expr: facts.None, Rel: rel, Line: line})
}
