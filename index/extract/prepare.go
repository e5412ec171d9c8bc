package extract

import "github.com/structural-memory/smp/internal/sitter"

// Some syntax hides from a grammar: the arguments of a macro are a heap of
// tokens, an attribute macro looks like a type. A language may show the parser
// another text than the file's, of the same length and with the same lines, so
// that every position holds; the nodes still carry the file's own text.

// Prepare gives the text to parse in place of src: src itself where nothing is
// to be changed, else a text of the same length written to buf, which is empty
// and may be grown.
type Prepare func(path string, src, buf []byte) []byte

// parse parses what the language wants to be seen of src.
func (e *Extractor) parse(path string, src []byte) (*sitter.Tree, error) {
	text := src
	if e.lang.prepare != nil {
		text = e.lang.prepare(path, src, e.buf[:0])
		if len(text) != len(src) {
			text = src
		}
		if len(text) > 0 && &text[0] != &src[0] {
			e.buf = text
		}
	}
	tree, err := e.parser.Parse(text)
	if err != nil {
		return nil, err
	}
	tree.Src = src
	return tree, nil
}

// Reparse parses another text for the file at hand, of its length: its parts
// that the first tree does not show. Trees of different levels (0, 1, …) are
// valid side by side until the file is done. The zero Node is the answer when
// it cannot be parsed.
func (x *X) Reparse(level int, text []byte) sitter.Node {
	e := x.extractor
	if len(text) != len(x.Src) {
		return sitter.Node{}
	}
	for len(e.more) <= level {
		e.more = append(e.more, sitter.NewParser(e.lang.grammar))
	}
	tree, err := e.more[level].Parse(text)
	if err != nil {
		return sitter.Node{}
	}
	tree.Src = x.Src
	return tree.Root()
}
