package merge

import (
	"slices"
	"strings"
)

// hunk is one change of the base by one side: lines start to end of it become
// others.
type hunk struct {
	start, end int
	tokens     []token // what comes instead, with lines of the side
	lines      []string
	owner      *unit  // of the base: what the change is directly in
	node       string // of a definition that is changed or taken away
	loose      bool   // lines that belong to no definition's change
	head       bool   // an insertion of imports
}

func (h *hunk) inserts() bool { return h.start == h.end }
func (h *hunk) removes() bool { return len(h.tokens) == 0 }

// added are the definitions that the change brings in.
func (h *hunk) added() map[string]string {
	out := map[string]string{}
	for _, t := range h.tokens {
		if t.unit != nil {
			out[t.unit.id] = t.text
		}
	}
	return out
}

// differ finds how a side differs from the base.
type differ struct {
	base, side *parsed
	ids        map[string]int // of equal texts
	out        []*hunk
}

func diff(base, side *parsed) []*hunk {
	d := &differ{base: base, side: side, ids: map[string]int{}}
	d.inside(base.root, side.root)
	return d.out
}

// inside compares what lies directly in a definition that both have.
func (d *differ) inside(b, s *unit) {
	bt, st := d.base.tokens(b), d.side.tokens(s)
	i, j := 0, 0
	for _, p := range append(matched(bt, st), pair{len(bt), len(st)}) {
		d.between(b, bt[i:p.i], st[j:p.j], b.start, bt, i)
		if p.i == len(bt) {
			return
		}
		d.same(b, bt[p.i], st[p.j])
		i, j = p.i+1, p.j+1
	}
}

// matched pairs the definitions that both have, in an order that both have.
func matched(bt, st []token) []pair {
	where := map[string]int{}
	for j, t := range st {
		if t.unit != nil {
			where[t.unit.id] = j
		}
	}
	var both []pair
	for i, t := range bt {
		if t.unit == nil {
			continue
		}
		if j, ok := where[t.unit.id]; ok {
			both = append(both, pair{i, j})
		}
	}
	return increasing(both)
}

// same compares a definition with what it has become.
func (d *differ) same(owner *unit, b, s token) {
	switch {
	case b.text == s.text:
	case b.unit.whole || s.unit.whole:
		d.add(&hunk{start: b.start, end: b.end, tokens: []token{s}, owner: owner, node: b.unit.id})
	default:
		d.inside(b.unit, s.unit)
	}
}

// between compares what lies between two definitions that both have.
func (d *differ) between(owner *unit, b, s []token, from int, all []token, at int) {
	if at > 0 {
		from = all[at-1].end
	}
	i, j := 0, 0
	for _, p := range append(align(d.number(b), d.number(s)), pair{len(b), len(s)}) {
		if i < p.i || j < p.j {
			d.run(owner, b[i:p.i], s[j:p.j], from)
		}
		if p.i < len(b) {
			from = b[p.i].end
		}
		i, j = p.i+1, p.j+1
	}
}

func (d *differ) number(tokens []token) []int {
	out := make([]int, len(tokens))
	for i, t := range tokens {
		id, ok := d.ids[t.text]
		if !ok {
			id = len(d.ids)
			d.ids[t.text] = id
		}
		out[i] = id
	}
	return out
}

// run notes that tokens became others. Definitions that go are changes of
// their own, so that what happens to one concerns no other.
func (d *differ) run(owner *unit, b, s []token, from int) {
	isUnit := func(t token) bool { return t.unit != nil }
	units := slices.ContainsFunc(b, isUnit) || slices.ContainsFunc(s, isUnit)
	if len(b) > 0 && !units {
		d.add(&hunk{start: from, end: b[len(b)-1].end, tokens: s, owner: owner, loose: true})
		return
	}
	if n := d.imports(s); n > 0 {
		d.add(&hunk{start: from, end: from, tokens: s[:n], owner: owner, loose: true, head: true})
		s = s[n:]
	}
	if len(s) > 0 {
		d.add(&hunk{start: from, end: from, tokens: s, owner: owner, loose: !slices.ContainsFunc(s, isUnit)})
	}
	for i := 0; i < len(b); i++ {
		h := &hunk{start: b[i].start, end: b[i].end, owner: owner}
		if b[i].unit != nil {
			h.node = b[i].unit.id
		} else {
			for i+1 < len(b) && b[i+1].unit == nil {
				i++
				h.end = b[i].end
			}
		}
		d.add(h)
	}
}

// imports counts the tokens up to the last import, where there is nothing but
// imports before it.
func (d *differ) imports(tokens []token) (n int) {
	for i, t := range tokens {
		switch {
		case t.unit == nil && d.side.imports[t.start]:
			n = i + 1
		case t.unit != nil || strings.TrimSpace(t.text) != "":
			return n
		}
	}
	return n
}

func (d *differ) add(h *hunk) {
	h.fill(d.side)
	d.out = append(d.out, h)
}

// blank tells whether what comes is nothing but blank lines.
func (h *hunk) blank() bool {
	return !slices.ContainsFunc(h.tokens, func(t token) bool { return strings.TrimSpace(t.text) != "" })
}

// fill reads the lines of the tokens.
func (h *hunk) fill(side *parsed) {
	h.lines = nil
	for _, t := range h.tokens {
		h.lines = append(h.lines, side.lines[t.start:t.end]...)
	}
}
