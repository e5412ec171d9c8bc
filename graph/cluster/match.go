package cluster

import (
	"cmp"
	"slices"
)

// Match says for each new community which old one it continues, -1 for none:
// the one with which it shares most, if they have at least half of all that is
// in either in common (Jaccard). Each old one is continued once; what overlaps
// more goes first. old and now hold the community of each node, -1 where it
// was in none.
func Match(old, now []int32, oldCount, nowCount int) []int32 {
	out := make([]int32, nowCount)
	for c := range out {
		out[c] = -1
	}
	before, after := make([]int, oldCount), make([]int, nowCount)
	shared := map[[2]int32]int{}
	for v := range now {
		if old[v] >= 0 {
			before[old[v]]++
		}
		if now[v] >= 0 {
			after[now[v]]++
		}
		if old[v] >= 0 && now[v] >= 0 {
			shared[[2]int32{now[v], old[v]}]++
		}
	}
	type pair struct {
		now, old int32
		overlap  float64
	}
	var pairs []pair
	for k, n := range shared {
		if all := after[k[0]] + before[k[1]] - n; 2*n >= all {
			pairs = append(pairs, pair{k[0], k[1], float64(n) / float64(all)})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.overlap, a.overlap), cmp.Compare(a.now, b.now), cmp.Compare(a.old, b.old))
	})
	taken := make([]bool, oldCount)
	for _, p := range pairs {
		if out[p.now] < 0 && !taken[p.old] {
			out[p.now] = p.old
			taken[p.old] = true
		}
	}
	return out
}
