package config

import (
	"bytes"
	"path"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// yamlDepth is how deep the keys of a YAML document are entries.
const yamlDepth = 3

// yamlScanner reads YAML by lines and columns, so that templates (Helm,
// Jinja) and broken documents give what can be read.
type yamlScanner struct {
	b      *outline.Builder
	src    []byte
	line   int // the line at hand, from 0
	frames []yamlFrame
	path   []string // the keys and items around, one for each frame but the first
	last   int      // where the last line with content ended
	depth  int      // how deep keys are entries
	files  rules
	forms  map[string]string
	builds composeBuilds
	doc    int32  // the definition that the document's keys belong to
	kind   string // the document's top-level "kind"
}

// yamlFrame is a key or a list item that is open.
type yamlFrame struct {
	indent int // column of the key or of the dash
	item   bool
	fresh  bool  // an item whose first key is still to come
	dash   int   // where an item begins
	def    int32 // what is below belongs to it
	own    bool  // def is this frame's own entry
	level  int   // entries around what is below
}

func scanYAML(b *outline.Builder) {
	if i := skipBlank(b.Src, b.SkipBOM(), outline.Hash); bytes.HasPrefix(b.Src[i:], []byte("{")) &&
		!bytes.HasPrefix(b.Src[i:], []byte("{{")) && !bytes.HasPrefix(b.Src[i:], []byte("{%")) {
		scanJSON(b)
		return
	}
	s := yamlScanner{b: b, src: b.Src}
	s.files, s.forms = knownAsYAML(b.Path)
	if s.depth = yamlDepth; path.Base(b.Path) == "pnpm-lock.yaml" {
		s.depth = 1
	}
	s.begin()
	for ; s.line < b.LineCount(); s.line++ {
		start, end := b.LineAt(s.line)
		if s.line == 0 {
			start = b.SkipBOM()
		}
		s.read(start, max(start, end))
	}
	s.finish()
	s.builds.emit(b)
}

// read handles one line that is not inside of a scalar.
func (s *yamlScanner) read(start, end int) {
	p := start
	for p < end && (s.src[p] == ' ' || s.src[p] == '\t') {
		p++
	}
	rest := s.src[p:end]
	switch {
	case len(rest) == 0 || rest[0] == '#':
		return
	case p == start && (isMarker(rest, "---") || isMarker(rest, "...")):
		s.finish()
		s.line++
		s.begin()
		s.line--
		return
	case p == start && rest[0] == '%', bytes.HasPrefix(rest, []byte("{{")), bytes.HasPrefix(rest, []byte("{%")):
		return
	}
	end = trimEnd(s.src, p, end)
	for p < end && s.src[p] == '-' && (p+1 == end || s.src[p+1] == ' ' || s.src[p+1] == '\t') {
		s.item(p-start, p)
		for p++; p < end && (s.src[p] == ' ' || s.src[p] == '\t'); p++ {
		}
	}
	if p == end || s.src[p] == '#' {
		s.last = p
		return
	}
	if key, keyEnd, value, ok := yamlKey(s.src, p, end); ok {
		s.key(p-start, p, key, keyEnd, value, end)
		return
	}
	s.last = end
	s.plain(p, end)
}

// item opens a list item whose dash stands in column col.
func (s *yamlScanner) item(col, dash int) {
	for top := s.top(); top.indent > col || top.indent == col && top.item; top = s.top() {
		s.pop()
	}
	top := s.top()
	s.push(yamlFrame{indent: col, item: true, fresh: true, dash: dash, def: top.def, level: top.level}, "*")
}

// plain handles a scalar in a list, or the continuation of one.
func (s *yamlScanner) plain(p, end int) {
	if top := s.top(); top.item && top.fresh {
		if c := s.src[p]; c == '|' || c == '>' {
			s.block(top.indent)
			return
		}
		if v, at := yamlScalar(s.src, p, end); v != "" {
			s.value(top.def, v, at)
		}
		s.skipOpen(p, end, top.indent)
	}
}

func (s *yamlScanner) key(col, start int, name string, keyEnd, value, end int) {
	for s.top().indent >= col {
		s.pop()
	}
	s.last = end
	value = skipTags(s.src, value, end)
	text, at := yamlScalar(s.src, value, end)
	if s.nameItem(name, text) {
		return
	}
	parent := s.top()
	s.push(yamlFrame{indent: col, def: parent.def, level: parent.level + 1}, name)
	s.value(parent.def, text, at)
	first := s.line
	if value < end && (s.src[value] == '|' || s.src[value] == '>') {
		s.block(col)
	} else if value < end {
		s.skipOpen(value, end, col)
	}
	if parent.level >= s.depth || name == "<<" {
		return
	}
	e := outline.Entry{Parent: parent.def, Form: "key", Name: name, Start: start, KeyEnd: keyEnd, Comments: outline.Hash}
	if value < end && s.line == first { // a value on the same line: the entry ends with it
		e.End = commentStart(s.src, value, end)
	}
	if len(s.path) == 2 && s.forms[s.path[0]] != "" {
		e.Form = s.forms[s.path[0]]
	}
	if def := s.b.Add(e); def != facts.None {
		top := s.top()
		top.def, top.own = def, true
		s.b.Close(def, max(e.End, s.last))
	}
}

// nameItem makes an entry of a list item whose first key names it.
func (s *yamlScanner) nameItem(key, text string) bool {
	top := s.top()
	if !top.item || !top.fresh {
		return false
	}
	top.fresh = false
	switch key {
	case "name", "id", "job_name", "alert", "record":
	default:
		text = ""
	}
	if text == "" || top.level >= s.depth || len(text) > 100 {
		top.level = s.depth // keys of what has no name are no entries
		return false
	}
	def := s.b.Add(outline.Entry{Parent: top.def, Form: "item", Name: text, Start: top.dash, NameAt: top.dash, Sig: key + ": " + text, Comments: outline.Hash})
	if def != facts.None {
		top.def, top.own, top.level = def, true, top.level+1
		s.b.Close(def, s.last)
	}
	return true
}

// value is any scalar at the path at hand.
func (s *yamlScanner) value(def int32, text string, pos int) {
	if text == "" {
		return
	}
	if len(s.path) == 1 && s.path[0] == "kind" {
		s.kind = text
	}
	if s.builds.take(s.path, text, def, pos) {
		return
	}
	if text[0] == '[' {
		s.flow(def, pos)
		return
	}
	if !s.files.match(s.path) {
		return
	}
	if n := len(s.path); s.path[n-1] == "uses" && text[0] != '.' {
		return // an action of another repository
	}
	reference(s.b, def, text, pos)
}
