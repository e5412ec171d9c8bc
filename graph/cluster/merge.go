package cluster

// absorb joins each community that has fewer than least nodes with the one
// that it has most weight to, the one with the lower number among equals,
// until none is left that is small and has a neighbour. Those without any are
// joined with each other. Nodes that hubs names do not count for the size.
func absorb(g *CSR, part []int32, count, least int, hubs []bool) (int, []int32) {
	for {
		size := sizes(part, count, hubs)
		small := false
		for _, s := range size {
			small = small || s < least
		}
		if !small || count < 2 {
			return count, part
		}
		into := joins(aggregate(g, part, count), size, least)
		for v, c := range part {
			part[v] = root(into, c)
		}
		k := renumber(part)
		if k == count {
			return count, part
		}
		count = k
	}
}

func sizes(part []int32, count int, hubs []bool) []int {
	size := make([]int, count)
	for v, c := range part {
		if hubs == nil || !hubs[v] {
			size[c]++
		}
	}
	return size
}

// joins says for each community into which it goes: a forest, see root. Only
// when no small one has a neighbour any more, those without go together.
func joins(g *CSR, size []int, least int) []int32 {
	into := make([]int32, g.Len())
	for c := range into {
		into[c] = int32(c)
	}
	var lone []int32
	joined := false
	for c := range into {
		if size[c] >= least {
			continue
		}
		best := strongest(g, c)
		if best < 0 {
			lone = append(lone, int32(c))
		} else if a, b := root(into, int32(c)), root(into, best); a != b {
			into[a] = b
			joined = true
		}
	}
	for i := 1; i < len(lone) && !joined; i++ {
		into[lone[i]] = lone[0]
	}
	return into
}

// strongest is the neighbour with most weight, -1 for none.
func strongest(g *CSR, c int) int32 {
	best, most := int32(-1), 0.0
	for i := g.off[c]; i < g.off[c+1]; i++ {
		if d := int32(g.to[i]); int(d) != c && (g.w[i] > most || g.w[i] == most && d < best) {
			best, most = d, g.w[i]
		}
	}
	return best
}

func root(into []int32, c int32) int32 {
	for into[c] != c {
		into[c] = into[into[c]]
		c = into[c]
	}
	return c
}
