package cluster

import "math"

// Edge is one edge of a list. The weight must be above 0.
type Edge struct {
	From, To uint32
	Weight   float32
}

// CSR is a graph as compressed sparse rows: the neighbours of node v are
// to[off[v]:off[v+1]], by number, each once.
type CSR struct {
	off []uint32
	to  []uint32
	w   []float64
}

// Len is the number of nodes.
func (g *CSR) Len() int { return len(g.off) - 1 }

// Row is the neighbours of a node and the weights of the edges to them. The
// slices belong to the graph.
func (g *CSR) Row(v int) ([]uint32, []float64) {
	lo, hi := g.off[v], g.off[v+1]
	return g.to[lo:hi], g.w[lo:hi]
}

// Directed is the graph of n nodes with the edges as they are. Parallel edges
// add up; edges from a node to itself say nothing of others and are dropped.
func Directed(n int, edges []Edge) *CSR {
	return transpose(gather(n, edges, false)).merged()
}

// Undirected is the graph of n nodes in which each edge counts both ways.
func Undirected(n int, edges []Edge) *CSR {
	return transpose(gather(n, edges, true)).merged()
}

const quantum = 1024

// exact rounds a weight so that sums of many do not depend on their order.
func exact(w float32) float64 { return max(1, math.Round(float64(w)*quantum)) / quantum }

// gather sorts the edges by their end, or by both ends. The rows are not
// sorted.
func gather(n int, edges []Edge, both bool) *CSR {
	g := &CSR{off: make([]uint32, n+1)}
	for i := range edges {
		e := &edges[i]
		if e.From == e.To {
			continue
		}
		g.off[e.To+1]++
		if both {
			g.off[e.From+1]++
		}
	}
	for v := range n {
		g.off[v+1] += g.off[v]
	}
	g.to, g.w = make([]uint32, g.off[n]), make([]float64, g.off[n])
	at := append([]uint32(nil), g.off[:n]...)
	put := func(v, to uint32, w float64) {
		g.to[at[v]], g.w[at[v]] = to, w
		at[v]++
	}
	for i := range edges {
		e := &edges[i]
		if e.From == e.To {
			continue
		}
		w := exact(e.Weight)
		put(e.To, e.From, w)
		if both {
			put(e.From, e.To, w)
		}
	}
	return g
}

// transpose turns all edges round. Its rows are sorted, whatever those of g
// are: a radix sort in two passes.
func transpose(g *CSR) *CSR {
	n := g.Len()
	t := &CSR{off: make([]uint32, n+1), to: make([]uint32, len(g.to)), w: make([]float64, len(g.w))}
	for _, v := range g.to {
		t.off[v+1]++
	}
	for v := range n {
		t.off[v+1] += t.off[v]
	}
	at := append([]uint32(nil), t.off[:n]...)
	for v := range n {
		for i := g.off[v]; i < g.off[v+1]; i++ {
			p := &at[g.to[i]]
			t.to[*p], t.w[*p] = uint32(v), g.w[i]
			*p++
		}
	}
	return t
}

// merged adds parallel edges up, in place; rows must be sorted.
func (g *CSR) merged() *CSR {
	next := uint32(0)
	lo := g.off[0]
	for v := range g.Len() {
		hi, start := g.off[v+1], next
		for i := lo; i < hi; i++ {
			if next > start && g.to[next-1] == g.to[i] {
				g.w[next-1] += g.w[i]
				continue
			}
			g.to[next], g.w[next] = g.to[i], g.w[i]
			next++
		}
		lo = hi
		g.off[v+1] = next
	}
	g.to, g.w = g.to[:next], g.w[:next]
	return g
}

// degrees are the sums of the rows, and their sum.
func (g *CSR) degrees() (deg []float64, total float64) {
	deg = make([]float64, g.Len())
	for v := range deg {
		for i := g.off[v]; i < g.off[v+1]; i++ {
			deg[v] += g.w[i]
		}
		total += deg[v]
	}
	return deg, total
}
