package safety

import (
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// churnKept is how long changes of nodes are remembered.
const churnKept = 400 * 24 * time.Hour

// churnEpoch counts how often changes were forgotten: who holds some must read
// all again.
const churnEpoch = "churn_epoch"

// NodeChange is one change of a node, which is named by the hash of its text id.
type NodeChange struct {
	SID     int64
	At      time.Time
	Event   graph.ChurnEvent
	Agent   string
	Session string
	Origin  string // the commit that says so; "" for what was seen here and is in no commit yet, + and the commit where it is
}

// RecordChange remembers a change. One that is told of long afterwards says
// nothing of what else happened since.
func (tx *Tx) RecordChange(c NodeChange) error {
	if err := tx.knownFrom(tx.now); err != nil {
		return err
	}
	return tx.insertChange(c)
}

func (tx *Tx) insertChange(c NodeChange) error {
	return tx.exec("INSERT INTO churn (sid, at, event, agent, session, origin) VALUES (?, ?, ?, ?, ?, ?)", c.SID, c.At, int(c.Event), c.Agent, c.Session, c.Origin)
}

// knownFrom notes that changes are known from a time on, if not from earlier.
func (tx *Tx) knownFrom(t time.Time) error {
	old, err := store.MetaInt(tx.conn, graph.ChurnSince)
	if err != nil || old != 0 && old <= t.UnixMilli() {
		return err
	}
	return store.SetMetaInt(tx.conn, graph.ChurnSince, t.UnixMilli())
}

// ChangesSince is from when on changes are known; zero where none are.
func (tx *Tx) ChangesSince() (time.Time, error) {
	ms, err := store.MetaInt(tx.conn, graph.ChurnSince)
	if err != nil || ms == 0 {
		return time.Time{}, err
	}
	return time.UnixMilli(ms).UTC(), nil
}

// Changes are those of a node since a time, the newest first.
func (tx *Tx) Changes(sid int64, since time.Time) ([]NodeChange, error) {
	all := []NodeChange{}
	err := tx.query("SELECT sid, at, event, agent, session, origin FROM churn WHERE sid = ? AND at >= ? ORDER BY at DESC, rowid DESC", func(st *sqlite.Stmt) error {
		all = append(all, NodeChange{st.ColumnInt64(0), columnTime(st, 1), graph.ChurnEvent(st.ColumnInt(2)), st.ColumnText(3), st.ColumnText(4), st.ColumnText(5)})
		return nil
	}, sid, since)
	return all, err
}

// forget removes changes; everybody who holds some reads all again.
func (tx *Tx) forget(where string, args ...any) error {
	if err := tx.exec("DELETE FROM churn WHERE "+where, args...); err != nil || tx.conn.Changes() == 0 {
		return err
	}
	epoch, err := store.MetaInt(tx.conn, churnEpoch)
	if err != nil {
		return err
	}
	return store.SetMetaInt(tx.conn, churnEpoch, epoch+1)
}
