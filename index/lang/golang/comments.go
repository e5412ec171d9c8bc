package golang

import (
	"go/ast"

	"github.com/structural-memory/smp/facts"
)

// comments keeps where the comments stand, and which document something.
func (x *extraction) comments(f *ast.File) {
	n := 0
	for _, g := range f.Comments {
		n += len(g.List)
	}
	if n == 0 {
		return
	}
	x.out.Comments = make([]facts.Comment, 0, n)
	for _, g := range f.Comments {
		doc := x.docs[g]
		for _, c := range g.List {
			start, end := x.offset(c.Pos()), x.commentEnd(c)
			if end > start {
				x.out.Comments = append(x.out.Comments, facts.Comment{Start: start, End: end, Line: x.line(c.Pos()), Doc: doc})
			}
		}
	}
}

// commentEnd is where a comment ends in the file: the parser's text is without
// carriage returns, so its length may be too small.
func (x *extraction) commentEnd(c *ast.Comment) uint32 {
	start := int(x.offset(c.Pos()))
	end := min(start+len(c.Text), len(x.src))
	for from := start; from < end; from++ {
		if x.src[from] == '\r' {
			end = min(end+1, len(x.src))
		}
	}
	for end > start && (x.src[end-1] == '\r' || x.src[end-1] == '\n') {
		end--
	}
	return uint32(end)
}
