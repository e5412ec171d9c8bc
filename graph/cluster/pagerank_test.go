package cluster

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPageRankOfAHub(t *testing.T) {
	g := Directed(4, []Edge{{0, 3, 1}, {1, 3, 1}, {2, 3, 1}})
	r := PageRank(g, 0.85, 1e-12, 1000)
	// 3 passes its rank to all, as it has no edge: with x for the others,
	// y = x + .85*3x and 3x + y = 1.
	x := 1 / 6.55
	for v, want := range []float64{x, x, x, 3.55 * x} {
		if math.Abs(r[v]-want) > 1e-9 {
			t.Errorf("node %d has %g, want %g", v, r[v], want)
		}
	}
}

// TestPageRankIsStationary puts the ranks into the equation that they solve.
func TestPageRankIsStationary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		g := Directed(n, edges)
		r := PageRank(g, 0.85, 1e-13, 2000)
		deg, _ := g.degrees()
		next, lost, total := make([]float64, n), 0.0, 0.0
		for v := range n {
			total += r[v]
			if deg[v] == 0 {
				lost += r[v]
			}
			to, w := g.Row(v)
			for i := range to {
				next[to[i]] += 0.85 * r[v] * w[i] / deg[v]
			}
		}
		for v := range n {
			if next[v] += (0.15 + 0.85*lost) / float64(n); math.Abs(next[v]-r[v]) > 1e-9 {
				t.Fatalf("node %d has %g, its sources give %g", v, r[v], next[v])
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("the ranks sum to %g", total)
		}
	})
}

func TestRanksDoNotDependOnTheOrderOfEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		a := PageRank(Directed(n, edges), 0.85, 1e-6, 100)
		b := PageRank(Directed(n, shuffled(edges, rapid.Uint64().Draw(t, "seed"))), 0.85, 1e-6, 100)
		if !slices.Equal(a, b) {
			t.Fatal("other ranks for the same edges")
		}
	})
}
