package graph

import (
	"encoding/binary"

	"zombiezen.com/go/sqlite"
)

// OpenCall is a call site that no rule resolved.
type OpenCall struct {
	From       NodeID
	Line       int
	Name       string
	Recv       string
	Reason     Reason
	Candidates []NodeID // definitions with that name
}

const openSelect = "SELECT src, line, name, recv, reason, candidates FROM open_calls "

func scanOpen(st *sqlite.Stmt) OpenCall {
	c := OpenCall{
		From: NodeID(st.ColumnInt64(0)), Line: st.ColumnInt(1), Name: st.ColumnText(2),
		Recv: st.ColumnText(3), Reason: Reason(st.ColumnInt64(4)),
	}
	if !st.ColumnIsNull(5) {
		b := make([]byte, st.ColumnLen(5))
		st.ColumnBytes(5, b)
		for len(b) > 0 {
			v, n := binary.Uvarint(b)
			if n <= 0 {
				break
			}
			c.Candidates = append(c.Candidates, NodeID(v))
			b = b[n:]
		}
	}
	return c
}

func (r *Reader) open(where string, bind func(*sqlite.Stmt)) (out []OpenCall, err error) {
	err = r.query(openSelect+where, bind, func(st *sqlite.Stmt) bool {
		out = append(out, scanOpen(st))
		return true
	})
	return out, err
}

// OpenCalls are the open call sites in the node, by line.
func (r *Reader) OpenCalls(row NodeID) ([]OpenCall, error) {
	return r.open("WHERE src = ?", func(st *sqlite.Stmt) { st.BindInt64(1, int64(row)) })
}

// OpenNamed are the open call sites of the name anywhere, at most limit of
// them (0: all).
func (r *Reader) OpenNamed(name string, limit int) ([]OpenCall, error) {
	return r.open("WHERE name = ?1 ORDER BY src, line, recv LIMIT CASE WHEN ?2 > 0 THEN ?2 ELSE -1 END", func(st *sqlite.Stmt) {
		st.BindText(1, name)
		st.BindInt64(2, int64(limit))
	})
}

// OpenCount is the number of open call sites of the name.
func (r *Reader) OpenCount(name string) (n int, err error) {
	err = r.query("SELECT count(*) FROM open_calls WHERE name = ?", func(st *sqlite.Stmt) { st.BindText(1, name) },
		func(st *sqlite.Stmt) bool { n = st.ColumnInt(0); return true })
	return n, err
}

// EachOpen calls fn for every open call site, ordered by node and line, until
// fn returns false.
func (r *Reader) EachOpen(fn func(OpenCall) bool) error {
	return r.query(openSelect, nil, func(st *sqlite.Stmt) bool { return fn(scanOpen(st)) })
}
