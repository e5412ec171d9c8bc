package markdown

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

type section struct {
	level int
	def   int32
}

// section is the definition that the text at hand belongs to.
func (s *scanner) section() int32 {
	if n := len(s.sections); n > 0 {
		return s.sections[n-1].def
	}
	return 0
}

// atxLevel is the level of a heading that is marked with "#", 0 if it is none.
func atxLevel(rest []byte) int {
	n := 0
	for n < len(rest) && rest[n] == '#' {
		n++
	}
	if n > 6 || n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
		return 0
	}
	return n
}

func (s *scanner) heading(next, end int) bool {
	if s.src[next] != '#' {
		return false
	}
	level := atxLevel(s.src[next:end])
	if level == 0 {
		return false
	}
	s.closeLeaf()
	s.filled()
	from := next + level
	for from < end && (s.src[from] == ' ' || s.src[from] == '\t') {
		from++
	}
	to := trimBlank(s.src, from, end)
	hashes := to
	for hashes > from && s.src[hashes-1] == '#' {
		hashes--
	}
	if hashes == from || s.src[hashes-1] == ' ' || s.src[hashes-1] == '\t' {
		to = trimBlank(s.src, from, hashes)
	}
	s.begin(level, next, end, text{from: from, body: s.src[from:to]})
	return true
}

// isSetext tells an underline of a heading.
func isSetext(rest []byte) bool {
	rest = bytes.TrimRight(rest, " \t")
	return len(rest) > 0 && (rest[0] == '=' || rest[0] == '-') && len(bytes.Trim(rest, string(rest[0]))) == 0
}

func (s *scanner) setext(next, end int) bool {
	if s.leaf != paragraphLeaf || !isSetext(s.src[next:end]) || s.isTable() {
		return false
	}
	s.leaf = noLeaf
	t := s.para.text(s.src)
	level := 1
	if s.src[next] == '-' {
		level = 2
	}
	s.begin(level, t.pos(0), end, t)
	return true
}

// begin opens a section. Headings in quotes and lists are none, but their
// links count.
func (s *scanner) begin(level, start, end int, t text) {
	t.def = s.section()
	if len(s.containers) > 0 {
		s.keep(t)
		return
	}
	s.closeSections(level, start)
	body, id := headingID(t.body)
	t.body = body
	name := plain(body, true)
	def := s.b.Add(outline.Entry{Parent: s.section(), Kind: facts.Section, Form: headingForms[level], Name: name,
		Start: start, End: trimBlank(s.src, start, end), Sig: headingMarks[:level] + " " + name})
	if def != facts.None {
		d := s.b.Def(def)
		d.BodyByte = uint32(min(end+1, len(s.src)))
		if id != "" {
			d.Decorators = []string{s.b.Clean(id)}
		}
		s.sections = append(s.sections, section{level, def})
	}
	t.def = s.section()
	s.keep(t)
}

const headingMarks = "######"

var headingForms = [...]string{1: "h1", 2: "h2", 3: "h3", 4: "h4", 5: "h5", 6: "h6"}

// closeSections ends the sections of that level and below it.
func (s *scanner) closeSections(level, end int) {
	end = trimBlank(s.src, 0, end)
	for n := len(s.sections) - 1; n >= 0 && s.sections[n].level >= level; n-- {
		d := s.b.Def(s.sections[n].def)
		s.b.Close(s.sections[n].def, max(end, int(d.EndByte)))
		s.sections = s.sections[:n]
	}
}

// headingID cuts "{#id}" off the end of a heading.
func headingID(body []byte) (rest []byte, id string) {
	if !bytes.HasSuffix(body, []byte("}")) {
		return body, ""
	}
	n := bytes.LastIndex(body, []byte("{#"))
	if n < 0 || bytes.ContainsAny(body[n:], " \t\n") {
		return body, ""
	}
	return bytes.TrimRight(body[:n], " \t"), string(body[n:])
}

// maxDescription bounds the text that is kept of a first paragraph.
const maxDescription = 500

// describe takes a paragraph as what its section and the page are about.
func (s *scanner) describe(t *text) {
	page, sec := s.b.Def(0), s.b.Def(t.def)
	if page.Doc != "" && sec.Doc != "" {
		return
	}
	body := t.body
	if len(body) > 4*maxDescription {
		body = body[:4*maxDescription]
	}
	doc := plain(body, false)
	if !strings.ContainsFunc(doc, isWordRune) {
		return // badges
	}
	doc = outline.Cut(s.b.Clean(doc), maxDescription)
	if page.Doc == "" {
		page.Doc = doc
	}
	if sec.Doc == "" {
		sec.Doc = doc
	}
}

func trimBlank(src []byte, start, end int) int {
	for end > start && (src[end-1] == ' ' || src[end-1] == '\t' || src[end-1] == '\r' || src[end-1] == '\n') {
		end--
	}
	return end
}
