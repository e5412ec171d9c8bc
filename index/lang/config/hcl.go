package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

const (
	hclComments = outline.Hash | outline.Slashes | outline.Block
	hclDepth    = 3
)

// hclScanner reads HCL: blocks with labels, attributes, and nothing of what
// attributes compute.
type hclScanner struct {
	b   *outline.Builder
	src []byte
	i   int

	absent map[string]bool // marks of here-documents that end nowhere below
}

func scanHCL(b *outline.Builder) {
	s := hclScanner{b: b, src: b.Src, i: b.SkipBOM(), absent: map[string]bool{}}
	for s.i < len(s.src) {
		s.body(0, "", 0)
		s.i++ // a closing brace too many
	}
}

// body reads blocks and attributes up to the closing brace, which it leaves.
func (s *hclScanner) body(def int32, block string, depth int) {
	for {
		s.i = skipBlank(s.src, s.i, hclComments)
		if s.i >= len(s.src) || s.src[s.i] == '}' || depth > 0 && hclTop(s.src, s.i) {
			return
		}
		start := s.i
		s.i = s.word(s.i)
		if s.i == start {
			s.i++
			continue
		}
		word := string(bytes.Trim(s.src[start:s.i], `"`))
		keyEnd := s.i
		s.i = skipSpace(s.src, s.i)
		if s.i < len(s.src) && (s.src[s.i] == '=' || s.src[s.i] == ':') && !bytes.HasPrefix(s.src[s.i:], []byte("==")) {
			s.attribute(def, block, depth, word, start, keyEnd)
			continue
		}
		s.block(def, depth, word, start)
	}
}

// word is where the name or the quoted string at i ends.
func (s *hclScanner) word(i int) int {
	if i < len(s.src) && s.src[i] == '"' {
		return hclString(s.src, i)
	}
	return wordEnd(s.src, i, "-.")
}

func (s *hclScanner) attribute(def int32, block string, depth int, name string, start, keyEnd int) {
	value := skipSpace(s.src, s.i+1)
	s.i = s.end(value)
	if depth >= hclDepth {
		return
	}
	end := trimEnd(s.src, start, s.i)
	form := "attribute"
	if block == "locals" && depth == 1 { // expressions know it as local.name
		def, form, name = 0, "local", "local."+name
	}
	a := s.b.Add(outline.Entry{Parent: def, Form: form, Name: name, Start: start, End: end, KeyEnd: keyEnd, Comments: hclComments})
	s.uses(a, min(value, end), end)
	text := unquote(s.src[min(value, end):end])
	if (name == "source" && block == "module" || name == "config_path" || name == "source" && block == "terraform") && strings.HasPrefix(text, ".") {
		s.b.Import(max(a, 0), text, start)
	}
}

// block reads the labels and the body of a block whose type has been read.
func (s *hclScanner) block(parent int32, depth int, kind string, start int) {
	var labels []string
	for s.i < len(s.src) && s.src[s.i] != '{' {
		at := s.i
		if s.i = s.word(s.i); s.i == at {
			return // no block after all
		}
		labels = append(labels, string(bytes.Trim(s.src[at:s.i], `"`)))
		s.i = skipSpace(s.src, s.i)
	}
	if s.i >= len(s.src) {
		return
	}
	def := facts.None
	if depth < hclDepth {
		def = s.b.Add(outline.Entry{Parent: parent, Form: kind, Name: address(kind, labels, depth), Start: start, KeyEnd: trimEnd(s.src, start, s.i), Comments: hclComments})
	}
	s.i++
	if depth < maxNesting {
		s.body(def, kind, depth+1)
	} else {
		s.i = s.end(s.i) // what is nested too deep is stepped over
	}
	if s.i < len(s.src) && s.src[s.i] == '}' {
		s.i++
	}
	s.b.Close(def, trimEnd(s.src, start, min(s.i, len(s.src))))
}

// address is how Terraform's expressions call what a block declares: var.x,
// module.x, data.type.name, type.name.
func address(kind string, labels []string, depth int) string {
	if len(labels) == 0 || depth > 0 {
		return strings.Join(append([]string{kind}, labels...), ".")
	}
	switch kind {
	case "resource":
		return strings.Join(labels, ".")
	case "variable":
		return "var." + strings.Join(labels, ".")
	}
	return kind + "." + strings.Join(labels, ".")
}
