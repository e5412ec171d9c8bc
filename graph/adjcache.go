package graph

import (
	"maps"
	"sync"

	"zombiezen.com/go/sqlite"
)

// maxChanged is how many nodes an adjacency may hold beside its rows before
// it is built anew.
const maxChanged = 4096

// adjacencyCache holds the newest adjacency that was asked for.
type adjacencyCache struct {
	building sync.Mutex
	mu       sync.Mutex
	last     *Adjacency
}

// at is the adjacency of that version, if it is the one that is held.
func (c *adjacencyCache) at(version int64) *Adjacency {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil && c.last.Version == version {
		return c.last
	}
	return nil
}

// put keeps an adjacency, unless it is of an older snapshot.
func (c *adjacencyCache) put(a *Adjacency) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil || c.last.Version < a.Version {
		c.last = a
	}
}

// edgeEnds are the nodes whose edges a change has touched.
type edgeEnds struct{ src, dst map[NodeID]bool }

func (e *edgeEnds) note(x edge) {
	if e.src == nil {
		e.src, e.dst = map[NodeID]bool{}, map[NodeID]bool{}
	}
	e.src[NodeID(x.src)], e.dst[NodeID(x.dst)] = true, true
}

// follow is the held adjacency brought to the next version, read in the
// transaction that makes it; nil if nothing is held, or too much has changed.
func (c *adjacencyCache) follow(conn *sqlite.Conn, stats *Stats) (*Adjacency, error) {
	old := c.at(stats.Version - 1)
	ends := &stats.ends
	if old == nil || stats.Bulk || len(old.outNow)+len(old.inNow)+len(ends.src)+len(ends.dst) > maxChanged {
		return nil, nil
	}
	next := *old
	next.Version = stats.Version
	var err error
	if next.outNow, err = changedRows(conn, old.outNow, ends.src, "SELECT type, dst, how FROM edges WHERE src = ?"); err != nil {
		return nil, err
	}
	next.inNow, err = changedRows(conn, old.inNow, ends.dst, "SELECT type, src, how FROM edges_in WHERE dst = ?")
	return &next, err
}

func changedRows(conn *sqlite.Conn, old map[NodeID][]Neighbour, nodes map[NodeID]bool, sql string) (map[NodeID][]Neighbour, error) {
	now := make(map[NodeID][]Neighbour, len(old)+len(nodes))
	maps.Copy(now, old)
	for n := range nodes {
		var list []Neighbour
		err := query(conn, sql, func(st *sqlite.Stmt) { st.BindInt64(1, int64(n)) }, func(st *sqlite.Stmt) bool {
			nb := Neighbour{Type: EdgeType(st.ColumnInt64(0)), Node: NodeID(st.ColumnInt64(1))}
			nb.Class, nb.Via = unpackHow(st.ColumnInt64(2))
			if k := len(list); k == 0 || list[k-1].Node != nb.Node || list[k-1].Type != nb.Type {
				list = append(list, nb)
			}
			return true
		})
		if err != nil {
			return nil, err
		}
		now[n] = list
	}
	return now, nil
}
