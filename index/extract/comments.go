package extract

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// mark is what Extract looks for in the whole tree, wherever hooks go.
type mark uint8

const (
	markComment mark = iota + 1
	markThrow
)

func marksOf(syms []entry) []mark {
	out := make([]mark, len(syms))
	for i := range syms {
		switch {
		case syms[i].role == roleComment:
			out[i] = markComment
		case syms[i].throw:
			out[i] = markThrow
		}
	}
	return out
}

// docMark says that a comment, by its first byte, documents a definition.
type docMark struct {
	start uint32
	def   int32
}

// MarkDoc says that a comment is the documentation of a definition, where the
// comment is not the one before it.
func (x *X) MarkDoc(d int32, comment sitter.Node) {
	if comment.OK() {
		x.docs = append(x.docs, docMark{comment.Start(), d})
	}
}

// MarkLiteral says that a literal is the documentation of a definition, as
// docstrings are.
func (x *X) MarkLiteral(literal sitter.Node) {
	if literal.OK() && literal.End() > literal.Start() {
		x.F.Comments = append(x.F.Comments, facts.Comment{Start: literal.Start(), End: literal.End(), Line: literal.Line(), Doc: true})
	}
}

// UnmarkDoc says that the comment before the definition that was added last is
// not its documentation after all.
func (x *X) UnmarkDoc(d int32) {
	for n := len(x.docs); n > 0 && x.docs[n-1].def == d; n-- {
		x.docs = x.docs[:n-1]
	}
}

// Throw records a throw or raise statement that the table cannot tell.
func (x *X) Throw(n sitter.Node) { x.F.Throws = append(x.F.Throws, n.Start()) }

// comments collects the tree's comments and throws.
func (x *X) comments(tree *sitter.Tree) {
	literals := len(x.F.Comments)
	for n := range tree.Root().Descendants() {
		s := int(n.Symbol())
		if s >= len(x.Lang.marks) || x.Lang.marks[s] == 0 {
			continue
		}
		if x.Lang.marks[s] == markComment {
			x.comment(n)
		} else if b := n.Bytes(); bytes.HasPrefix(b, []byte("throw")) || bytes.HasPrefix(b, []byte("raise")) {
			x.Throw(n)
		}
	}
	if literals > 0 {
		slices.SortFunc(x.F.Comments, func(a, b facts.Comment) int { return cmp.Compare(a.Start, b.Start) })
	}
	x.orderComments()
	slices.Sort(x.F.Throws)
	x.F.Throws = slices.Compact(x.F.Throws)
	x.flagDocs()
}

func (x *X) comment(n sitter.Node) {
	start, end := n.Start(), n.End()
	for end > start && (x.Src[end-1] == '\n' || x.Src[end-1] == '\r') {
		end--
	}
	if end > start && !(start == 0 && bytes.HasPrefix(x.Src, []byte("#!"))) {
		x.F.Comments = append(x.F.Comments, facts.Comment{Start: start, End: end, Line: n.Line()})
	}
}

// orderComments drops comments inside of others.
func (x *X) orderComments() {
	end := uint32(0)
	x.F.Comments = slices.DeleteFunc(x.F.Comments, func(c facts.Comment) bool {
		if c.Start < end {
			return true
		}
		end = c.End
		return false
	})
}

func (x *X) flagDocs() {
	for _, m := range x.docs {
		if x.F.Defs[m.def].Doc == "" {
			continue // a hook found that it documents something else
		}
		i, ok := slices.BinarySearchFunc(x.F.Comments, m.start, func(c facts.Comment, start uint32) int { return cmp.Compare(c.Start, start) })
		if ok {
			x.F.Comments[i].Doc = true
		}
	}
}
