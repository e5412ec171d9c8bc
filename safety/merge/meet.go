package merge

import (
	"cmp"
	"slices"
	"strings"
)

// meet tells whether two sides' changes of the same or of neighbouring lines
// go together.
func (m *merger) meet(a, b *hunk) (clash, bool) {
	if a.inserts() && b.inserts() {
		return m.insertions(a, b)
	}
	fits := true
	switch {
	case !a.inserts() && !b.inserts():
		fits = !(a.start < b.end && b.start < a.end) && !touching(a, b)
	case a.inserts():
		fits = beside(a, b)
	default:
		fits = beside(b, a)
	}
	return clashOf(a, b), fits
}

// equal tells whether both sides have made the same change.
func equal(a, b *hunk) bool {
	return a.start == b.start && a.end == b.end && slices.Equal(a.lines, b.lines)
}

// touching tells whether two changes that do not overlap are nevertheless of
// the same lines: both of them what lies in one definition, without a line
// between.
func touching(a, b *hunk) bool { return a.loose && b.loose && a.owner == b.owner }

// beside tells whether an insertion lies outside of what another change
// concerns.
func beside(in, other *hunk) bool {
	if other.start < in.start && in.start < other.end || touching(in, other) {
		return false
	}
	// Inside a definition that the other one replaces or takes away, if only at
	// its edge.
	return in.owner.id == "" || other.start > in.owner.start || other.end < in.owner.end
}

// insertions tells whether two insertions at one place go together.
func (m *merger) insertions(a, b *hunk) (clash, bool) {
	if a.owner != b.owner || !a.loose || !b.loose {
		return clash{}, true // definitions that both bring are seen to later
	}
	if a.blank() || b.blank() || a.head && b.head {
		b.lines = rest(b.lines, a.lines)
	}
	return clashOf(a, b), a.blank() || b.blank() || a.head || b.head
}

// rest are lines without those that others have already.
func rest(lines, others []string) (out []string) {
	has := map[string]int{}
	for _, l := range others {
		has[strings.TrimRight(l, " \t\r")]++
	}
	for _, l := range lines {
		key := strings.TrimRight(l, " \t\r")
		if has[key]--; has[key] < 0 {
			out = append(out, l)
		}
	}
	return out
}

// addedTwice finds the definitions that both sides bring. The same text counts
// once.
func (m *merger) addedTwice() (clashes []clash) {
	by := map[string]*hunk{}
	text := map[string]string{}
	for _, a := range m.a {
		for id, t := range a.added() {
			if id != a.node {
				by[id], text[id] = a, t
			}
		}
	}
	for _, b := range m.b {
		if m.shared[b] {
			continue
		}
		again := map[string]bool{}
		for id, t := range b.added() {
			switch a := by[id]; {
			case a == nil || id == b.node:
			case text[id] == t:
				again[id] = true
			default:
				clashes = append(clashes, clash{a, b, BothAdded, id})
			}
		}
		if len(again) > 0 {
			b.without(again, m.theirs)
		}
	}
	slices.SortFunc(clashes, func(x, y clash) int { return cmp.Compare(x.node, y.node) })
	return clashes
}

// without drops definitions, with the blank lines before them.
func (h *hunk) without(ids map[string]bool, side *parsed) {
	var keep []token
	for _, t := range h.tokens {
		if t.unit == nil || !ids[t.unit.id] {
			keep = append(keep, t)
			continue
		}
		for len(keep) > 0 && keep[len(keep)-1].unit == nil && strings.TrimSpace(keep[len(keep)-1].text) == "" {
			keep = keep[:len(keep)-1]
		}
	}
	h.tokens = keep
	h.fill(side)
}

// movedAndDeleted finds the definitions that one side moves and the other
// takes away.
func (m *merger) movedAndDeleted() (clashes []clash) {
	deletes := func(hunks []*hunk) map[string]*hunk {
		out := map[string]*hunk{}
		for _, h := range hunks {
			if h.removes() && h.node != "" {
				out[h.node] = h
			}
		}
		return out
	}
	brings := func(hunks []*hunk, id string) bool {
		return slices.ContainsFunc(hunks, func(h *hunk) bool { _, ok := h.added()[id]; return ok })
	}
	mine, theirs := deletes(m.a), deletes(m.b)
	for id, a := range mine {
		if b := theirs[id]; b != nil && brings(m.a, id) != brings(m.b, id) {
			clashes = append(clashes, clash{a, b, Deleted, id})
		}
	}
	slices.SortFunc(clashes, func(x, y clash) int { return cmp.Compare(x.node, y.node) })
	return clashes
}

// order sorts changes as they stand in the text: at one place what ends inside
// a definition, then what lies outside, imports first, then what begins inside
// one, then what replaces lines.
func order(a, b *hunk) int {
	if a.start != b.start || a.inserts() != b.inserts() {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	}
	if a.head != b.head && a.owner == b.owner {
		if a.head {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.depthAt(), b.depthAt())
}

// depthAt is below zero for what is inserted at the end of a definition, and
// above for what is at its start; deeper ones are farther from what is outside.
func (h *hunk) depthAt() int {
	size := 1 << 30 // a smaller definition is a deeper one
	switch o := h.owner; {
	case !h.inserts() || o.id == "":
		return 0
	case o.end == h.start:
		return -(size - (o.end - o.start))
	case o.start == h.start:
		return size - (o.end - o.start)
	}
	return 0
}
