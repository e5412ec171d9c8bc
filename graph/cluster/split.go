package cluster

// split takes apart the communities that are not connected inside, which
// Louvain leaves a few of: one walk over the graph. The parts are numbered by
// their first node.
func split(g *CSR, part []int32) (parts []int32, count int) {
	parts = make([]int32, len(part))
	for v := range parts {
		parts[v] = -1
	}
	var queue []uint32
	for v := range parts {
		if parts[v] >= 0 {
			continue
		}
		parts[v] = int32(count)
		for queue = append(queue[:0], uint32(v)); len(queue) > 0; {
			u := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for i := g.off[u]; i < g.off[u+1]; i++ {
				if x := g.to[i]; parts[x] < 0 && part[x] == part[v] {
					parts[x] = int32(count)
					queue = append(queue, x)
				}
			}
		}
		count++
	}
	return parts, count
}
