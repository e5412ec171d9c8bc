package cluster

import (
	"cmp"
	"slices"
)

// Coupling is what joins two communities, A and B. More edges go from A to B
// than back, or as many, and then A is the lower number.
type Coupling struct {
	A, B  int32
	Edges int // both ways

	// Weight is the overlap coefficient of the edges that touch A and those
	// that touch B: the edges that touch both, by the number of those that
	// touch the side with fewer. With 83 edges between a side that 136 edges
	// touch and one that 400 touch it is 83/136 = 0.61; it is 1 where one
	// side has no edge but those to the other.
	Weight  float64
	Bridges []Bridge // the nodes with most of these edges, most first
}

// Bridge is a node with edges to the other side.
type Bridge struct {
	Node    uint32
	In, Out int // from the peer, to the peer
}

// Couplings are the edges of one division, counted.
type Couplings struct {
	Internal, External []int      // edges inside each community; that cross its border
	Pairs              []Coupling // by weight, heaviest first
	Crossing           int        // edges between communities
}

// Couple counts the edges inside and between communities, whatever they weigh.
// Each coupling keeps the bridges nodes with most of them. Nodes in community
// -1 do not count.
func Couple(edges []Edge, part []int32, count, bridges int) *Couplings {
	out := &Couplings{Internal: make([]int, count), External: make([]int, count)}
	var ends []end
	for i := range edges {
		l := &edges[i]
		a, b := part[l.From], part[l.To]
		switch {
		case a < 0 || b < 0:
		case a == b:
			out.Internal[a]++
		default:
			out.External[a]++
			out.External[b]++
			out.Crossing++
			pair := uint64(min(a, b))<<32 | uint64(max(a, b))
			ends = append(ends, end{pair, l.From, true}, end{pair, l.To, false})
		}
	}
	slices.SortFunc(ends, func(x, y end) int { return cmp.Or(cmp.Compare(x.pair, y.pair), cmp.Compare(x.node, y.node)) })
	for len(ends) > 0 {
		n := 1
		for n < len(ends) && ends[n].pair == ends[0].pair {
			n++
		}
		out.Pairs = append(out.Pairs, out.coupling(ends[:n], part, bridges))
		ends = ends[n:]
	}
	slices.SortFunc(out.Pairs, func(a, b Coupling) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(b.Edges, a.Edges), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return out
}

// end is one end of an edge between two communities.
type end struct {
	pair uint64 // both, the lower number first
	node uint32
	out  bool
}

// coupling counts the ends of one pair, which are sorted by node.
func (c *Couplings) coupling(ends []end, part []int32, most int) Coupling {
	p := Coupling{A: int32(ends[0].pair >> 32), B: int32(uint32(ends[0].pair)), Edges: len(ends) / 2}
	fromA := 0
	for i := 0; i < len(ends); {
		b := Bridge{Node: ends[i].node}
		for ; i < len(ends) && ends[i].node == b.Node; i++ {
			if ends[i].out {
				b.Out++
			} else {
				b.In++
			}
		}
		if part[b.Node] == p.A {
			fromA += b.Out
		}
		p.Bridges = append(p.Bridges, b)
	}
	if 2*fromA < p.Edges {
		p.A, p.B = p.B, p.A
	}
	fewer := min(c.Internal[p.A]+c.External[p.A], c.Internal[p.B]+c.External[p.B])
	p.Weight = float64(p.Edges) / float64(fewer)
	slices.SortFunc(p.Bridges, func(a, b Bridge) int {
		return cmp.Or(cmp.Compare(b.In+b.Out, a.In+a.Out), cmp.Compare(a.Node, b.Node))
	})
	p.Bridges = slices.Clip(slices.Clone(p.Bridges[:min(most, len(p.Bridges))]))
	return p
}
