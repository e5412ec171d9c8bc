package cluster

import "math"

// PageRank is the stationary share of a walker who follows an edge with
// probability damping, by weight, and else starts anew anywhere. Nodes without
// edges out pass their share to all. The ranks sum to 1. It ends when the
// ranks change by less than tol in sum, or after maxIter rounds.
//
// It pulls: a node's rank is made of those of its sources, so that each sum has
// one order. The conversions keep compilers from fusing a product and a sum,
// which would round differently from machine to machine.
func PageRank(g *CSR, damping, tol float64, maxIter int) []float64 {
	n := g.Len()
	if n == 0 {
		return []float64{}
	}
	in := transpose(g)
	out, _ := g.degrees()
	rank, give := make([]float64, n), make([]float64, n)
	even := 1 / float64(n)
	for v := range rank {
		rank[v] = even
		if out[v] > 0 {
			out[v] = 1 / out[v]
		}
	}
	for range maxIter {
		lost := 0.0
		for v := range rank {
			give[v] = rank[v] * out[v]
			if out[v] == 0 {
				lost += rank[v]
			}
		}
		fresh := 1 - damping + float64(damping*lost)
		change := 0.0
		for v := range rank {
			s := 0.0
			for i := in.off[v]; i < in.off[v+1]; i++ {
				s += float64(give[in.to[i]] * in.w[i])
			}
			now := float64(damping*s) + float64(fresh*even)
			change += math.Abs(now - rank[v])
			rank[v] = now
		}
		if change < tol {
			break
		}
	}
	return normal(rank)
}

// normal takes the rounding out of the sum.
func normal(rank []float64) []float64 {
	sum := 0.0
	for _, x := range rank {
		sum += x
	}
	for v := range rank {
		rank[v] /= sum
	}
	return rank
}
