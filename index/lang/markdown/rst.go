package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/structural-memory/smp/index/lang/outline"
)

// rstScanner reads the titles of reStructuredText and what inline markup
// names. The order in which styles of titles appear is their level.
type rstScanner struct {
	*scanner
	styles []string // sign, twice for a title with a line above it
	labels []string // ".. _label:" before the next title
	skip   int      // lines that are indented more than this are no text; -1: none are
	toc    int      // the same for a list of pages
	last   string   // the line before, "" for a blank one
	para   []byte   // the first paragraph of a section that has no text yet
}

func scanRST(b *outline.Builder) {
	b.Open = true
	s := rstScanner{scanner: &scanner{b: b, src: b.Src}, skip: -1, toc: -1}
	for n := 0; n < b.LineCount(); n++ {
		n = s.read(n)
	}
	s.endText()
	s.closeSections(1, len(s.src))
}

// read handles line n and returns the last line that it took.
func (s *rstScanner) read(n int) int {
	line := strings.TrimRight(s.row(n), " \t")
	text := strings.TrimLeft(line, " \t")
	indent := len(line) - len(text)
	start, _ := s.b.LineAt(n)
	if text == "" {
		s.endText()
		s.last = ""
		return n
	}
	if s.skip >= 0 && indent > s.skip {
		return n
	}
	if s.toc >= 0 && indent > s.toc {
		s.entry(text, start)
		return n
	}
	s.skip, s.toc = -1, -1
	if last := s.title(n, line, indent); last > n {
		return last
	}
	s.last = line
	if strings.HasPrefix(text, ".. ") || text == ".." {
		s.endText()
		s.directive(text[2:], indent, start)
		return n
	}
	if strings.HasSuffix(text, "::") {
		s.skip = indent
	}
	s.text(line, start, indent)
	return n
}

// title reads a title with its underline, and its overline if it has one.
func (s *rstScanner) title(n int, line string, indent int) int {
	if s.last != "" || n+1 >= s.b.LineCount() {
		return n
	}
	name, at, style := line, n, ""
	if isAdornment(line) && n+2 < s.b.LineCount() {
		name, at, style = strings.TrimSpace(s.row(n+1)), n+1, line[:1]
		if strings.TrimRight(s.row(n+2), " \t") != line {
			return n
		}
	} else if indent > 0 {
		return n
	}
	under := strings.TrimRight(s.row(at+1), " \t")
	if name == "" || isAdornment(name) || !isAdornment(under) || len(under) < min(4, utf8.RuneCountInString(name)) {
		return n
	}
	start, _ := s.b.LineAt(n)
	_, end := s.b.LineAt(at + 1)
	s.endText()
	s.begin(s.level(style+under[:1]), start, end, text{body: []byte(rstPlain(name))})
	if def := s.section(); def > 0 {
		s.b.Def(def).NameLine = uint32(at + 1)
		for _, l := range s.labels {
			s.b.Def(def).Decorators = append(s.b.Def(def).Decorators, s.b.Clean("{#"+l+"}"))
		}
	}
	s.labels, s.last, s.texts = nil, "", s.texts[:0]
	return at + 1
}

// level is the level of a style of titles.
func (s *rstScanner) level(style string) int {
	for i, known := range s.styles {
		if known == style {
			return i + 1
		}
	}
	if len(s.styles) < 6 {
		s.styles = append(s.styles, style)
	}
	return len(s.styles)
}

// isAdornment tells a line that is one sign over and over.
func isAdornment(line string) bool {
	return len(line) >= 2 && isPunct(line[0]) && strings.Trim(line, line[:1]) == "" && (len(line) > 2 || line[0] != '.' && line[0] != ':')
}

// text takes one line of text for the section's documentation and its links.
func (s *rstScanner) text(line string, start, indent int) {
	d := s.b.Def(s.section())
	if indent == 0 && d.Doc == "" && len(s.para) < 2*maxDescription {
		s.para = append(append(s.para, line...), ' ')
	}
	s.links(line, start)
}

// endText ends a paragraph.
func (s *rstScanner) endText() {
	if len(s.para) == 0 {
		return
	}
	doc := rstPlain(strings.TrimSpace(string(s.para)))
	s.para = s.para[:0]
	if !strings.ContainsFunc(doc, isWordRune) {
		return
	}
	doc = outline.Cut(s.b.Clean(doc), maxDescription)
	for _, def := range []int32{0, s.section()} {
		if d := s.b.Def(def); d.Doc == "" {
			d.Doc = doc
		}
	}
}

// rstPlain is a text without roles, marks and targets.
func rstPlain(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ':':
			if n := roleEnd(s[i:]); n > 0 {
				i += n
				continue
			}
			out.WriteByte(c)
			i++
		case c == '`':
			end := strings.IndexByte(s[i+1:], '`')
			if end <= 0 { // the second of two, or never closed
				i++
				continue
			}
			name, _ := rstTarget(s[i+1 : i+1+end])
			out.WriteString(name)
			i += end + 2
			for i < len(s) && (s[i] == '_' || s[i] == '`') {
				i++
			}
		case c == '*' || c == '|':
			i++
		default:
			out.WriteByte(c)
			i++
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// roleEnd is the length of ":role:" before a backtick, 0 if there is none.
func roleEnd(s string) int {
	n := 1
	for n < len(s) && (isAlnum(s[n]) || bytes.IndexByte([]byte(":._+-"), s[n]) >= 0) {
		n++
	}
	if n > 2 && n < len(s) && s[n] == '`' && s[n-1] == ':' {
		return n
	}
	return 0
}

// rstTarget splits "text <target>"; the target is the text where it has none.
func rstTarget(s string) (name, target string) {
	if n := strings.LastIndexByte(s, '<'); n >= 0 && strings.HasSuffix(s, ">") {
		name, target = strings.TrimSpace(s[:n]), s[n+1:len(s)-1]
		if name == "" {
			name = target
		}
		return name, target
	}
	return strings.TrimLeft(s, "~!."), s
}
