package merkle

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// formatVersion is the first byte of an encoded tree.
const formatVersion = 1

// Encode appends the tree in a compact form: names, leaves and node counts,
// folders before what is in them. Equal trees give equal bytes.
func (t *Tree) Encode(b []byte) []byte {
	return appendFolder(append(b, formatVersion), t.root())
}

// appendFolder writes the number of children and, for each, its name's length
// with the kind in the lowest bit, its name, and what it holds.
func appendFolder(b []byte, n *node) []byte {
	b = binary.AppendUvarint(b, uint64(len(n.children)))
	for _, c := range n.children {
		b = binary.AppendUvarint(b, uint64(len(c.name))<<1|uint64(kindOrder(c.dir)))
		b = append(b, c.name...)
		if c.dir {
			b = appendFolder(b, c)
			continue
		}
		b = append(b, c.hash[:]...)
		b = binary.AppendUvarint(b, uint64(c.nodes))
	}
	return b
}

// ErrEncoding says that bytes are not what Encode makes.
var ErrEncoding = errors.New("merkle: this is no encoded tree")

// Decode is the inverse of Encode. It takes nothing else: whatever it accepts
// encodes to the same bytes. The hashes of folders are computed, not read.
func Decode(b []byte) (*Tree, error) {
	if len(b) == 0 || b[0] != formatVersion {
		return nil, ErrEncoding
	}
	d := decoder{buf: b[1:]}
	top := d.folder("", 0)
	if d.bad == "" && len(d.buf) > 0 {
		d.bad = "something comes after its end"
	}
	if d.bad != "" {
		return nil, fmt.Errorf("%w: %s", ErrEncoding, d.bad)
	}
	return &Tree{top}, nil
}

type decoder struct {
	buf []byte
	bad string // what is wrong
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.buf)
	if n <= 0 || n > 1 && d.buf[n-1] == 0 { // too short, too long, or not the shortest form
		d.bad = "a number is damaged"
		return 0
	}
	d.buf = d.buf[n:]
	return v
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.buf)) {
		d.bad = "it ends too early"
		return nil
	}
	out := d.buf[:n]
	d.buf = d.buf[n:]
	return out
}

// leastChild is how many bytes a child takes at least.
const leastChild = 3

func (d *decoder) folder(name string, depth int) *node {
	count := d.uvarint()
	switch {
	case d.bad != "":
	case count > uint64(len(d.buf)/leastChild):
		d.bad = "it ends too early"
	case depth > maxDepth:
		d.bad = "it is too deep"
	case count == 0 && depth > 0:
		d.bad = "a folder is empty"
	}
	if d.bad != "" {
		return nil
	}
	children := make([]*node, 0, count)
	for range count {
		c := d.child(depth)
		if d.bad != "" {
			return nil
		}
		if n := len(children); n > 0 && compareNodes(children[n-1], c) >= 0 {
			d.bad = "names are not in order"
			return nil
		}
		children = append(children, c)
	}
	return newFolder(name, children)
}

func (d *decoder) child(depth int) *node {
	head := d.uvarint()
	name := string(d.bytes(head >> 1))
	switch {
	case d.bad != "":
		return nil
	case !validName(name):
		d.bad = "a name is none"
		return nil
	case head&1 == 1:
		return d.folder(name, depth+1)
	}
	f := File{}
	copy(f.Hash[:], d.bytes(uint64(len(f.Hash))))
	nodes := d.uvarint()
	if d.bad == "" && nodes > 1<<31-1 {
		d.bad = "a node count is too large"
	}
	f.Nodes = int(nodes)
	return leaf(name, &f)
}
