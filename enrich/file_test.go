package enrich

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// Any text with any comments and nodes gives each comment to the innermost node
// around it, to none twice, and never more than was written.
func TestEveryCommentHasOneNode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching(`[a-z/#*" \n{}]{0,200}`).Draw(t, "text"))
		s := Source{Lang: "python", Text: text}
		for at := 0; at < len(text); {
			start := at + rapid.IntRange(0, 20).Draw(t, "gap")
			end := start + rapid.IntRange(1, 20).Draw(t, "length")
			if end > len(text) {
				break
			}
			s.Comments = append(s.Comments, facts.Comment{Start: uint32(start), End: uint32(end), Line: line(text, start), Doc: rapid.Bool().Draw(t, "doc")})
			s.Throws = append(s.Throws, uint32(start))
			at = end
		}
		nodes := nested(t, len(text), text)
		found := File(s, nodes)
		if len(found) != len(nodes) {
			t.Fatalf("%d results for %d nodes", len(found), len(nodes))
		}
		total := 0
		for i, f := range found {
			for _, c := range f.Comments {
				total++
				if l := nodes[i].StartLine + c.Line; l > nodes[i].EndLine || c.Line < 0 {
					t.Fatalf("a comment on line %d of a node on lines %d to %d", l, nodes[i].StartLine, nodes[i].EndLine)
				}
			}
		}
		if total > len(s.Comments) {
			t.Fatalf("%d comments of %d", total, len(s.Comments))
		}
	})
}

func line(text []byte, at int) uint32 { return 1 + uint32(bytes.Count(text[:at], []byte("\n"))) }

// nested are nodes inside one another or beside one another, the file first.
func nested(t *rapid.T, size int, text []byte) []graph.Node {
	node := func(from, to int) graph.Node {
		return graph.Node{StartByte: from, EndByte: to, StartLine: int(line(text, from)), EndLine: int(line(text, to))}
	}
	out := []graph.Node{node(0, size)}
	for range rapid.IntRange(0, 6).Draw(t, "nodes") {
		in := out[rapid.IntRange(0, len(out)-1).Draw(t, "in")]
		from := rapid.IntRange(in.StartByte, in.EndByte).Draw(t, "from")
		to := rapid.IntRange(from, in.EndByte).Draw(t, "to")
		if n := node(from, to); !slices.ContainsFunc(out, func(o graph.Node) bool { return crosses(o, n) }) {
			out = append(out, n)
		}
	}
	return out
}

func crosses(a, b graph.Node) bool {
	return a.StartByte < b.StartByte && b.StartByte < a.EndByte && a.EndByte < b.EndByte || b.StartByte < a.StartByte && a.StartByte < b.EndByte && b.EndByte < a.EndByte
}

func TestLinesBelowEachOtherAreOneComment(t *testing.T) {
	text := []byte("f {\n  // a\n  // b\n\n  // c\n  x // d\n  // e\n  /* g */\n  // h\n  // nolint\n}")
	s := Source{Lang: "go", Text: text}
	for at := 0; at < len(text); at++ {
		if text[at] == '/' && (text[at+1] == '/' || text[at+1] == '*') {
			end := at + bytes.IndexByte(text[at:], '\n')
			s.Comments = append(s.Comments, facts.Comment{Start: uint32(at), End: uint32(end), Line: line(text, at)})
			at = end
		}
	}
	got := File(s, []graph.Node{{StartByte: 0, EndByte: len(text), StartLine: 1, EndLine: 11}})[0].Comments
	want := []graph.NodeComment{{Line: 1, Text: "a\nb"}, {Line: 4, Text: "c"}, {Line: 5, Text: "d"}, {Line: 6, Text: "e"}, {Line: 7, Text: "g"}, {Line: 8, Text: "h"}}
	if !slices.Equal(got, want) {
		t.Errorf("comments %v, want %v", got, want)
	}
}
