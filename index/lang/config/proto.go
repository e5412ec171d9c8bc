package config

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// protoScanner reads protocol buffers: messages are classes, services
// interfaces, rpcs functions; fields and enum values are variables.
type protoScanner struct {
	b *outline.Builder
	t tokens
}

const slashed = outline.Slashes | outline.Block

func scanProto(b *outline.Builder) {
	b.Limit, b.Open = sqlLimit, true
	s := protoScanner{b: b, t: tokens{src: b.Src, i: b.SkipBOM(), comments: slashed, more: "."}}
	for s.t.next(); !s.t.done(); {
		at := s.t.start
		s.declaration(0, 0)
		if s.t.start == at {
			s.t.next()
		}
	}
}

// declaration reads one statement of the file or of a message.
func (s *protoScanner) declaration(parent int32, depth int) {
	start, word := s.t.start, s.t.text()
	switch word {
	case "syntax", "edition", "option", "reserved", "extensions":
		s.skip()
	case "package":
		if s.t.next(); s.t.isName() {
			s.b.F.Package = s.b.Clean(s.t.text())
		}
		s.skip()
	case "import":
		s.imports(start)
	case "message", "enum", "service", "extend", "oneof", "group":
		s.t.next()
		if !s.t.isName() { // a field of that name
			s.field(parent, start, word)
			return
		}
		s.block(parent, depth, start, word)
	case "rpc":
		s.t.next()
		s.rpc(parent, start)
	case ";", "}", "{":
		s.t.next()
	default:
		if depth == 0 || !s.t.isName() {
			s.skip()
			return
		}
		s.field(parent, start, "")
	}
}

// skip moves beyond the statement at hand.
func (s *protoScanner) skip() {
	s.t.skipTo(";")
	s.t.take(';')
}

func (s *protoScanner) imports(start int) {
	s.t.next()
	var flags facts.ImportFlags
	if s.t.is("public") {
		flags = facts.ImportExported
	}
	if s.t.isName() {
		s.t.next()
	}
	if s.t.isString() {
		n := len(s.b.F.Imports)
		s.b.Import(0, unquote(s.b.Src[s.t.start:s.t.end]), start)
		if len(s.b.F.Imports) > n {
			s.b.F.Imports[n].Flags = flags
		}
	}
	s.skip()
}

var protoKinds = map[string]facts.Kind{"message": facts.Class, "enum": facts.Class, "service": facts.Interface, "group": facts.Class}

// block reads what has a body; its name is at hand.
func (s *protoScanner) block(parent int32, depth, start int, form string) {
	name, at := s.t.text(), s.t.start
	s.t.skipTo("{;")
	def := parent
	if kind, ok := protoKinds[form]; ok {
		def = s.b.Add(outline.Entry{Parent: parent, Kind: kind, Form: form, Name: name, Start: start, NameAt: at, Comments: slashed,
			Sig: form + " " + name})
		if def != facts.None {
			s.b.Def(def).Mods = facts.Exported
			s.b.Def(def).BodyByte = uint32(s.t.start)
		}
	}
	if s.t.take('{') {
		for !s.t.done() && !s.t.at('}') {
			at := s.t.start
			switch {
			case depth > maxNesting:
				s.t.skipTo("}")
			case form == "enum":
				s.value(def)
			default:
				s.declaration(def, depth+1)
			}
			if s.t.start == at {
				s.t.next()
			}
		}
	}
	if kind := protoKinds[form]; kind != facts.KindNone {
		s.b.Close(def, s.t.end)
	}
	s.t.next()
}

// field reads "repeated a.B name = 1 [options];" or a map. first is a word
// that has been read already.
func (s *protoScanner) field(parent int32, start int, first string) {
	list, typ, pos := false, first, start
	for first == "" && (s.t.is("repeated") || s.t.is("optional") || s.t.is("required")) {
		list = s.t.is("repeated")
		s.t.next()
	}
	if first == "" {
		typ, pos = s.t.text(), s.t.start
		s.t.next()
	}
	if typ == "map" && s.t.take('<') {
		s.t.skipTo(">,")
		if s.t.take(',') {
			typ, pos, list = s.t.text(), s.t.start, true
			s.t.skipTo(">")
		}
		s.t.take('>')
	}
	if typ == "group" {
		s.block(parent, maxNesting, start, "group")
		return
	}
	name, at := s.t.text(), s.t.start
	ok := s.t.isName()
	if ok {
		s.t.next()
	}
	ok = ok && s.t.at('=')
	s.t.skipTo(";")
	if ok {
		def := s.b.Add(outline.Entry{Parent: parent, Kind: facts.Variable, Form: "field", Name: name, Start: start, NameAt: at, End: s.t.end, Comments: slashed})
		if def != facts.None {
			t := s.b.Type(def, protoType(typ), pos)
			if list {
				t = s.b.ListOf(def, t, pos)
			}
			s.b.Def(def).Type = t
		}
	}
	s.t.take(';')
}

// protoType is a type's name as it is looked up: ".a.B" is a.B from the root.
func protoType(name string) string { return strings.TrimPrefix(name, ".") }

// value reads one value of an enum.
func (s *protoScanner) value(enum int32) {
	start, name := s.t.start, s.t.text()
	if !s.t.isName() || name == "option" || name == "reserved" {
		s.skip()
		return
	}
	s.t.next()
	ok := s.t.at('=')
	s.t.skipTo(";")
	if ok {
		s.b.Add(outline.Entry{Parent: enum, Kind: facts.Variable, Form: "enum_member", Name: name, Start: start, End: s.t.end, Comments: slashed})
	}
	s.t.take(';')
}

// rpc reads "Name (stream Request) returns (Response)"; its name is at hand.
func (s *protoScanner) rpc(service int32, start int) {
	name, at := s.t.text(), s.t.start
	if !s.t.isName() {
		s.skip()
		return
	}
	s.t.next()
	def := s.b.Add(outline.Entry{Parent: service, Kind: facts.Function, Form: "rpc", Name: name, Start: start, NameAt: at, Comments: slashed})
	request, stream := s.message(def)
	if s.t.is("returns") {
		s.t.next()
	}
	response, back := s.message(def)
	end := s.t.start
	if s.t.at('{') { // options
		s.t.next()
		s.t.skipTo("}")
	}
	if def != facts.None {
		d := s.b.Def(def)
		d.Mods, d.Complexity = facts.Exported|facts.Declared, 1
		d.Sig = s.b.OneLine(strings.TrimRight(string(s.b.Src[start:min(end, start+400)]), " ;{\n\t\r"))
		d.Params = []facts.Param{{Name: "request", Text: stream + s.name(request), Type: request, Default: facts.None}}
		d.Type, d.Returns = response, back+s.name(response)
		s.b.Close(def, s.t.end)
	}
	if s.t.take('}'); s.t.at(';') {
		s.t.next()
	}
}

func (s *protoScanner) name(t int32) string {
	if t == facts.None {
		return ""
	}
	return s.b.F.Types[t].Name
}

// message reads "(stream a.B)".
func (s *protoScanner) message(rpc int32) (t int32, stream string) {
	t = facts.None
	if !s.t.take('(') {
		return t, ""
	}
	if s.t.is("stream") {
		s.t.next()
		stream = "stream "
	}
	if s.t.isName() || len(s.t.text()) > 1 {
		t = s.b.Type(rpc, protoType(s.t.text()), s.t.start)
	}
	s.t.skipTo(")")
	s.t.take(')')
	return t, stream
}
