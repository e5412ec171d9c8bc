package cluster

import "math/rand/v2"

// mover moves the nodes of one level between communities.
type mover struct {
	g      *CSR
	factor float64 // resolution / total weight
	comm   []int32
	deg    []float64
	sum    []float64 // of the degrees in each community

	queue      []uint32 // a ring
	waiting    []bool
	head, left int

	link []float64 // the node's weight to each community near it, else 0
	near []int32
}

// block is how many nodes are shuffled with each other. Nodes with near numbers
// are near in memory, and shuffling all makes large graphs slow.
const block = 1024

func newMover(g *CSR, resolution, total float64, rnd *rand.Rand) *mover {
	n := g.Len()
	m := &mover{g: g, comm: make([]int32, n), queue: make([]uint32, n), waiting: make([]bool, n), left: n, link: make([]float64, n)}
	var own float64
	m.deg, own = g.degrees()
	if total == 0 {
		total = own
	}
	m.sum = append([]float64(nil), m.deg...)
	if total > 0 {
		m.factor = resolution / total
	}
	for v := range n {
		m.comm[v], m.queue[v], m.waiting[v] = int32(v), uint32(v), true
	}
	for lo := 0; lo < n; lo += block {
		part := m.queue[lo:min(lo+block, n)]
		rnd.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
	}
	return m
}

// begin puts the nodes into communities to begin with.
func (m *mover) begin(part []int32) {
	clear(m.sum)
	copy(m.comm, part)
	for v, c := range part {
		m.sum[c] += m.deg[v]
	}
}

// run looks at every node, and again at those whose neighbours have moved.
func (m *mover) run() (moved bool) {
	for m.left > 0 {
		v := m.queue[m.head]
		m.head++
		if m.head == len(m.queue) {
			m.head = 0
		}
		m.left--
		m.waiting[v] = false
		if best := m.best(v); best != m.comm[v] {
			m.move(v, best)
			moved = true
		}
	}
	return moved
}

// gain must differ by more than rounding does.
const epsilon = 1e-12

// best is the community near the node in which modularity is highest; its own
// where none is better.
func (m *mover) best(v uint32) int32 {
	own := m.comm[v]
	for i := m.g.off[v]; i < m.g.off[v+1]; i++ {
		u := m.g.to[i]
		if u == v {
			continue
		}
		c := m.comm[u]
		if m.link[c] == 0 {
			m.near = append(m.near, c)
		}
		m.link[c] += m.g.w[i]
	}
	k := m.deg[v] * m.factor
	best, most := own, m.link[own]-float64((m.sum[own]-m.deg[v])*k)
	for _, c := range m.near {
		if c == own {
			continue
		}
		if gain := m.link[c] - float64(m.sum[c]*k); gain > most+epsilon {
			best, most = c, gain
		}
	}
	for _, c := range m.near {
		m.link[c] = 0
	}
	m.near = m.near[:0]
	return best
}

func (m *mover) move(v uint32, to int32) {
	m.sum[m.comm[v]] -= m.deg[v]
	m.sum[to] += m.deg[v]
	m.comm[v] = to
	for i := m.g.off[v]; i < m.g.off[v+1]; i++ {
		u := m.g.to[i]
		if m.waiting[u] || m.comm[u] == to {
			continue
		}
		m.waiting[u] = true
		at := m.head + m.left
		if at >= len(m.queue) {
			at -= len(m.queue)
		}
		m.queue[at] = u
		m.left++
	}
}
