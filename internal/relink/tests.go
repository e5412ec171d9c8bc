package relink

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// maxHelpers bounds how far calls are followed from a test through the helpers
// of its file.
const maxHelpers = 5

// eachTested calls fn for what the tests of a file test: the production code
// that they call, themselves or by functions that are in a file of tests with
// them. What a test calls itself comes first; line is where the test's own call
// stands that leads there.
func eachTested(f *facts.FileFacts, links *linker.Links, path string, isTest func(string) bool, fn func(test int32, e linker.Edge)) {
	calls := map[int32][]linker.Edge{}
	tests := false
	for _, e := range links.Edges {
		if e.Type == graph.CallsStatic && e.Class == graph.Exact && e.To.Path != "" && e.To.Def >= 0 {
			calls[e.Src] = append(calls[e.Src], e)
			tests = tests || f.Defs[e.Src].Kind == facts.Test
		}
	}
	if !tests {
		return
	}
	helpers := isTest(path)
	for test := range f.Defs {
		if f.Defs[test].Kind != facts.Test {
			continue
		}
		seen := map[int32]bool{int32(test): true}
		level := calls[int32(test)]
		for depth := 0; len(level) > 0 && depth <= maxHelpers; depth++ {
			var next []linker.Edge
			for _, e := range level {
				switch {
				case !isTest(e.To.Path):
					fn(int32(test), e)
				case helpers && e.To.Path == path && !seen[e.To.Def]:
					seen[e.To.Def] = true
					for _, on := range calls[e.To.Def] {
						on.Line = e.Line
						next = append(next, on)
					}
				}
			}
			level = next
		}
	}
}
