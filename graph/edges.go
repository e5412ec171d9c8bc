package graph

import (
	"slices"

	"zombiezen.com/go/sqlite"
)

func packHow(c Class, v Via) int64 { return int64(c)<<4 | int64(v) }

func unpackHow(how int64) (Class, Via) { return Class(how >> 4), Via(how & 15) }

// Out are the edges from the node, of the given types or of all.
func (r *Reader) Out(row NodeID, types ...EdgeType) ([]Edge, error) {
	return r.edges("SELECT src, type, dst, line, how FROM edges WHERE src = ?1 AND (?2 = 0 OR type = ?2)", row, types, nil)
}

// In are the edges to the node, of the given types or of all.
func (r *Reader) In(row NodeID, types ...EdgeType) ([]Edge, error) {
	return r.edges("SELECT src, type, dst, line, how FROM edges_in WHERE dst = ?1 AND (?2 = 0 OR type = ?2)", row, types, nil)
}

func (r *Reader) edges(sql string, row NodeID, types []EdgeType, out []Edge) ([]Edge, error) {
	if len(types) == 0 {
		types = []EdgeType{NoEdge}
	}
	for i, t := range types {
		if slices.Contains(types[:i], t) {
			continue
		}
		err := r.query(sql, func(st *sqlite.Stmt) {
			st.BindInt64(1, int64(row))
			st.BindInt64(2, int64(t))
		}, func(st *sqlite.Stmt) bool {
			out = append(out, scanEdge(st))
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func scanEdge(st *sqlite.Stmt) Edge {
	c, v := unpackHow(st.ColumnInt64(4))
	return Edge{
		From: NodeID(st.ColumnInt64(0)), Type: EdgeType(st.ColumnInt64(1)), To: NodeID(st.ColumnInt64(2)),
		Line: st.ColumnInt(3), Class: c, Via: v,
	}
}

// EachEdge calls fn for every edge of the types (or of all), ordered by
// source, type, target and line, until fn returns false.
func (r *Reader) EachEdge(fn func(Edge) bool, types ...EdgeType) error {
	return r.query("SELECT src, type, dst, line, how FROM edges", nil, func(st *sqlite.Stmt) bool {
		if len(types) > 0 && !slices.Contains(types, EdgeType(st.ColumnInt64(1))) {
			return true
		}
		return fn(scanEdge(st))
	})
}
