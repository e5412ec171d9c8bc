package merge

import (
	"cmp"
	"fmt"
	"slices"
)

// Kind says why something does not merge.
type Kind string

const (
	BothChanged Kind = "both_changed"        // one definition, or the same lines, in two ways
	BothAdded   Kind = "both_added"          // one definition, with two texts
	Deleted     Kind = "deleted_and_changed" // by one side and by the other
	WholeFile   Kind = "file"                // it is no text, or there is none
	NotSound    Kind = "syntax"              // it merges to what does not parse
)

// Conflict is a place that two sides have made different things of.
type Conflict struct {
	Kind               Kind
	Node               string // the definition; "" where it is none, or the file as a whole
	Line               int    // in the base, from 1
	Base, Mine, Theirs []byte
}

func (c *Conflict) String() string {
	what := c.Node
	if what == "" {
		what = fmt.Sprintf("line %d", c.Line)
	}
	return fmt.Sprintf("%s: %s", what, c.Kind)
}

// clash is two changes that do not fit together.
type clash struct {
	a, b *hunk
	kind Kind
	node string
}

func clashOf(a, b *hunk) clash {
	c := clash{a: a, b: b, kind: BothChanged, node: cmp.Or(a.node, b.node, a.owner.id)}
	if !a.inserts() && a.removes() != b.removes() && !b.inserts() || a.removes() && b.inserts() || b.removes() && a.inserts() {
		c.kind = Deleted
	}
	return c
}

// conflicts describes clashes; those that overlap are one.
func (m *merger) conflicts(clashes []clash) []Conflict {
	type place struct {
		start, end int
		clash
	}
	var places []place
	for _, c := range clashes {
		places = append(places, place{min(c.a.start, c.b.start), max(c.a.end, c.b.end), c})
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var out []Conflict
	for i := 0; i < len(places); {
		p := places[i]
		for i++; i < len(places) && (places[i].start < p.end || places[i].start == p.start && places[i].node == p.node); i++ {
			p.end = max(p.end, places[i].end)
		}
		out = append(out, Conflict{Kind: p.kind, Node: p.node, Line: p.start + 1, Base: m.base.part(m.base.lines[p.start:p.end]),
			Mine: m.version(m.mine, m.a, p.start, p.end, p.clash), Theirs: m.version(m.theirs, m.b, p.start, p.end, p.clash)})
	}
	return out
}

// version is what a side has made of lines of the base.
func (m *merger) version(side *parsed, hunks []*hunk, start, end int, c clash) []byte {
	if c.kind == BothAdded {
		for _, h := range []*hunk{c.a, c.b} {
			if text, ok := h.added()[c.node]; ok && slices.Contains(hunks, h) {
				return side.part([]string{text})
			}
		}
	}
	var lines []string
	at := start
	for _, h := range hunks {
		if h.start < start || h.end > end || h.start < at {
			continue
		}
		// What is new beside a place is none of its concern, unless it may be
		// what the place has become under another name.
		atEdge := h.inserts() && start < end && (h.start == start || h.start == end)
		if atEdge && h != c.a && h != c.b && c.kind != Deleted {
			continue
		}
		lines = append(append(lines, m.base.lines[at:h.start]...), h.lines...)
		at = h.end
	}
	return side.part(append(lines, m.base.lines[at:end]...))
}

// part is some lines of a text.
func (p *parsed) part(lines []string) []byte {
	return form{crlf: p.crlf, ended: yes}.bytes(lines)
}
