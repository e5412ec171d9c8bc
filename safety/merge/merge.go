package merge

import (
	"bytes"
	"slices"
)

// Result is the merged file, or why there is none.
type Result struct {
	Data      []byte
	Gone      bool // the merged state is that there is no file
	Conflicts []Conflict

	// Where there are conflicts: the base with what theirs did at these. A new
	// version of mine, made in knowledge of the conflicts, merges with theirs
	// over it.
	Rebased     []byte
	RebasedGone bool
}

// OK tells whether the sides merge.
func (r *Result) OK() bool { return len(r.Conflicts) == 0 }

// Merge brings two changes of a file together; nil stands for no file. sound
// tells whether a text that neither side has is one; it may be nil.
func Merge(base, mine, theirs *Text, sound func([]byte) error) *Result {
	switch {
	case same(mine, theirs), same(base, theirs):
		return take(mine)
	case same(base, mine):
		return take(theirs)
	case mine == nil || theirs == nil:
		return whole(Deleted, base, mine, theirs)
	case base == nil || !isText(base.Data) || !isText(mine.Data) || !isText(theirs.Data):
		return whole(WholeFile, base, mine, theirs)
	}
	m := newMerger(*base, *mine, *theirs)
	lines, clashes := m.merge()
	if len(clashes) > 0 {
		return &Result{Conflicts: m.conflicts(clashes), Rebased: m.rebased(clashes)}
	}
	res := &Result{Data: formOf(m.base.form, m.mine.form, m.theirs.form).bytes(lines)}
	if sound != nil {
		if err := sound(res.Data); err != nil {
			res := whole(NotSound, base, mine, theirs)
			res.Rebased = base.Data
			return res
		}
	}
	return res
}

func same(a, b *Text) bool {
	if a == nil || b == nil {
		return a == b
	}
	return bytes.Equal(a.Data, b.Data)
}

func take(t *Text) *Result {
	if t == nil {
		return &Result{Gone: true}
	}
	return &Result{Data: t.Data}
}

// whole is a conflict of the file as a whole.
func whole(kind Kind, base, mine, theirs *Text) *Result {
	data := func(t *Text) []byte {
		if t == nil {
			return nil
		}
		return t.Data
	}
	return &Result{Conflicts: []Conflict{{Kind: kind, Line: 1, Base: data(base), Mine: data(mine), Theirs: data(theirs)}}, Rebased: data(theirs), RebasedGone: theirs == nil}
}

// merger holds the three texts and how the sides differ from the base.
type merger struct {
	base, mine, theirs *parsed
	a, b               []*hunk // mine and theirs

	shared map[*hunk]bool // the same change by both
}

func newMerger(base, mine, theirs Text) *merger {
	keepCR := false
	for _, t := range []Text{base, mine, theirs} {
		_, ok := lineEnds(t.Data)
		keepCR = keepCR || !ok
	}
	m := &merger{base: parse(base, keepCR), mine: parse(mine, keepCR), theirs: parse(theirs, keepCR), shared: map[*hunk]bool{}}
	m.a, m.b = diff(m.base, m.mine), diff(m.base, m.theirs)
	return m
}

// merge is the merged lines, or what clashes.
func (m *merger) merge() ([]string, []clash) {
	// What both have done goes together with all else that either has done.
	m.pairs(func(a, b *hunk) {
		if !m.shared[a] && !m.shared[b] && equal(a, b) {
			m.shared[a], m.shared[b] = true, true
		}
	})
	var clashes []clash
	m.pairs(func(a, b *hunk) {
		if m.shared[a] || m.shared[b] {
			return
		}
		if c, ok := m.meet(a, b); !ok {
			clashes = append(clashes, c)
		}
	})
	clashes = append(clashes, m.addedTwice()...)
	clashes = append(clashes, m.movedAndDeleted()...)
	if len(clashes) > 0 {
		return nil, clashes
	}
	return m.apply(m.both()), nil
}

// pairs calls f for each two changes of the sides that are at one place.
func (m *merger) pairs(f func(a, b *hunk)) {
	lo := 0
	for _, a := range m.a {
		for lo < len(m.b) && m.b[lo].end < a.start {
			lo++
		}
		for j := lo; j < len(m.b) && m.b[j].start <= a.end; j++ {
			f(a, m.b[j])
		}
	}
}

// both are the changes of both sides.
func (m *merger) both() []*hunk {
	all := slices.Clone(m.a)
	for _, b := range m.b {
		if !m.shared[b] {
			all = append(all, b)
		}
	}
	return all
}

// apply writes the base with changes.
func (m *merger) apply(all []*hunk) []string {
	slices.SortStableFunc(all, order)
	var out []string
	at := 0
	for _, h := range all {
		if h.start > at {
			out = append(out, m.base.lines[at:h.start]...)
			at = h.start
		}
		out = append(out, h.lines...)
		at = max(at, h.end)
	}
	return append(out, m.base.lines[at:]...)
}

// rebased is the base with those changes of theirs that clash.
func (m *merger) rebased(clashes []clash) []byte {
	var all []*hunk
	for _, c := range clashes {
		h := *c.b
		if c.kind == BothAdded { // and nothing else that it brings
			h.tokens = slices.DeleteFunc(slices.Clone(h.tokens), func(t token) bool { return t.unit == nil || t.unit.id != c.node })
		}
		h.fill(m.theirs)
		if !slices.ContainsFunc(all, func(o *hunk) bool { return o.start == h.start && o.end == h.end && slices.Equal(o.lines, h.lines) }) {
			all = append(all, &h)
		}
	}
	return m.base.form.bytes(m.apply(all))
}
