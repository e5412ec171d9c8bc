package structdiff

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
)

const (
	similar  = 0.8 // from here on two definitions count as one
	fewWords = 6   // bodies this short must be the same, and in one place
)

// likeness is how much a new definition is one that is gone: 1 where only the
// name differs.
func likeness(gone, now *Node, a, b map[string]int) float64 {
	x, y := gone.Def(), now.Def()
	if x.Kind != y.Kind || len(a) == 0 || len(b) == 0 {
		return 0
	}
	s := dice(a, b)
	moved := gone.File.Path != now.File.Path
	switch {
	case total(a) >= fewWords && total(b) >= fewWords:
	case s < 1 || moved && x.Name != y.Name:
		return 0
	}
	if moved && x.Name == y.Name && gone.Owner() == now.Owner() {
		return min(1, s+0.1) // the name says so too
	}
	return s
}

// dice is the share of the words that two definitions have in common.
func dice(a, b map[string]int) float64 {
	common := 0
	for w, n := range a {
		common += min(n, b[w])
	}
	return 2 * float64(common) / float64(total(a)+total(b))
}

func total(bag map[string]int) (n int) {
	for _, c := range bag {
		n += c
	}
	return n
}

// bag counts the words of a definition, its own name left out.
func (n *Node) bag() map[string]int {
	out := map[string]int{}
	name := n.Def().Name
	for _, w := range n.words(false) {
		if w != name {
			out[w]++
		}
	}
	return out
}

// content are the words of a body. What has none is all its body; its name,
// which a rename changes, does not count.
func (n *Node) content() []string {
	words := n.words(true)
	if d := n.Def(); d.BodyByte <= d.StartByte || d.BodyByte >= d.EndByte {
		words = slices.DeleteFunc(words, func(w string) bool { return w == d.Name })
	}
	return words
}

// words are the tokens of a definition without comments: what people write
// between them does not count. Without is true for those of its body alone,
// without the definitions inside it.
func (n *Node) words(body bool) []string {
	f, d := n.File, n.Def()
	if f.Text == nil || int(d.EndByte) > len(f.Text) {
		return nil
	}
	start := d.StartByte
	if body && d.BodyByte > start && d.BodyByte < d.EndByte {
		start = d.BodyByte
	} else if body && d.Kind.Callable() {
		return nil
	}
	skip := n.comments(start)
	if body {
		skip = append(skip, n.inside()...)
		slices.SortFunc(skip, func(a, b [2]uint32) int { return int(int64(a[0]) - int64(b[0])) })
	}
	var out []string
	at := start
	for _, s := range skip {
		if s[0] > at {
			out = tokens(out, f.Text[at:s[0]])
		}
		at = max(at, s[1])
	}
	if at < d.EndByte {
		out = tokens(out, f.Text[at:d.EndByte])
	}
	return out
}

// comments are the spans of comments inside a definition.
func (n *Node) comments(from uint32) (out [][2]uint32) {
	if n.Def().Kind == facts.Config {
		return n.commentLines(from)
	}
	all := n.File.Facts.Comments
	i, _ := slices.BinarySearchFunc(all, from, func(c facts.Comment, at uint32) int { return int(int64(c.Start) - int64(at)) })
	for ; i < len(all) && all[i].End <= n.Def().EndByte; i++ {
		out = append(out, [2]uint32{all[i].Start, all[i].End})
	}
	return out
}

// commentLines are the lines of a configuration that are comments: its scanners
// note none.
func (n *Node) commentLines(from uint32) (out [][2]uint32) {
	end := n.Def().EndByte
	for at := from; at < end; {
		next := end
		if i := bytes.IndexByte(n.File.Text[at:end], '\n'); i >= 0 {
			next = at + uint32(i) + 1
		}
		line := bytes.TrimSpace(n.File.Text[at:next])
		for _, sign := range []string{"#", "//", ";", "-- ", "<!--"} {
			if bytes.HasPrefix(line, []byte(sign)) && (sign != "<!--" || bytes.HasSuffix(line, []byte("-->"))) {
				out = append(out, [2]uint32{at, next})
				break
			}
		}
		at = next
	}
	return out
}

// inside are the spans of the nodes that a definition holds.
func (n *Node) inside() (out [][2]uint32) {
	defs, d := n.File.Facts.Defs, n.Def()
	for i := int(n.At) + 1; i < len(defs) && defs[i].StartByte < d.EndByte; i++ {
		if defs[i].Parent == n.At && !partOfOther(&defs[i]) && defs[i].StartByte >= d.StartByte {
			out = append(out, [2]uint32{defs[i].StartByte, defs[i].EndByte})
		}
	}
	return out
}

// tokens appends the words, numbers and signs of a text.
func tokens(out []string, text []byte) []string {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		j := i + size
		for isWord(r) && j < len(text) {
			next, n := utf8.DecodeRune(text[j:])
			if !isWord(next) {
				break
			}
			j += n
		}
		out = append(out, string(text[i:j]))
		i = j
	}
	return out
}

func isWord(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }
