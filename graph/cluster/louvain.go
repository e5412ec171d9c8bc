package cluster

import "math/rand/v2"

// Louvain puts each node of an undirected graph into a community such that
// modularity at the resolution is high: higher resolutions give more and
// smaller ones. The communities are numbered by their first node, and each is
// connected. The seed decides the order in which nodes are looked at.
func Louvain(g *CSR, resolution float64, seed uint64) []int {
	part, _ := louvain(g, resolution, seed, 0)
	return widen(part)
}

func widen(part []int32) []int {
	out := make([]int, len(part))
	for v, c := range part {
		out[v] = int(c)
	}
	return out
}

// refinements bounds how often louvain starts again from what it has found.
const refinements = 3

// louvain moves single nodes while that gains, then does the same with the
// communities as nodes, until nothing gains; then it starts again with the
// nodes, as some gain by leaving what has grown around them. What would be by
// chance is judged by the total weight, of all degrees; 0 means that of g.
func louvain(g *CSR, resolution float64, seed uint64, total float64) (part []int32, count int) {
	rnd := rand.New(rand.NewPCG(seed, 0x5eed))
	part = make([]int32, g.Len())
	for v := range part {
		part[v] = int32(v)
	}
	for range refinements {
		m := newMover(g, resolution, total, rnd)
		m.begin(part)
		if !m.run() {
			break
		}
		copy(part, m.comm)
		count = renumber(part)
		for level := aggregate(g, part, count); ; {
			m := newMover(level, resolution, total, rnd)
			if !m.run() {
				break
			}
			k := renumber(m.comm)
			for v := range part {
				part[v] = m.comm[part[v]]
			}
			level = aggregate(level, m.comm, k)
		}
	}
	return split(g, part)
}

// renumber gives communities numbers from 0 in the order of their first nodes.
func renumber(part []int32) (count int) {
	most := int32(-1)
	for _, c := range part {
		most = max(most, c)
	}
	id := make([]int32, most+1)
	for v, c := range part {
		if id[c] == 0 {
			count++
			id[c] = int32(count)
		}
		part[v] = id[c] - 1
	}
	return count
}

// aggregate is the graph whose nodes are the communities. What is inside one
// is an edge to itself, with both its directions.
func aggregate(g *CSR, part []int32, count int) *CSR {
	start, members := membersOf(part, count)
	out := &CSR{off: make([]uint32, 1, count+1)}
	sum := make([]float64, count)
	var near []int32
	for c := range count {
		for _, v := range members[start[c]:start[c+1]] {
			for i := g.off[v]; i < g.off[v+1]; i++ {
				d := part[g.to[i]]
				if sum[d] == 0 {
					near = append(near, d)
				}
				sum[d] += g.w[i]
			}
		}
		for _, d := range near {
			out.to, out.w = append(out.to, uint32(d)), append(out.w, sum[d])
			sum[d] = 0
		}
		near = near[:0]
		out.off = append(out.off, uint32(len(out.to)))
	}
	return out
}

// membersOf are the nodes by community: those of c are
// members[start[c]:start[c+1]], ascending.
func membersOf(part []int32, count int) (start, members []uint32) {
	start = make([]uint32, count+1)
	for _, c := range part {
		start[c+1]++
	}
	for c := range count {
		start[c+1] += start[c]
	}
	members = make([]uint32, len(part))
	at := append([]uint32(nil), start[:count]...)
	for v, c := range part {
		members[at[c]] = uint32(v)
		at[c]++
	}
	return start, members
}
