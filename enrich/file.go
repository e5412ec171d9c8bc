package enrich

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// Source is a file as it was indexed.
type Source struct {
	Lang     string
	Text     []byte // as parsers see it
	Comments []facts.Comment
	Throws   []uint32
}

// Found is what the text says of one node.
type Found struct {
	Comments []graph.NodeComment // lines below the node's first
	Throws   []string            // documented ones first
}

// File reads a file; the result has an element for each node. A comment
// belongs to the innermost node around it, and so does a throw.
func File(s Source, nodes []graph.Node) []Found {
	out := make([]Found, len(nodes))
	order := byStart(nodes)
	s.comments(&finder{nodes: nodes, order: order}, out)
	for i := range nodes {
		out[i].Throws = documented(&s, &nodes[i])
	}
	in := finder{nodes: nodes, order: order}
	for _, t := range s.Throws {
		i := in.at(int(t))
		if i < 0 || int(t) >= len(s.Text) {
			continue
		}
		if name := thrown(s.Lang, string(head(s.Text[t:]))); name != "" {
			out[i].Throws = add(out[i].Throws, name)
		}
	}
	return out
}

// head is enough of a throw statement to see what is thrown.
func head(b []byte) []byte { return b[:min(len(b), 300)] }

func add(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// byStart orders nodes so that one comes before those inside it.
func byStart(nodes []graph.Node) []int {
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(nodes[a].StartByte, nodes[b].StartByte), cmp.Compare(nodes[b].EndByte, nodes[a].EndByte))
	})
	return order
}

// finder tells the innermost node around positions that come in order.
type finder struct {
	nodes []graph.Node
	order []int
	next  int
	open  []int
}

// at is the node around pos, -1 if there is none.
func (f *finder) at(pos int) int {
	for ; f.next < len(f.order) && f.nodes[f.order[f.next]].StartByte <= pos; f.next++ {
		i := f.order[f.next]
		f.close(f.nodes[i].StartByte)
		f.open = append(f.open, i)
	}
	f.close(pos)
	if len(f.open) == 0 {
		return -1
	}
	return f.open[len(f.open)-1]
}

func (f *finder) close(pos int) {
	for len(f.open) > 0 && f.nodes[f.open[len(f.open)-1]].EndByte <= pos {
		f.open = f.open[:len(f.open)-1]
	}
}
