package cluster

import (
	"slices"
	"testing"
)

func TestParallelEdgesAddUp(t *testing.T) {
	edges := []Edge{{2, 0, 1}, {0, 1, 0.5}, {0, 1, 0.25}, {1, 1, 7}, {0, 2, 2}}
	for _, c := range []struct {
		name string
		g    *CSR
		to   [][]uint32
		w    [][]float64
	}{
		{"directed", Directed(4, edges), [][]uint32{{1, 2}, {}, {0}, {}}, [][]float64{{0.75, 2}, {}, {1}, {}}},
		{"undirected", Undirected(4, edges), [][]uint32{{1, 2}, {0}, {0}, {}}, [][]float64{{0.75, 3}, {0.75}, {3}, {}}},
	} {
		for v := range c.g.Len() {
			to, w := c.g.Row(v)
			if !slices.Equal(to, c.to[v]) || !slices.Equal(w, c.w[v]) {
				t.Errorf("%s: node %d has %v %v, want %v %v", c.name, v, to, w, c.to[v], c.w[v])
			}
		}
	}
}

func TestWeightsAreRounded(t *testing.T) {
	for w, want := range map[float32]float64{0.1: 102.0 / 1024, 1e-9: 1.0 / 1024, 1: 1, 1.0 / 64: 1.0 / 64} {
		if got := exact(w); got != want {
			t.Errorf("%g is %g, want %g", w, got, want)
		}
	}
}
