package cluster

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/simple"
	"pgregory.net/rapid"
)

// The algorithms are held against those of gonum, which are written
// differently.

func gonumDirected(g *CSR) *simple.WeightedDirectedGraph {
	out := simple.NewWeightedDirectedGraph(0, 0)
	for v := range g.Len() {
		out.AddNode(simple.Node(v))
	}
	for v := range g.Len() {
		to, w := g.Row(v)
		for i := range to {
			out.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(v), T: simple.Node(to[i]), W: w[i]})
		}
	}
	return out
}

func gonumUndirected(g *CSR) *simple.WeightedUndirectedGraph {
	out := simple.NewWeightedUndirectedGraph(0, 0)
	for v := range g.Len() {
		out.AddNode(simple.Node(v))
	}
	for v := range g.Len() {
		to, w := g.Row(v)
		for i := range to {
			out.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(v), T: simple.Node(to[i]), W: w[i]})
		}
	}
	return out
}

func gonumCommunities(part []int32) [][]graph.Node {
	var out [][]graph.Node
	for v, c := range part {
		for int(c) >= len(out) {
			out = append(out, nil)
		}
		out[c] = append(out[c], simple.Node(v))
	}
	return out
}

func TestPageRankEqualsGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		g := Directed(n, edges)
		got := PageRank(g, 0.85, 1e-12, 1000)
		want := network.PageRank(gonumDirected(g), 0.85, 1e-12)
		for v := range n {
			if math.Abs(got[v]-want[int64(v)]) > 1e-6 {
				t.Fatalf("node %d: %g, gonum has %g", v, got[v], want[int64(v)])
			}
		}
	})
}

func TestModularityEqualsGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		g := Undirected(n, edges)
		part := make([]int32, n)
		for v := range part {
			part[v] = int32(rapid.IntRange(0, 4).Draw(t, "community"))
		}
		count := renumber(part)
		resolution := rapid.Float64Range(0.1, 3).Draw(t, "resolution")
		got, _ := Modularity(g, part, count, resolution)
		want := community.Q(gonumUndirected(g), gonumCommunities(part), resolution)
		if len(g.to) == 0 {
			want = 0 // gonum says NaN
		}
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("%g, gonum has %g", got, want)
		}
	})
}

func TestLouvainIsAsGoodAsGonum(t *testing.T) {
	for _, c := range []struct {
		groups, size    int
		inside, outside float64
	}{{4, 20, 5, 1}, {8, 25, 4, 1}, {10, 10, 3, 1.5}, {3, 60, 6, 2}, {1, 80, 3, 0}, {12, 8, 2, 0.5}} {
		for seed := range uint64(3) {
			for _, resolution := range []float64{0.5, 1, 1.5} {
				n, edges := planted(c.groups, c.size, c.inside, c.outside, seed)
				g := Undirected(n, edges)
				part, count := louvain(g, resolution, 1, 0)
				got, _ := Modularity(g, part, count, resolution)
				other := gonumUndirected(g)
				want := community.Q(other, community.Modularize(other, resolution, rand.NewPCG(seed, 3)).Communities(), resolution)
				if got < want-0.02 {
					t.Errorf("%+v, seed %d, resolution %g: modularity %.4f, gonum reaches %.4f", c, seed, resolution, got, want)
				}
			}
		}
	}
}
