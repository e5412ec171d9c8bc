package sitter

import (
	"iter"
	"slices"
)

// flatNode mirrors smp_node in flat.h.
type flatNode struct {
	start, end   uint32
	row, endRow  uint32
	parent, next uint32
	symbol       uint16
	field        uint16
}

// Tree is the flattened syntax tree of one file.
type Tree struct {
	Lang     *Language
	Src      []byte
	HasError bool
	Cut      bool // what is nested deeper than anybody writes is left out
	nodes    []flatNode
}

// Root is the tree's root; the zero Node for an empty file.
func (t *Tree) Root() Node {
	if len(t.nodes) == 0 {
		return Node{}
	}
	return Node{t, 0}
}

// Restore gives the tree the text that it stands for, where another of the
// same length had to be parsed: what a node's bytes are and on which lines it
// is follow from src.
func (t *Tree) Restore(src []byte) {
	t.Src = src
	var ends []uint32
	for i, c := range src {
		if c == '\n' {
			ends = append(ends, uint32(i))
		}
	}
	row := uint32(0)
	for i := range t.nodes { // in the order of their starts
		n := &t.nodes[i]
		for int(row) < len(ends) && ends[row] < n.start {
			row++
		}
		n.row = row
		last, _ := slices.BinarySearch(ends, n.end)
		n.endRow = uint32(last)
	}
}

// Clip ends all nodes at a byte: the text that was parsed is longer than the
// one that the tree stands for.
func (t *Tree) Clip(end uint32) {
	for i := range t.nodes {
		n := &t.nodes[i]
		n.start, n.end = min(n.start, end), min(n.end, end)
	}
}

// Len is the number of nodes kept.
func (t *Tree) Len() int { return len(t.nodes) }

// ErrorSymbol is the symbol of nodes that stand for unparsable text.
const ErrorSymbol = 65535

// Node is a node of a Tree. The zero Node stands for "no such node"; all its
// methods can be called and give zero values.
type Node struct {
	t *Tree
	i int32
}

// OK tells whether there is such a node.
func (n Node) OK() bool { return n.t != nil }

func (n Node) at() *flatNode { return &n.t.nodes[n.i] }

// Symbol is the grammar's number for the node's type.
func (n Node) Symbol() uint16 {
	if n.t == nil {
		return 0
	}
	return n.at().symbol
}

// Kind is the name of the node's type, "ERROR" for unparsable text, "" for
// the zero Node.
func (n Node) Kind() string {
	if n.t == nil {
		return ""
	}
	if s := n.at().symbol; int(s) < len(n.t.Lang.symbols) {
		return n.t.Lang.symbols[s]
	}
	return "ERROR"
}

// Is tells whether the node's type has one of the names.
func (n Node) Is(kinds ...string) bool {
	k := n.Kind()
	for _, s := range kinds {
		if s == k {
			return k != ""
		}
	}
	return false
}

// Start and End are the node's bytes.
func (n Node) Start() uint32 {
	if n.t == nil {
		return 0
	}
	return n.at().start
}

// End is the byte after the node.
func (n Node) End() uint32 {
	if n.t == nil {
		return 0
	}
	return n.at().end
}

// Line is the node's first line, from 1; 0 for the zero Node.
func (n Node) Line() uint32 {
	if n.t == nil {
		return 0
	}
	return n.at().row + 1
}

// EndLine is the node's last line, from 1.
func (n Node) EndLine() uint32 {
	if n.t == nil {
		return 0
	}
	return n.at().endRow + 1
}

// Bytes is the node's text.
func (n Node) Bytes() []byte {
	if n.t == nil {
		return nil
	}
	f := n.at()
	return n.t.Src[f.start:f.end]
}

// Text is the node's text as a new string.
func (n Node) Text() string { return string(n.Bytes()) }

// Parent is the nearest node around that was kept.
func (n Node) Parent() Node {
	if n.t == nil || n.i == 0 {
		return Node{}
	}
	return Node{n.t, int32(n.at().parent)}
}

// Children yields the node's children in order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.t == nil {
			return
		}
		end := int32(n.at().next)
		for i := n.i + 1; i < end; i = int32(n.t.nodes[i].next) {
			if !yield(Node{n.t, i}) {
				return
			}
		}
	}
}

// Descendants yields every node below n, parents before children.
func (n Node) Descendants() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.t == nil {
			return
		}
		for i := n.i + 1; i < int32(n.at().next); i++ {
			if !yield(Node{n.t, i}) {
				return
			}
		}
	}
}

// First is the first child, Last the last one.
func (n Node) First() Node {
	if n.t == nil || uint32(n.i+1) >= n.at().next {
		return Node{}
	}
	return Node{n.t, n.i + 1}
}

// Last is the last child.
func (n Node) Last() Node {
	var l Node
	for c := range n.Children() {
		l = c
	}
	return l
}

// Next is the following sibling.
func (n Node) Next() Node {
	if n.t == nil || n.i == 0 {
		return Node{}
	}
	next := n.at().next
	if next >= n.t.nodes[n.at().parent].next {
		return Node{}
	}
	return Node{n.t, int32(next)}
}

// Prev is the sibling before.
func (n Node) Prev() Node {
	if n.t == nil || n.i == 0 {
		return Node{}
	}
	var prev Node
	for c := range n.Parent().Children() {
		if c.i == n.i {
			return prev
		}
		prev = c
	}
	return Node{}
}

// Child is the first child of one of the types, in the children's order.
func (n Node) Child(kinds ...string) Node {
	for c := range n.Children() {
		if c.Is(kinds...) {
			return c
		}
	}
	return Node{}
}

// Field is the child with that field name, the zero Node if there is none.
func (n Node) Field(name string) Node {
	if n.t == nil {
		return Node{}
	}
	id := n.t.Lang.fields[name]
	if id == 0 {
		return Node{}
	}
	for c := range n.Children() {
		if c.at().field == id {
			return c
		}
	}
	return Node{}
}

// Fields yields all children with that field name.
func (n Node) Fields(name string) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.t == nil {
			return
		}
		id := n.t.Lang.fields[name]
		for c := range n.Children() {
			if id != 0 && c.at().field == id && !yield(c) {
				return
			}
		}
	}
}

// FieldIs tells whether the node is its parent's field of that name.
func (n Node) FieldIs(name string) bool {
	return n.t != nil && n.at().field != 0 && n.at().field == n.t.Lang.fields[name]
}
