package merge

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// unit is a definition as the lines that it is on. The root is the whole text.
type unit struct {
	id         string // "" for the root
	start, end int    // lines, end exclusive
	whole      bool
	kids       []*unit // in order, apart from each other
}

// nest makes a tree of the definitions. Those that share a line count as one.
func nest(data []byte, nodes []Node, lines int) *unit {
	root := &unit{end: lines}
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n Node) bool { return n.Start < 0 || n.Start >= n.End || n.End > len(data) })
	slices.SortStableFunc(nodes, func(a, b Node) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	at := lineStarts(data)
	seen := map[string]int{}
	open := []*unit{root}
	for _, n := range nodes {
		u := &unit{id: n.ID, start: lineOf(at, n.Start), end: min(lineOf(at, n.End-1)+1, lines), whole: n.Whole}
		if u.start >= u.end {
			continue
		}
		for len(open) > 1 && open[len(open)-1].end <= u.start {
			open = open[:len(open)-1]
		}
		top := open[len(open)-1]
		switch {
		case top.whole || top != root && top.start == u.start && top.end == u.end:
			top.whole = top.whole || u.whole && len(top.kids) == 0
			widen(open, u.end)
			continue
		case u.end > top.end: // they share a line
			top.id, top.whole, top.kids = top.id+" "+u.id, true, nil
			widen(open, u.end)
			continue
		}
		if seen[u.id]++; seen[u.id] > 1 {
			u.id = fmt.Sprintf("%s (%d)", u.id, seen[u.id])
		}
		top.kids = append(top.kids, u)
		open = append(open, u)
	}
	return root
}

// widen makes definitions that lie inside each other reach to a line.
func widen(open []*unit, end int) {
	for _, o := range open {
		o.end = max(o.end, end)
	}
}

// lineStarts are the bytes at which lines begin.
func lineStarts(data []byte) []int {
	out := []int{0}
	for i := 0; ; {
		n := bytes.IndexByte(data[i:], '\n')
		if n < 0 {
			return out
		}
		i += n + 1
		out = append(out, i)
	}
}

func lineOf(starts []int, at int) int { return sort.SearchInts(starts, at+1) - 1 }

// token is what is aligned: a line between definitions, or a definition as a
// whole.
type token struct {
	start, end int
	text       string
	unit       *unit // nil for a line
}

// tokens are those of what lies directly in a unit.
func (p *parsed) tokens(u *unit) []token {
	out := make([]token, 0, u.end-u.start)
	line := u.start
	plain := func(to int) {
		for ; line < to; line++ {
			out = append(out, token{start: line, end: line + 1, text: p.lines[line]})
		}
	}
	for _, k := range u.kids {
		plain(k.start)
		out = append(out, token{start: k.start, end: k.end, text: p.text(k), unit: k})
		line = k.end
	}
	plain(u.end)
	return out
}

func (p *parsed) text(u *unit) string { return strings.Join(p.lines[u.start:u.end], "\n") }
