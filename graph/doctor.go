package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// Problem is something that is wrong with the file or the graph in it.
type Problem struct {
	Check  string `json:"check"`
	Detail string `json:"detail"`
	Count  int    `json:"count"`
}

func (p Problem) String() string { return fmt.Sprintf("%s: %s (%d)", p.Check, p.Detail, p.Count) }

// Doctor checks the file and the invariants of the graph. A healthy graph has
// no problems.
func (g *Graph) Doctor(ctx context.Context) ([]Problem, error) {
	return Get(ctx, g, (*Reader).Doctor)
}

// queries that must find nothing; each row is one fault, and its first column
// says which.
var doctorQueries = []struct{ check, sql string }{
	{"edges and edges_in hold the same", `SELECT 'edge ' || src || ' -> ' || dst FROM edges e WHERE NOT EXISTS
		(SELECT 1 FROM edges_in i WHERE i.dst = e.dst AND i.type = e.type AND i.src = e.src AND i.line = e.line AND i.how = e.how)`},
	{"edges and edges_in hold the same", `SELECT 'edge_in ' || src || ' -> ' || dst FROM edges_in i WHERE NOT EXISTS
		(SELECT 1 FROM edges e WHERE i.dst = e.dst AND i.type = e.type AND i.src = e.src AND i.line = e.line AND i.how = e.how)`},
	{"edges end in nodes", `SELECT 'edge ' || src || ' -> ' || dst FROM edges WHERE src NOT IN (SELECT id FROM nodes) OR dst NOT IN (SELECT id FROM nodes)`},
	{"open calls start in nodes", `SELECT 'open call ' || name FROM open_calls WHERE src NOT IN (SELECT id FROM nodes)`},
	{"nodes are in files", `SELECT 'node ' || id FROM nodes WHERE file <> 0 AND file NOT IN (SELECT id FROM files)`},
	{"files have their node", `SELECT path FROM files f WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = f.node AND n.file = f.id AND n.def = 0 AND n.kind = f.kind)`},
	{"definitions are numbered", `SELECT 'file ' || file FROM nodes WHERE file > 0 GROUP BY file HAVING count(*) <> max(def) + 1 OR count(*) <> count(DISTINCT def)`},
	{"every node has one edge from its parent", `SELECT 'node ' || id FROM nodes n WHERE kind NOT IN (1, 10)
		AND (SELECT count(*) FROM edges_in WHERE dst = n.id AND type IN (1, 2)) <> 1`},
	{"edges from parents agree with the parents", `SELECT 'edge ' || src || ' -> ' || dst FROM edges e WHERE type IN (1, 2)
		AND src <> (SELECT parent FROM nodes WHERE id = e.dst)`},
	{"externals are referred to", `SELECT name FROM nodes n WHERE kind = 10 AND NOT EXISTS (SELECT 1 FROM edges_in WHERE dst = n.id)`},
	{"packages hold files", `SELECT name FROM nodes n WHERE kind = 2 AND NOT EXISTS
		(SELECT 1 FROM edges e JOIN nodes f ON f.id = e.dst WHERE e.src = n.id AND e.type = 1 AND f.file > 0)`},
	{"row ids are below the next", `SELECT 'node ' || id FROM nodes WHERE id >= (SELECT value FROM meta WHERE key = 'next_node')`},
	{"communities are in communities", `SELECT id FROM communities WHERE level = 1 AND parent NOT IN (SELECT id FROM communities WHERE level = 0)`},
	{"packages depend as their files import", `SELECT 'package ' || src || ' -> ' || dst FROM (` + importPairs + `) EXCEPT SELECT 'package ' || src || ' -> ' || dst FROM edges WHERE type = 11`},
	{"packages depend as their files import", `SELECT 'package ' || src || ' -> ' || dst FROM edges WHERE type = 11 EXCEPT SELECT 'package ' || src || ' -> ' || dst FROM (` + importPairs + `)`},
}

const importPairs = `SELECT DISTINCT a.parent AS src, b.parent AS dst FROM edges e JOIN nodes s ON s.id = e.src JOIN nodes t ON t.id = e.dst
	JOIN nodes a ON a.file = s.file AND a.def = 0 JOIN nodes b ON b.file = t.file AND b.def = 0
	WHERE e.type = 3 AND s.file > 0 AND t.file > 0 AND a.parent <> b.parent
	UNION SELECT DISTINCT a.parent, t.id FROM edges e JOIN nodes s ON s.id = e.src JOIN nodes t ON t.id = e.dst
	JOIN nodes a ON a.file = s.file AND a.def = 0 WHERE e.type = 3 AND s.file > 0 AND t.kind = 2 AND a.parent <> t.id`

