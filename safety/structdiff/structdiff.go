package structdiff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// File is one state of a file. Facts are nil where there is none.
type File struct {
	Path  string
	Facts *facts.FileFacts
	Text  []byte // nil where it is not known: then hashes tell what differs
}

// Node is a definition of a file that is a node of the graph.
type Node struct {
	ID   string
	File *File
	At   int32 // in the file's Defs
}

// Def is what the facts say of the node.
func (n *Node) Def() *facts.Def { return &n.File.Facts.Defs[n.At] }

// Name is the qualified name inside the file.
func (n *Node) Name() string { return n.File.Facts.QName(n.At) }

// Owner is the node's name without its last part.
func (n *Node) Owner() string {
	return strings.TrimSuffix(strings.TrimSuffix(n.Name(), n.Def().Name), ".")
}

// Changed is a definition before and after.
type Changed struct {
	Before, After *Node
	Signature     bool
	Body          bool
	Similarity    float64 // of renamed and moved ones
}

// ComplexityDelta is by how much the cyclomatic complexity grows.
func (c *Changed) ComplexityDelta() int {
	return int(c.After.Def().Complexity) - int(c.Before.Def().Complexity)
}

// Delta is how two states differ. A definition is in one of the lists; a
// renamed or moved one that is otherwise different too has its flags set.
type Delta struct {
	Added, Removed           []*Node
	Modified, Renamed, Moved []*Changed
}

// Compare compares the files of a proposal, all together: a definition may
// move from one to another. The lists are in the order of the files' paths.
func Compare(before, after []File) *Delta {
	d := &Delta{}
	old, now := index(before), index(after)
	for _, n := range old.list {
		m := now.byID[n.ID]
		if m == nil {
			d.Removed = append(d.Removed, n)
			continue
		}
		if c := compare(n, m); c.Signature || c.Body {
			d.Modified = append(d.Modified, c)
		}
	}
	for _, n := range now.list {
		if old.byID[n.ID] == nil {
			d.Added = append(d.Added, n)
		}
	}
	d.pair()
	return d
}

// nodes are the definitions of some files, without the files themselves.
type nodes struct {
	list []*Node
	byID map[string]*Node
}

func index(files []File) *nodes {
	ns := &nodes{byID: map[string]*Node{}}
	files = slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for i := range files {
		f := &files[i]
		if f.Facts == nil {
			continue
		}
		for at := 1; at < len(f.Facts.Defs); at++ {
			d := &f.Facts.Defs[at]
			if partOfOther(d) {
				continue
			}
			n := &Node{ID: graph.ID(d.Kind, f.Path, f.Facts.QName(int32(at)), d.Disc), File: f, At: int32(at)}
			ns.list = append(ns.list, n)
			if ns.byID[n.ID] == nil {
				ns.byID[n.ID] = n
			}
		}
	}
	return ns
}

// partOfOther tells whether a definition belongs to the node of another one.
func partOfOther(d *facts.Def) bool {
	switch d.Form {
	case "impl", "extension", "object_type", "signature":
		return true
	}
	return false
}

func compare(before, after *Node) *Changed {
	c := &Changed{Before: before, After: after, Signature: isCode(before.Def()) && !sameSignature(before, after)}
	if before.File.Text == nil || after.File.Text == nil {
		c.Body = before.Def().Hash != after.Def().Hash && !c.Signature
		return c
	}
	c.Body = !slices.Equal(before.content(), after.content())
	return c
}

// isCode tells whether others rely on how a definition is written, not only on
// its name: an entry of a configuration and a section of a document have
// content alone, a version's number among it.
func isCode(d *facts.Def) bool { return d.Kind != facts.Config && d.Kind != facts.Section }

// sameSignature compares what those who use a definition rely on.
func sameSignature(a, b *Node) bool {
	x, y := a.Def(), b.Def()
	const visible = facts.Exported | facts.Static | facts.Async | facts.Abstract | facts.Private | facts.Protected | facts.Generator | facts.Readonly | facts.Optional
	if x.Mods&visible != y.Mods&visible || squeeze(x.Returns) != squeeze(y.Returns) || len(x.Params) != len(y.Params) {
		return false
	}
	for i := range x.Params {
		p, q := x.Params[i], y.Params[i]
		if p.Name != q.Name || squeeze(p.Text) != squeeze(q.Text) || p.Flags != q.Flags {
			return false
		}
	}
	return signature(x) == signature(y)
}

// signature is the written one without the name, and without what a
// variable's holds of its value.
func signature(d *facts.Def) string {
	s := squeeze(d.Sig)
	if d.Kind == facts.Variable {
		s, _, _ = strings.Cut(s, "=")
	}
	s = strings.NewReplacer("(mut ", "(", ", mut ", ", ").Replace(s) // what a Rust function does with its own copy
	return strings.Replace(s, d.Name, "", 1)
}

// squeeze leaves one space where there is any.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// pair finds the definitions that were renamed or moved among those that are
// gone and those that are new, the most similar first.
func (d *Delta) pair() {
	type match struct {
		from, to int
		same     float64
	}
	var all []match
	words := make([]map[string]int, len(d.Added))
	for j, n := range d.Added {
		words[j] = n.bag()
	}
	for i, gone := range d.Removed {
		bag := gone.bag()
		for j, n := range d.Added {
			if s := likeness(gone, n, bag, words[j]); s >= similar {
				all = append(all, match{i, j, s})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.same, a.same), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	from, to := map[int]bool{}, map[int]bool{}
	for _, m := range all {
		if from[m.from] || to[m.to] {
			continue
		}
		from[m.from], to[m.to] = true, true
		c := compare(d.Removed[m.from], d.Added[m.to])
		c.Similarity = m.same
		if c.Before.File.Path == c.After.File.Path {
			d.Renamed = append(d.Renamed, c)
		} else {
			d.Moved = append(d.Moved, c)
		}
	}
	d.Removed, d.Added = without(d.Removed, from), without(d.Added, to)
}

func without(list []*Node, taken map[int]bool) []*Node {
	var out []*Node
	for i, n := range list {
		if !taken[i] {
			out = append(out, n)
		}
	}
	return out
}
