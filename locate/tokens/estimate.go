package tokens

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// Estimate is how many tokens the text takes at most. It takes time linear in
// the text and nothing of the heap.
func Estimate(text string) int {
	total := 0
	for len(text) > 0 {
		r, _ := utf8.DecodeRuneInString(text)
		n := 0
		switch classOf(r) {
		case letter:
			n = run(text, letter)
			total += cover(text[:n])
		case digit:
			n = run(text, digit)
			total += numbers(text[:n])
		case other:
			n = marks(text)
			total += cover(text[:n])
		default:
			var cost int
			n, cost = gap(text)
			total += cost
		}
		text = text[n:]
	}
	return total
}

// marks is the length of a run of punctuation and the newlines that belong to
// it.
func marks(text string) int {
	n := run(text, other)
	return n + run(text[n:], newline)
}

// numbers are cut into three digits each; all of these are tokens. Digits of
// other scripts may take all their bytes.
func numbers(s string) int {
	if utf8.RuneCountInString(s) == len(s) {
		return (len(s) + 2) / 3
	}
	return size(s)
}

// gap is white space. A space before a word or punctuation belongs to it.
func gap(text string) (length, cost int) {
	n := blank(text)
	next := other
	if n < len(text) {
		r, _ := utf8.DecodeRuneInString(text[n:])
		next = classOf(r)
	}
	last := text[n-1]
	switch {
	case n == len(text) || last == '\n':
		return n, blanks(text[:n])
	case last == ' ' && next == letter:
		w := n + run(text[n:], letter)
		return w, blanks(text[:n-1]) + cover(text[n-1:w])
	case last == ' ' && next == other:
		w := n + marks(text[n:])
		return w, blanks(text[:n-1]) + cover(text[n-1:w])
	}
	_, width := utf8.DecodeLastRuneInString(text[:n]) // the last stands alone
	return n, blanks(text[:n-width]) + blanks(text[n-width:n])
}

// blanks counts runs of the same white space, each of which is a token up to
// some length.
func blanks(s string) int {
	total := 0
	for len(s) > 0 {
		n := 1
		for n < len(s) && s[n] == s[0] {
			n++
		}
		switch {
		case s[0] >= utf8.RuneSelf || s[0] != ' ' && s[0] != '\t' && s[0] != '\n':
			total += n
		default:
			total += (n + sameBlanks - 1) / sameBlanks
		}
		s = s[n:]
	}
	return total
}

// sameBlanks is the longest run of one kind of white space of which all
// shorter ones are tokens too.
const sameBlanks = 4

// size is the bytes of a text as tokenizers see it: a byte that is no UTF-8
// becomes the replacement character.
func size(s string) int {
	total := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError {
			total += 3
		} else {
			total += n
		}
		i += n
	}
	return total
}

//go:embed pieces.txt
var piecesText string

// known are the pieces that are one token, and the length of the longest.
var known = sync.OnceValues(func() (map[string]struct{}, int) {
	out, longest := make(map[string]struct{}, 1<<14), 0
	for line := range strings.Lines(piecesText) {
		p := unescape.Replace(strings.TrimSuffix(line, "\n"))
		out[p] = struct{}{}
		longest = max(longest, len(p))
	}
	return out, longest
})

var (
	escape   = strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\r", "\\r")
	unescape = strings.NewReplacer("\\\\", "\\", "\\n", "\n", "\\r", "\r")
)

// cover is how many known pieces and single bytes a piece is made of at
// least, and half as many again: merging does not find the best cover.
func cover(s string) int {
	pieces, longest := known()
	if _, ok := pieces[s]; ok {
		return 1
	}
	var ring [64]int // costs of the last prefixes; no known piece is that long
	for end := 1; end <= len(s); end++ {
		best := ring[(end-1)%64] + 1
		for n := 2; n <= min(end, longest); n++ {
			if c := ring[(end-n)%64] + 1; c < best {
				if _, ok := pieces[s[end-n:end]]; ok {
					best = c
				}
			}
		}
		ring[end%64] = best
	}
	parts := ring[len(s)%64]
	return min(parts+parts/2+1, size(s))
}
