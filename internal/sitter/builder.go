package sitter

// Grammar is a language whose parser is written in Go: one so small that this
// is shorter than a generated parser, and better at broken text.
type Grammar struct {
	Name   string
	Kinds  []string // the names of node types; a node's type is an index into them
	Fields []string // the names of fields; a node's field is an index into them, from 1
	Parse  func(src []byte, b *Builder) (root int32)
}

// Language is the grammar as others have it.
func (g *Grammar) Language() *Language {
	l := &Language{Name: g.Name, symbols: g.Kinds, fields: map[string]uint16{}, parse: g.Parse}
	for i, f := range g.Fields {
		l.fields[f] = uint16(i + 1)
	}
	return l
}

// Builder takes the nodes of a tree in any order in which children are made
// before or after their parents.
type Builder struct {
	HasError bool // the text does not follow the grammar
	cut      bool
	nodes    []built
}

type built struct {
	start, end        uint32
	first, last, next int32 // children in order, the next sibling; -1 for none
	kind, field       uint16
}

// Node makes a node.
func (b *Builder) Node(kind uint16, start, end uint32) int32 {
	b.nodes = append(b.nodes, built{start: start, end: end, first: -1, last: -1, next: -1, kind: kind})
	return int32(len(b.nodes) - 1)
}

// Add makes child the last child of parent, as its field (0 for none); the
// parent ends no earlier than it. A negative child is none.
func (b *Builder) Add(parent int32, field uint16, child int32) {
	if child < 0 {
		return
	}
	b.nodes[child].field = field
	p := &b.nodes[parent]
	p.end = max(p.end, b.nodes[child].end)
	if p.last < 0 {
		p.first, p.last = child, child
	} else {
		b.nodes[p.last].next = child
		p.last = child
	}
}

// Start is a node's first byte.
func (b *Builder) Start(n int32) uint32 { return b.nodes[n].start }

// End is the byte after a node; SetEnd moves it.
func (b *Builder) End(n int32) uint32 { return b.nodes[n].end }

// SetEnd ends a node at a byte.
func (b *Builder) SetEnd(n int32, end uint32) { b.nodes[n].end = end }

// maxBuilt is the depth from which on nodes are left out, as in flat.c.
const maxBuilt = 1000

// flatten appends node i and what is below it.
func (b *Builder) flatten(out []flatNode, i int32, parent uint32, depth int) []flatNode {
	n := &b.nodes[i]
	at := uint32(len(out))
	out = append(out, flatNode{start: n.start, end: n.end, parent: parent, symbol: n.kind, field: n.field})
	if depth < maxBuilt {
		for c := n.first; c >= 0; c = b.nodes[c].next {
			out = b.flatten(out, c, at, depth+1)
		}
	} else if n.first >= 0 {
		b.cut = true
	}
	out[at].next = uint32(len(out))
	return out
}
