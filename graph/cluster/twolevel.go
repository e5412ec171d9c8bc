package cluster

// Options say how TwoLevel divides a graph. Zero values mean the defaults.
type Options struct {
	Coarse  float64 // resolution of the coarse level, 0.5
	Fine    float64 // resolution of the fine level, 1.5
	MinSize int     // nodes that a community has at least, 5
	Seed    uint64

	// MaxFine is the size from which a fine community is divided again, where
	// it can be; 400.
	MaxFine int

	// MinCoarse is MinSize of the coarse level, where it is to be larger.
	MinCoarse int

	// Hubs are nodes that only hold others together, such as folders: they
	// are in a community, but do not count for its size. Give what may
	// have no edges a hub for what it belongs with, else such nodes end up
	// in one community of all that has no neighbour.
	Hubs []bool
}

// Levels are two divisions of one graph, the fine one inside the coarse one.
type Levels struct {
	Coarse, Fine []int32 // community of each node
	Parent       []int32 // coarse community of each fine one
	CoarseCount  int
}

// FineCount is the number of fine communities.
func (l *Levels) FineCount() int { return len(l.Parent) }

// TwoLevel divides an undirected graph into coarse communities, and each of
// these, looked at alone, into fine ones. Communities below the least size go
// into the neighbour of strongest coupling.
func TwoLevel(g *CSR, o Options) *Levels {
	o.setDefaults()
	l := &Levels{Fine: make([]int32, g.Len())}
	part, k := louvain(g, o.Coarse, o.Seed, 0)
	l.CoarseCount, l.Coarse = absorb(g, part, k, max(o.MinSize, o.MinCoarse), o.Hubs)
	start, members := membersOf(l.Coarse, l.CoarseCount)
	d := &divider{Options: o, sub: newSubgraphs(g), out: l.Fine}
	_, total := g.degrees()
	for c := range l.CoarseCount {
		d.divide(members[start[c]:start[c+1]], total)
		for len(l.Parent) < d.count {
			l.Parent = append(l.Parent, int32(c))
		}
	}
	return l
}

func (o *Options) setDefaults() {
	if o.Coarse <= 0 {
		o.Coarse = 0.5
	}
	if o.Fine <= 0 {
		o.Fine = 1.5
	}
	if o.MinSize <= 0 {
		o.MinSize = 5
	}
	if o.MaxFine <= 0 {
		o.MaxFine = 400
	}
}

// divider makes the fine communities.
type divider struct {
	Options
	sub   *subgraphs
	out   []int32
	count int
}

// divide gives the nodes of one community numbers of their own. What is still
// too large is looked at alone, where less weight makes a community.
func (d *divider) divide(nodes []uint32, total float64) {
	g := d.sub.of(nodes)
	hubs := make([]bool, len(nodes))
	size := 0
	for i, v := range nodes {
		hubs[i] = d.Hubs != nil && d.Hubs[v]
		if !hubs[i] {
			size++
		}
	}
	part, k := louvain(g, d.Fine, d.Seed, total)
	k, part = absorb(g, part, k, d.MinSize, hubs)
	start, members := membersOf(part, k)
	for c := range k {
		inside := make([]uint32, 0, start[c+1]-start[c])
		for _, i := range members[start[c]:start[c+1]] {
			inside = append(inside, nodes[i])
		}
		if _, own := g.degrees(); len(inside) > d.MaxFine && (k > 1 || own < total) {
			d.divide(inside, own)
			continue
		}
		for _, v := range inside {
			d.out[v] = int32(d.count)
		}
		d.count++
	}
}

// subgraphs cuts parts out of a graph.
type subgraphs struct {
	g  *CSR
	at []int32 // number of each node in the part at hand, plus 1
}

func newSubgraphs(g *CSR) *subgraphs { return &subgraphs{g, make([]int32, g.Len())} }

// of is the graph of the nodes and the edges between them. Its node i is
// nodes[i]; these ascend, so its rows are sorted.
func (s *subgraphs) of(nodes []uint32) *CSR {
	for i, v := range nodes {
		s.at[v] = int32(i) + 1
	}
	out := &CSR{off: make([]uint32, 1, len(nodes)+1)}
	for _, v := range nodes {
		for i := s.g.off[v]; i < s.g.off[v+1]; i++ {
			if x := s.at[s.g.to[i]]; x > 0 {
				out.to, out.w = append(out.to, uint32(x-1)), append(out.w, s.g.w[i])
			}
		}
		out.off = append(out.off, uint32(len(out.to)))
	}
	for _, v := range nodes {
		s.at[v] = 0
	}
	return out
}
