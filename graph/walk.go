package graph

import (
	"cmp"
	"encoding/json"
	"slices"

	"zombiezen.com/go/sqlite"
)

// Direction is which way a walk follows edges.
type Direction uint8

// The directions.
const (
	Outward Direction = iota // from source to target
	Inward                   // from target to source
	Both
)

// WalkOptions bound a walk.
type WalkOptions struct {
	Direction Direction
	Types     []EdgeType // nil for all
	Depth     int        // how many edges away; 0 for no bound
	Limit     int        // how many nodes, the nearest first; 0 for no bound
}

// Visit is a node that a walk reached, by its shortest way.
type Visit struct {
	Node  NodeID
	Depth int
}

// Walk visits what is reached from the start nodes, which come first with
// depth 0: breadth first, by row id within a depth. more tells whether the
// limit cut it off. A shallow walk asks the store, unless the graph is in
// memory already; a deep one loads it.
func (r *Reader) Walk(start []NodeID, o WalkOptions) (visits []Visit, more bool, err error) {
	v, err := r.DataVersion()
	if err != nil {
		return nil, false, err
	}
	a := r.g.cache.at(v)
	if a == nil && o.Depth > 0 && o.Depth <= 2 {
		return r.WalkStored(start, o)
	}
	if a == nil {
		if a, err = r.Adjacency(); err != nil {
			return nil, false, err
		}
	}
	visits, more = a.Walk(start, o)
	return visits, more, nil
}

// Walk is Reader.Walk in memory.
func (a *Adjacency) Walk(start []NodeID, o WalkOptions) (visits []Visit, more bool) {
	mask := typeMask(o.Types)
	seen := make(map[NodeID]bool, 64)
	frontier := slices.Clone(start)
	for depth := 0; len(frontier) > 0; depth++ {
		slices.Sort(frontier)
		first := len(visits)
		for _, n := range frontier {
			if seen[n] {
				continue
			}
			if o.Limit > 0 && len(visits) == o.Limit {
				return visits, true
			}
			seen[n] = true
			visits = append(visits, Visit{n, depth})
		}
		frontier = frontier[:0]
		if o.Depth > 0 && depth == o.Depth {
			break
		}
		for _, v := range visits[first:] {
			step := func(nb Neighbour) bool {
				if mask>>nb.Type&1 != 0 && !seen[nb.Node] {
					frontier = append(frontier, nb.Node)
				}
				return true
			}
			if o.Direction != Inward {
				a.Out(v.Node, step)
			}
			if o.Direction != Outward {
				a.In(v.Node, step)
			}
		}
	}
	return visits, false
}

func typeMask(types []EdgeType) uint32 {
	if len(types) == 0 {
		return 1<<32 - 1
	}
	mask := uint32(0)
	for _, t := range types {
		mask |= 1 << t
	}
	return mask
}

// One statement per direction, so that each uses its table. ?1 are the start
// nodes as JSON, ?2 the depth, ?3 the mask of types. Without a bound on the
// depth a node would come back at every depth of a cycle, so the depth is
// always bounded.
var walkSQL = [...]string{
	Outward: walkStart + `SELECT e.dst, w.depth + 1 FROM w JOIN edges e ON e.src = w.node` + walkEnd,
	Inward:  walkStart + `SELECT e.src, w.depth + 1 FROM w JOIN edges_in e ON e.dst = w.node` + walkEnd,
	Both: walkStart + `SELECT e.dst, w.depth + 1 FROM w JOIN edges e ON e.src = w.node WHERE w.depth < ?2 AND ?3 >> e.type & 1
		UNION SELECT e.src, w.depth + 1 FROM w JOIN edges_in e ON e.dst = w.node` + walkEnd,
}

const (
	walkStart = `WITH RECURSIVE w(node, depth) AS (SELECT value, 0 FROM json_each(?1) UNION `
	walkEnd   = ` WHERE w.depth < ?2 AND ?3 >> e.type & 1) SELECT node, min(depth) FROM w GROUP BY node`

	// deepest bounds a walk in the store that has no bound of its own.
	deepest = 64
)

// WalkStored is Walk as one recursive query in the store.
func (r *Reader) WalkStored(start []NodeID, o WalkOptions) (visits []Visit, more bool, err error) {
	ids, err := json.Marshal(start)
	if err != nil {
		return nil, false, err
	}
	depth := o.Depth
	if depth <= 0 {
		depth = deepest
	}
	err = r.query(walkSQL[o.Direction], func(st *sqlite.Stmt) {
		st.BindText(1, string(ids))
		st.BindInt64(2, int64(depth))
		st.BindInt64(3, int64(typeMask(o.Types)))
	}, func(st *sqlite.Stmt) bool {
		visits = append(visits, Visit{NodeID(st.ColumnInt64(0)), st.ColumnInt(1)})
		return true
	})
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(visits, func(a, b Visit) int { return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Node, b.Node)) })
	if o.Limit > 0 && len(visits) > o.Limit {
		return visits[:o.Limit], true, nil
	}
	return visits, false, nil
}
