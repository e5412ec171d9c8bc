package cluster

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// planted is a graph of groups of size nodes: each node has inside edges to
// its own group and outside edges to others, in expectation.
func planted(groups, size int, inside, outside float64, seed uint64) (n int, edges []Edge) {
	r := rand.New(rand.NewPCG(seed, 1))
	n = groups * size
	for v := range n {
		for range poisson(r, inside) {
			edges = append(edges, Edge{uint32(v), uint32(v/size*size + r.IntN(size)), 1})
		}
		for range poisson(r, outside) {
			edges = append(edges, Edge{uint32(v), uint32(r.IntN(n)), 1})
		}
	}
	return n, edges
}

func poisson(r *rand.Rand, mean float64) int {
	n := int(mean)
	if r.Float64() < mean-float64(n) {
		n++
	}
	return n
}

// drawGraph is a small graph of any shape, with parallel edges, edges to
// itself and nodes without any.
func drawGraph(t *rapid.T) (n int, edges []Edge) {
	n = rapid.IntRange(1, 40).Draw(t, "nodes")
	node := rapid.IntRange(0, n-1)
	edges = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Edge {
		return Edge{uint32(node.Draw(t, "from")), uint32(node.Draw(t, "to")), float32(rapid.IntRange(1, 8).Draw(t, "weight")) / 4}
	}), 0, 120).Draw(t, "edges")
	return n, edges
}

func shuffled(edges []Edge, seed uint64) []Edge {
	out := append([]Edge(nil), edges...)
	r := rand.New(rand.NewPCG(seed, 2))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
