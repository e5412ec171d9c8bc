package scan

import (
	"github.com/structural-memory/smp/facts"
)

// NodeMap says which node of a file a definition is: some definitions (impl
// blocks, inline object types) are part of the node around them.
type NodeMap []int32

// Nodeless tells whether a definition is no node of its own.
func Nodeless(f *facts.FileFacts, d *facts.Def) bool {
	switch d.Form {
	case "impl", "extension", "object_type", "signature":
		return true
	}
	return false
}

// MapNodes numbers the nodes of a file and names what stands for each
// definition without one: its type where that is in the same file, else the
// node around it.
func MapNodes(f *facts.FileFacts) NodeMap {
	m := make(NodeMap, len(f.Defs))
	types := map[string]int32{}
	next := int32(0)
	for i := range f.Defs {
		d := &f.Defs[i]
		if i > 0 && Nodeless(f, d) {
			m[i] = -1
			continue
		}
		m[i] = next
		next++
		if d.Kind.TypeLike() {
			if q := f.QName(int32(i)); types[q] == 0 {
				types[q] = m[i]
			}
		}
	}
	for i := range f.Defs {
		if m[i] >= 0 {
			continue
		}
		d := &f.Defs[i]
		if n, ok := types[f.QName(int32(i))]; ok && (d.Form == "impl" || d.Form == "extension") {
			m[i] = n
			continue
		}
		m[i] = m[d.Parent]
	}
	return m
}

// Nodes is how many nodes the definitions make.
func (m NodeMap) Nodes() int {
	n := int32(0)
	for _, i := range m {
		n = max(n, i+1)
	}
	return int(n)
}