// Doctor is Graph.Doctor of the snapshot.
func (r *Reader) Doctor() (out []Problem, err error) {
	note := func(check, detail string) {
		if n := len(out); n > 0 && out[n-1].Check == check {
			out[n-1].Count++
			return
		}
		out = append(out, Problem{check, detail, 1})
	}
	err = r.query("PRAGMA integrity_check(20)", nil, func(st *sqlite.Stmt) bool {
		if s := st.ColumnText(0); s != "ok" {
			note("the file is sound", s)
		}
		return true
	})
	if err != nil || len(out) > 0 {
		return out, err // the rest would only say the same in other words
	}
	for _, q := range doctorQueries {
		if err := r.query(q.sql, nil, func(st *sqlite.Stmt) bool { note(q.check, st.ColumnText(0)); return true }); err != nil {
			return out, err
		}
	}
	for _, check := range []func(func(check, detail string)) error{r.checkIDs, r.checkReach, r.checkTallies, r.checkDigests, r.checkStructure, r.checkReading} {
		if err := safely(check, note); err != nil {
			if r.ctxErr(err) {
				return out, err
			}
			note("all can be read", err.Error())
		}
	}
	return out, nil
}

// safely is check, a panic over what is damaged being an error.
func safely(check func(func(check, detail string)) error, note func(check, detail string)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the graph holds what cannot be: %v", p)
		}
	}()
	return check(note)
}

// ctxErr tells whether an error says that the caller does not wait any more.
func (r *Reader) ctxErr(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || sqlite.ErrCode(err) == sqlite.ResultInterrupt
}

// checkIDs compares the hashes with the text ids, which must be unique.
func (r *Reader) checkIDs(note func(check, detail string)) error {
	seen := map[int64]bool{}
	return r.query("SELECT n.id, n.kind, n.name, n.scope, n.disc, n.file > 0 AND n.def = 0, f.path, n.sid FROM nodes n LEFT JOIN files f ON f.id = n.file", nil, func(st *sqlite.Stmt) bool {
		in := scanIdent(st, 1)
		sid := st.ColumnInt64(7)
		if int64(SID(in.id())) != sid {
			note("ids have their hash", in.id())
		}
		if seen[sid] {
			note("ids are unique", in.id())
		}
		seen[sid] = true
		return true
	})
}

// checkReach walks down from the repository.
func (r *Reader) checkReach(note func(check, detail string)) error {
	inside := map[NodeID][]NodeID{}
	err := r.EachEdge(func(e Edge) bool { inside[e.From] = append(inside[e.From], e.To); return true }, Contains, Defines)
	if err != nil {
		return err
	}
	reached := map[NodeID]bool{repoRow: true}
	for queue := []NodeID{repoRow}; len(queue) > 0; queue = queue[1:] {
		for _, n := range inside[queue[0]] {
			if !reached[n] {
				reached[n] = true
				queue = append(queue, n)
			}
		}
	}
	return r.query("SELECT id FROM nodes WHERE kind <> ?", func(st *sqlite.Stmt) { st.BindInt64(1, int64(facts.External)) }, func(st *sqlite.Stmt) bool {
		if n := NodeID(st.ColumnInt64(0)); !reached[n] {
			note("every node is reached from the repository", fmt.Sprintf("node %d", n))
		}
		return true
	})
}

// checkTallies counts each file again.
func (r *Reader) checkTallies(note func(check, detail string)) error {
	type file struct {
		path  string
		row   int64
		tally []byte
	}
	var files []file
	err := r.query("SELECT path, id, tally FROM files", nil, func(st *sqlite.Stmt) bool {
		f := file{st.ColumnText(0), st.ColumnInt64(1), make([]byte, st.ColumnLen(2))}
		st.ColumnBytes(2, f.tally)
		files = append(files, f)
		return true
	})
	if err != nil {
		return err
	}
	for _, f := range files {
		t, err := tallyOf(r.conn, f.row)
		if err != nil {
			return err
		}
		if !slices.Equal(t.append(nil), f.tally) {
			note("files are counted", f.path)
		}
	}
	return nil
}
