package config

import (
	"bytes"
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// Elements are entries down to xmlDepth; one level further if they have a
// name of their own.
const xmlDepth = 3

// xmlScanner reads XML by its tags. A closing tag closes the nearest element
// of its name, so that a forgotten one costs little.
type xmlScanner struct {
	b    *outline.Builder
	src  []byte
	i    int
	open []xmlOpen
	pom  bool
	proj bool // an MSBuild project
}

type xmlOpen struct {
	tag  string
	def  int32 // the entry of the element or of the one around it
	own  bool
	text int // where its content begins
}

func scanXML(b *outline.Builder) {
	ext := path.Ext(b.Path)
	s := xmlScanner{b: b, src: b.Src, i: b.SkipBOM(), pom: path.Base(b.Path) == "pom.xml" || ext == ".pom",
		proj: strings.HasSuffix(ext, "proj") || ext == ".props" || ext == ".targets"}
	for {
		n := bytes.IndexByte(s.src[s.i:], '<')
		if n < 0 {
			break
		}
		s.i += n
		s.markup(s.src[s.i:])
	}
	for len(s.open) > 0 {
		s.pop(trimEnd(s.src, 0, len(s.src)))
	}
}

// markup handles what begins with "<" and moves beyond it.
func (s *xmlScanner) markup(rest []byte) {
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.beyond("-->")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		s.beyond("]]>")
	case bytes.HasPrefix(rest, []byte("<?")):
		s.beyond("?>")
	case bytes.HasPrefix(rest, []byte("<!")):
		s.doctype()
	case bytes.HasPrefix(rest, []byte("</")):
		s.close()
	case len(rest) > 1 && isWord(rest[1]):
		s.element()
	default:
		s.i++
	}
}

func (s *xmlScanner) beyond(mark string) {
	if n := bytes.Index(s.src[s.i:], []byte(mark)); n >= 0 {
		s.i += n + len(mark)
		return
	}
	s.i = len(s.src)
}

// doctype steps over a declaration, with what it has in brackets.
func (s *xmlScanner) doctype() {
	depth := 0
	for ; s.i < len(s.src); s.i++ {
		switch s.src[s.i] {
		case '[', '<':
			depth++
		case ']':
			depth--
		case '>':
			if depth--; depth <= 0 {
				s.i++
				return
			}
		}
	}
}

// close handles a closing tag.
func (s *xmlScanner) close() {
	start := s.i
	name := s.src[s.i+2 : wordEnd(s.src, s.i+2, "-.:")]
	s.beyond(">")
	for n := len(s.open) - 1; n >= 0 && n > len(s.open)-20; n-- {
		if s.open[n].tag != string(name) {
			continue
		}
		for len(s.open) > n+1 {
			s.pop(start)
		}
		s.text(&s.open[n], start)
		s.pop(s.i)
		return
	}
}

func (s *xmlScanner) pop(end int) {
	n := len(s.open) - 1
	if s.open[n].own {
		s.b.Close(s.open[n].def, end)
	}
	s.open = s.open[:n]
}

// text looks at the content of an element that holds nothing else.
func (s *xmlScanner) text(o *xmlOpen, end int) {
	content := bytes.TrimSpace(s.src[o.text:end])
	if len(content) == 0 || len(content) > 300 || bytes.IndexByte(content, '<') >= 0 {
		return
	}
	if s.pom && (o.tag == "module" || o.tag == "relativePath") {
		reference(s.b, o.def, string(content), o.text)
	}
	if o.own {
		d := s.b.Def(o.def)
		if len(content) <= 72 && !s.b.Hidden(d.Parent, d.Name) && !outline.SecretKey(o.tag) {
			d.Sig = s.b.OneLine(outline.Scrub(d.Sig + string(content)))
		}
	}
}

// element handles an opening tag.
func (s *xmlScanner) element() {
	start := s.i
	s.i = wordEnd(s.src, s.i+1, "-.:")
	tag := string(s.src[start+1 : s.i])
	a := s.attributes()
	end, single := s.i, s.i >= 2 && s.src[s.i-2] == '/'
	parent := int32(0)
	if n := len(s.open); n > 0 {
		parent = s.open[n-1].def
	}
	def, own := s.entry(parent, tag, a, start, end)
	s.references(def, tag, a, start)
	if single {
		return
	}
	if len(s.open) < 200 { // beyond, the closing tags find nothing to close
		s.open = append(s.open, xmlOpen{tag: tag, def: def, own: own, text: end})
	}
}

// entry adds an element, if it is to be one; else it is that around it.
func (s *xmlScanner) entry(parent int32, tag string, a map[string]string, start, end int) (def int32, own bool) {
	name := xmlName(a)
	if s.pom && name == "" {
		name = s.coordinates(tag, end)
	}
	depth := len(s.open)
	if depth > xmlDepth || depth == xmlDepth && name == "" {
		return parent, false
	}
	e := outline.Entry{Parent: parent, Form: "element", Name: tag, Start: start, End: end, Comments: outline.XML}
	if name != "" {
		e.Form, e.Name = tag, name
	}
	e.Sig = string(s.src[start:min(end, start+400)])
	if name != "" && (keyed(a) || s.b.Hidden(parent, name)) {
		e.Sig = "<" + tag + " " + name + ">"
	}
	if def = s.b.Add(e); def == facts.None {
		return parent, false
	}
	return def, true
}
