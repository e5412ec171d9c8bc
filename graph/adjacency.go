package graph

import (
	"context"
	"sync"

	"zombiezen.com/go/sqlite"
)

// Adjacency is the whole graph in memory, as compressed sparse rows in both
// directions: for walks that touch many nodes. It never changes once made.
// Edges that differ only in their line are one.
type Adjacency struct {
	Version int64 // the data version that it shows
	out, in rows
}

// rows holds, for the node with row id i, its neighbours at off[i] to off[i+1].
type rows struct {
	off []uint32
	to  []uint32
	typ []EdgeType
	how []uint8
}

// Neighbour is one end of an edge, seen from the other.
type Neighbour struct {
	Node  NodeID
	Type  EdgeType
	Class Class
	Via   Via
}

// Len is one more than the highest row id that has edges.
func (a *Adjacency) Len() int { return len(a.out.off) - 1 }

// Out calls fn for each edge from the node, until fn returns false.
func (a *Adjacency) Out(n NodeID, fn func(Neighbour) bool) { a.out.each(n, fn) }

// In calls fn for each edge to the node, until fn returns false.
func (a *Adjacency) In(n NodeID, fn func(Neighbour) bool) { a.in.each(n, fn) }

func (r *rows) each(n NodeID, fn func(Neighbour) bool) {
	if n < 0 || int(n)+1 >= len(r.off) {
		return
	}
	for i := r.off[n]; i < r.off[n+1]; i++ {
		c, v := unpackHow(int64(r.how[i]))
		if !fn(Neighbour{NodeID(r.to[i]), r.typ[i], c, v}) {
			return
		}
	}
}

// adjacencyCache holds the newest adjacency that was asked for.
type adjacencyCache struct {
	mu   sync.Mutex
	last *Adjacency
}

// Adjacency is the graph in memory, built on first use and again after a
// change.
func (g *Graph) Adjacency(ctx context.Context) (*Adjacency, error) {
	return Get(ctx, g, (*Reader).Adjacency)
}

// Adjacency is Graph.Adjacency of the snapshot.
func (r *Reader) Adjacency() (*Adjacency, error) {
	v, err := r.DataVersion()
	if err != nil {
		return nil, err
	}
	c := &r.g.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil && c.last.Version == v {
		return c.last, nil
	}
	a, err := r.loadAdjacency()
	if err != nil {
		return nil, err
	}
	a.Version = v
	if c.last == nil || c.last.Version < v { // an old snapshot must not push out a newer one
		c.last = a
	}
	return a, nil
}

func (r *Reader) loadAdjacency() (*Adjacency, error) {
	a := &Adjacency{}
	for _, dir := range []struct {
		sql string
		r   *rows
	}{
		{"SELECT src, type, dst, how FROM edges", &a.out},
		{"SELECT dst, type, src, how FROM edges_in", &a.in},
	} {
		if err := r.loadRows(dir.sql, dir.r); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// loadRows reads one direction, which comes sorted by its first column.
func (r *Reader) loadRows(sql string, out *rows) error {
	out.off = append(out.off, 0)
	node := 0
	last := [3]int64{-1}
	err := r.query(sql, nil, func(st *sqlite.Stmt) bool {
		from, typ, to := st.ColumnInt64(0), st.ColumnInt64(1), st.ColumnInt64(2)
		if key := [3]int64{from, typ, to}; key == last {
			return true
		} else {
			last = key
		}
		for ; node < int(from); node++ {
			out.off = append(out.off, uint32(len(out.to)))
		}
		out.to = append(out.to, uint32(to))
		out.typ = append(out.typ, EdgeType(typ))
		out.how = append(out.how, uint8(st.ColumnInt64(3)))
		return true
	})
	out.off = append(out.off, uint32(len(out.to)))
	return err
}
