package config

import (
	"bytes"

	"github.com/structural-memory/smp/index/lang/outline"
)

func (s *yamlScanner) top() *yamlFrame { return &s.frames[len(s.frames)-1] }

func (s *yamlScanner) push(f yamlFrame, key string) {
	s.frames = append(s.frames, f)
	s.path = append(s.path, key)
}

func (s *yamlScanner) pop() {
	f := s.top()
	if f.own {
		s.b.Close(f.def, max(s.last, int(s.b.Def(f.def).EndByte)))
	}
	s.frames = s.frames[:len(s.frames)-1]
	s.path = s.path[:len(s.path)-1]
}

// begin starts a document at the line at hand. One of Kubernetes' resources
// becomes an entry, "Kind/name", that holds its keys.
func (s *yamlScanner) begin() {
	s.kind, s.doc = "", 0
	base := yamlFrame{indent: -1}
	if name, start := s.resource(); name != "" {
		s.doc = s.b.Add(outline.Entry{Form: "resource", Name: name, Start: start, Sig: name, Comments: outline.Hash})
		s.doc = max(s.doc, 0)
		base.def = s.doc
	}
	s.frames = append(s.frames[:0], base)
	s.path = s.path[:0]
}

// finish ends the document at hand.
func (s *yamlScanner) finish() {
	for len(s.frames) > 1 {
		s.pop()
	}
	if s.doc > 0 {
		s.b.Close(s.doc, s.last)
	}
	hideSecretKind(s.b, s.doc, s.kind)
}

// resource looks through the document that begins at the line at hand for
// apiVersion, kind and metadata.name.
func (s *yamlScanner) resource() (name string, start int) {
	var version, meta bool
	var kind, id string
	start = -1
	for n := s.line; n < s.b.LineCount(); n++ {
		from, end := s.b.LineAt(n)
		line := s.src[from:end]
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if isMarker(line, "---") {
			break
		}
		if start < 0 {
			start = from
		}
		if line[0] != ' ' {
			meta = bytes.HasPrefix(line, []byte("metadata:"))
			version = version || bytes.HasPrefix(line, []byte("apiVersion:"))
			if v, ok := bytes.CutPrefix(line, []byte("kind:")); ok {
				kind, _ = yamlScalar(v, 0, len(v))
			}
		} else if v, ok := bytes.CutPrefix(bytes.TrimLeft(line, " "), []byte("name:")); ok && meta && id == "" {
			id, _ = yamlScalar(v, 0, len(v))
		}
	}
	if !version || kind == "" {
		return "", start
	}
	if id == "" {
		return kind, start
	}
	return kind + "/" + id, start
}

// isMarker tells "---" and "...", alone or before a blank.
func isMarker(line []byte, mark string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(mark))
	return ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r')
}
