package search

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/embed/text"
)

// The marks around a matching word, and about how long a snippet is.
const (
	markOpen, markClose = "«", "»"
	snippetLength       = 160
)

// Highlight is a snippet of the first of the texts that has a word of the
// query, with these words between « and »; "" if none has.
func (q *Query) Highlight(texts ...string) string {
	for _, t := range texts {
		if s, ok := q.mark(strings.Join(strings.Fields(t), " ")); ok {
			return s
		}
	}
	return ""
}

// mark marks the words of s, shortened to what is around the first.
func (q *Query) mark(s string) (string, bool) {
	first := -1
	var spans [][2]int
	for i, j := range places(s) {
		if !q.hasWord(s[i:j]) {
			continue
		}
		if first < 0 {
			first = i
		}
		spans = append(spans, [2]int{i, j})
	}
	if first < 0 {
		return "", false
	}
	from, to := window(s, first)
	var b strings.Builder
	if from > 0 {
		b.WriteString("…")
	}
	at := from
	for _, p := range spans {
		if p[0] < from || p[1] > to {
			continue
		}
		b.WriteString(s[at:p[0]] + markOpen + s[p[0]:p[1]] + markClose)
		at = p[1]
	}
	b.WriteString(s[at:to])
	if to < len(s) {
		b.WriteString("…")
	}
	return b.String(), true
}

// window is the part of s around a place, cut at spaces.
func window(s string, at int) (from, to int) {
	if len(s) <= snippetLength {
		return 0, len(s)
	}
	from = max(0, at-snippetLength/4)
	if i := strings.IndexByte(s[from:at], ' '); from > 0 && i >= 0 {
		from += i + 1
	}
	to = min(len(s), from+snippetLength)
	if i := strings.LastIndexByte(s[from:to], ' '); to < len(s) && from+i > at {
		to = from + i
	}
	for from > 0 && from < len(s) && s[from]&0xc0 == 0x80 {
		from--
	}
	for to < len(s) && s[to]&0xc0 == 0x80 {
		to++
	}
	return from, to
}

// hasWord tells whether a word, or a part of it, is asked for.
func (q *Query) hasWord(w string) bool {
	var z text.Splitter
	has := false
	low := lower(w)
	for i := range q.groups {
		g := &q.groups[i]
		if g.prefix != "" && strings.HasPrefix(low, g.prefix) || g.whole && slices.Contains(g.terms, wholeMark+low) {
			return true
		}
	}
	stems(&z, w, func(stem string) {
		for i := range q.groups {
			g := &q.groups[i]
			has = has || !g.whole && len(g.terms) > 0 && g.terms[0] == stem || g.prefix != "" && (strings.HasPrefix(stem, g.prefix) || stem == stemOf(g.prefix))
		}
	})
	return has
}
