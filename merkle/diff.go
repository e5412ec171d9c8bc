package merkle

import (
	"slices"
	"strings"
)

// Difference is a file that two trees have not in common.
type Difference struct {
	Path string
	A, B *Hash // nil where the tree does not have the file
}

// Comparison is what two trees have not in common.
type Comparison struct {
	Files   []Difference // by path
	Visited int          // folders that were looked into, and files that differ
}

// Diff compares two trees. Folders with the same hash are not looked into.
func Diff(a, b *Tree) Comparison {
	var c Comparison
	if a.Root() != b.Root() {
		c.folders(a.root(), b.root(), "")
	}
	slices.SortFunc(c.Files, func(x, y Difference) int { return strings.Compare(x.Path, y.Path) })
	return c
}

// folders compares two folders whose hashes differ.
func (c *Comparison) folders(a, b *node, path string) {
	c.Visited++
	for i, j := 0, 0; i < len(a.children) || j < len(b.children); {
		order := 0
		switch {
		case i == len(a.children):
			order = 1
		case j == len(b.children):
			order = -1
		default:
			order = compareNodes(a.children[i], b.children[j])
		}
		switch {
		case order < 0:
			c.only(a.children[i], path, true)
			i++
		case order > 0:
			c.only(b.children[j], path, false)
			j++
		default:
			c.pair(a.children[i], b.children[j], path)
			i, j = i+1, j+1
		}
	}
}

// pair compares two children of the same name and kind.
func (c *Comparison) pair(a, b *node, path string) {
	switch {
	case a.hash == b.hash:
	case a.dir:
		c.folders(a, b, below(path, a.name))
	default:
		c.Visited++
		c.Files = append(c.Files, Difference{below(path, a.name), &a.hash, &b.hash})
	}
}

// only lists what one side alone has.
func (c *Comparison) only(n *node, path string, left bool) {
	c.Visited++
	path = below(path, n.name)
	if n.dir {
		for _, child := range n.children {
			c.only(child, path, left)
		}
		return
	}
	d := Difference{Path: path}
	if left {
		d.A = &n.hash
	} else {
		d.B = &n.hash
	}
	c.Files = append(c.Files, d)
}
