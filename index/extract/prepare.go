package extract

import (
	"bytes"
	"errors"
	"time"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/sitter"
)

// Some syntax hides from a grammar: the arguments of a macro are a heap of
// tokens, an attribute macro looks like a type. A language may show the parser
// another text than the file's, of the same length, so that every position
// holds; the nodes still carry the file's own text and lines.

// Prepare gives the text to parse in place of src: src itself where nothing is
// to be changed, else a text of the same length written to buf, which is empty
// and may be grown. A text may be longer: what follows the file's own text
// closes what the file leaves open, which some grammars cannot recover from.
type Prepare func(path string, src, buf []byte) []byte

// parse parses what the language wants to be seen of src. Where the parser
// does not come to an end of it, the last lines are left out, then more; where
// it takes too long, only what stands at the beginning is read. whole tells
// whether the parser has seen all of it but for a few lines.
func (e *Extractor) parse(path string, src []byte) (tree *sitter.Tree, whole bool, err error) {
	e.left = budget(len(src))
	tree, err = e.parseWhole(path, src)
	seen := src
	for lines := 1; errors.Is(err, sitter.ErrStuck) && lines <= 1<<12; lines *= 4 {
		seen = withoutLast(seen, lines)
		if tree, err = e.parseWhole(path, seen); err == nil {
			tree.Src, tree.HasError = src, true
		}
	}
	whole = true
	for n, tries := e.parser.Reached(), 0; tries < beginnings && pathological(err); tries++ {
		n, whole = beginning(src, min(n, e.parser.Reached())/4), false
		e.left = beginningBudget
		if tree, err = e.parseWhole(path, onlyFirst(src, n)); err == nil {
			tree.Src, tree.HasError = src, true
		}
	}
	return tree, whole, err
}

func pathological(err error) bool {
	return errors.Is(err, sitter.ErrTimeout) || errors.Is(err, sitter.ErrStuck)
}

// beginnings is how many of them are tried, each a quarter of the one before.
const beginnings = 3

// budget is what all parses of a file may take; tests have less.
var budget = sitter.Budget

// beginningBudget is what the parse of a beginning may take. The parser has
// taken a second for four times as much of the same text.
const beginningBudget = 250 * time.Millisecond

// beginning is the end of the last line that ends before n; n itself in a line
// that is very long.
func beginning(src []byte, n int) int {
	if i := bytes.LastIndexByte(src[:n], '\n'); i > n/2 {
		return i
	}
	return n
}

// onlyFirst is src with all but the first n bytes made white. Lines stay.
func onlyFirst(src []byte, n int) []byte {
	text := bytes.Repeat([]byte{' '}, len(src))
	copy(text, src[:n])
	for i := n; i < len(src); i++ {
		if src[i] == '\n' {
			text[i] = '\n'
		}
	}
	return text
}

// withoutLast is src with the last lines that hold something made white.
func withoutLast(src []byte, lines int) []byte {
	text := bytes.Clone(src)
	for end := len(text); lines > 0; lines-- {
		end = len(bytes.TrimRight(text[:end], " \t\r\n"))
		from := bytes.LastIndexByte(text[:end], '\n') + 1
		for i := from; i < end; i++ {
			text[i] = ' '
		}
		end = from
	}
	return text
}

// parseWhole parses all of a text; where that gives errors and the language
// has another text to offer, it parses that.
func (e *Extractor) parseWhole(path string, src []byte) (*sitter.Tree, error) {
	text := e.text(e.lang.prepare, path, src)
	tree, err := e.parser.ParseWithin(text, &e.left)
	if err == nil && tree.HasError && e.lang.again != nil {
		if t := e.text(e.lang.again, path, src); &t[0] != &src[0] {
			text = t
			tree, err = e.parser.ParseWithin(text, &e.left)
		}
	}
	if err != nil {
		return nil, err
	}
	if len(text) > len(src) {
		tree.Clip(uint32(len(src)))
		tree.HasError = true
	}
	if len(src) > 0 && &text[0] != &src[0] && bytes.Count(text, newline) != bytes.Count(src, newline) {
		tree.Restore(src)
	}
	tree.Src = src
	return tree, nil
}

var newline = []byte{'\n'}

// text is what prepare makes of src.
func (e *Extractor) text(prepare Prepare, path string, src []byte) []byte {
	if prepare == nil {
		return src
	}
	text := prepare(path, src, e.buf[:0])
	if len(text) < len(src) {
		return src
	}
	if len(text) > 0 && &text[0] != &src[0] {
		e.buf = text
	}
	return text
}

// Reparse parses parts of the file at hand that the first tree does not show,
// put together to a text of their own; the nodes get the places that the
// pieces have in the file. Trees of different levels (0, 1, …) are valid side
// by side until the file is done. The zero Node is the answer when the text
// cannot be parsed.
func (x *X) Reparse(level int, text []byte, pieces []sitter.Piece) sitter.Node {
	e := x.extractor
	if e.left <= 0 {
		x.F.Flags |= facts.Unfinished
		return sitter.Node{}
	}
	tree, err := e.another(level).ParseWithin(text, &e.left)
	if err != nil {
		if errors.Is(err, sitter.ErrTimeout) {
			x.F.Flags |= facts.Unfinished
		}
		return sitter.Node{}
	}
	x.told(tree)
	tree.Src = x.Src
	tree.Move(pieces)
	return tree.Root()
}

// another is the parser for trees of a level.
func (e *Extractor) another(level int) *sitter.Parser {
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.more) <= level {
		p := sitter.NewParser(e.lang.grammar)
		if e.ended {
			p.Stop()
		}
		e.more = append(e.more, p)
	}
	return e.more[level]
}
