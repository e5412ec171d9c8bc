package markdown

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
)

// module reads the imports of an MDX page; true if the text is a module's
// code and no paragraph.
func (s *scanner) module(t *text) bool {
	if !bytes.HasPrefix(t.body, []byte("import ")) && !bytes.HasPrefix(t.body, []byte("export ")) {
		return false
	}
	off := 0
	for _, line := range bytes.SplitAfter(t.body, []byte("\n")) {
		if bytes.HasPrefix(line, []byte("import ")) || bytes.Contains(line, []byte(" from ")) {
			if module := lastString(line); module != "" {
				s.b.F.Imports = append(s.b.F.Imports, facts.Import{Module: s.b.Clean(module), Line: s.b.Line(t.pos(off))})
			}
		}
		off += len(line)
	}
	return true
}

// lastString is the last quoted string of a line.
func lastString(line []byte) string {
	end := bytes.LastIndexAny(line, `"'`)
	if end <= 0 {
		return ""
	}
	start := bytes.LastIndexByte(line[:end], line[end])
	if start < 0 || end-start > 300 {
		return ""
	}
	return string(line[start+1 : end])
}
