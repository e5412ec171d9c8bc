package graph

import (
	"slices"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Author is who makes a change, so that it counts as one of the nodes that
// differ afterwards: in churn, in the same transaction.
type Author struct {
	Agent, Session string
	At             time.Time // zero: now
	Files          []string  // sorted; what others changed meanwhile is not the author's. nil: all
}

func (a *Author) wrote(path string) bool {
	if a == nil {
		return false
	}
	_, found := slices.BinarySearch(a.Files, path)
	return a.Files == nil || found
}

// ChurnEvent is what happened to a node; the numbers are part of the file
// format.
type ChurnEvent int

// The events.
const (
	NodeAdded ChurnEvent = iota + 1
	NodeModified
	NodeRemoved
)

// churned is a node that an author changed.
type churned struct {
	sid   int64
	event ChurnEvent
}

// churn notes what happened to a node of a file that the author wrote.
func (d *differ) churn(path string, sid int64, event ChurnEvent) {
	if d.ch.By.wrote(path) {
		d.stats.churned = append(d.stats.churned, churned{sid, event})
	}
}

// churnGone is churn for a whole file that goes.
func (d *differ) churnGone(path string, file int64) error {
	if !d.ch.By.wrote(path) {
		return nil
	}
	return query(d.conn, "SELECT sid FROM nodes WHERE file = ?", binder([]any{file}), func(st *sqlite.Stmt) bool {
		d.churn(path, st.ColumnInt64(0), NodeRemoved)
		return true
	})
}

// altered tells whether a definition is another one: that it moved to other
// lines does not count.
func altered(old, rec *nodeRec) bool { return old.hash != rec.hash || old.sig != rec.sig }

// ChurnSince is the note that says from when on changes of nodes are known, in
// Unix milliseconds; there is none where nothing is known.
const ChurnSince = "churn_since"

func writeChurn(conn *sqlite.Conn, ch *Change, stats *Stats) error {
	if ch.By == nil || len(stats.churned) == 0 {
		return nil
	}
	at := ch.By.At
	if at.IsZero() {
		at = time.Now()
	}
	since, err := store.MetaInt(conn, ChurnSince)
	if err == nil && since == 0 {
		err = store.SetMetaInt(conn, ChurnSince, at.UnixMilli())
	}
	for _, c := range stats.churned {
		if err != nil {
			break
		}
		err = exec(conn, "INSERT INTO churn (sid, at, event, agent, session) VALUES (?, ?, ?, ?, ?)", func(st *sqlite.Stmt) {
			st.BindInt64(1, c.sid)
			st.BindInt64(2, at.UnixMilli())
			st.BindInt64(3, int64(c.event))
			st.BindText(4, ch.By.Agent)
			st.BindText(5, ch.By.Session)
		})
	}
	return err
}

// RowsOf are the nodes that have these text ids now, each given by its SID.
func (r *Reader) RowsOf(sids []int64) (map[int64]NodeID, error) {
	out := make(map[int64]NodeID, len(sids))
	for _, sid := range sids {
		err := r.query("SELECT id FROM nodes WHERE sid = ?", func(st *sqlite.Stmt) { st.BindInt64(1, sid) }, func(st *sqlite.Stmt) bool {
			out[sid] = NodeID(st.ColumnInt64(0))
			return false
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
