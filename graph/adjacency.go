package graph

import (
	"context"

	"zombiezen.com/go/sqlite"
)

// Adjacency is the whole graph in memory, as compressed sparse rows in both
// directions: for walks that touch many nodes. It never changes once made.
// Edges that differ only in their line are one.
type Adjacency struct {
	Version int64 // the data version that it shows
	out, in rows

	// Nodes whose edges have changed since out and in were read.
	outNow, inNow map[NodeID][]Neighbour
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

// Out calls fn for each edge from the node, ordered by type and target, until
// fn returns false.
func (a *Adjacency) Out(n NodeID, fn func(Neighbour) bool) { a.out.each(n, a.outNow, fn) }

// In calls fn for each edge to the node, ordered by type and source, until fn
// returns false.
func (a *Adjacency) In(n NodeID, fn func(Neighbour) bool) { a.in.each(n, a.inNow, fn) }

// Len is one more than the highest row id that has edges.
func (a *Adjacency) Len() int {
	n := max(len(a.out.off), len(a.in.off)) - 1
	for _, now := range []map[NodeID][]Neighbour{a.outNow, a.inNow} {
		for id := range now {
			n = max(n, int(id)+1)
		}
	}
	return n
}

func (r *rows) each(n NodeID, now map[NodeID][]Neighbour, fn func(Neighbour) bool) {
	if list, changed := now[n]; changed {
		for _, nb := range list {
			if !fn(nb) {
				return
			}
		}
		return
	}
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

// Adjacency is the graph in memory, built on first use, kept up to date by
// small changes in this process, and built again after others.
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
	if a := c.at(v); a != nil {
		return a, nil
	}
	c.building.Lock() // one builds, the others wait for it
	defer c.building.Unlock()
	if a := c.at(v); a != nil {
		return a, nil
	}
	a := &Adjacency{Version: v}
	if err := r.loadRows("SELECT src, type, dst, how FROM edges", &a.out); err != nil {
		return nil, err
	}
	if err := r.loadRows("SELECT dst, type, src, how FROM edges_in", &a.in); err != nil {
		return nil, err
	}
	c.put(a)
	return a, nil
}

// loadRows reads one direction, which comes sorted by its first column.
func (r *Reader) loadRows(sql string, out *rows) error {
	out.off = append(out.off, 0)
	node := 0
	last := [3]int64{-1}
	err := r.query(sql, nil, func(st *sqlite.Stmt) bool {
		key := [3]int64{st.ColumnInt64(0), st.ColumnInt64(1), st.ColumnInt64(2)}
		if key == last {
			return true
		}
		last = key
		for ; node < int(key[0]); node++ {
			out.off = append(out.off, uint32(len(out.to)))
		}
		out.to = append(out.to, uint32(key[2]))
		out.typ = append(out.typ, EdgeType(key[1]))
		out.how = append(out.how, uint8(st.ColumnInt64(3)))
		return true
	})
	out.off = append(out.off, uint32(len(out.to)))
	return err
}
