package safety

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Event is what an entry of the audit log says. Fields that a method has no
// use for are left out.
type Event struct {
	T            time.Time      `json:"t"`
	Method       string         `json:"method"`
	Target       string         `json:"target,omitempty"`
	File         string         `json:"file,omitempty"`
	Files        []string       `json:"files,omitempty"`
	Result       string         `json:"result,omitempty"`
	CheckpointID string         `json:"checkpoint_id,omitempty"`
	Detail       map[string]any `json:"detail,omitempty"`
}

// Entry is an event in its place in the log.
type Entry struct {
	Seq  int64
	Log  string // of which session; "" outside of sessions
	Prev Hash   // that of the entry before, of all logs
	Hash Hash
	Event
}

// What anchors the end of the log: how many entries there are, and the last
// one's hash.
const (
	auditCount = "audit_count"
	auditHead  = "audit_head"
)

// Append writes an event at the end of the log. Its time is the transaction's.
func (tx *Tx) Append(log string, e Event) (*Entry, error) {
	e.T = tx.now
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("an audit entry of %s cannot be stored: %w", e.Method, err)
	}
	count, head, err := tx.Head()
	if err != nil {
		return nil, err
	}
	n := &Entry{Seq: count + 1, Log: log, Prev: head, Event: e}
	n.Hash = chain(n.Prev, n.Seq, e.T, log, e.Method, string(text))
	err = tx.exec("INSERT INTO audit (seq, log, at, method, entry, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?)", n.Seq, log, e.T, e.Method, string(text), n.Prev[:], n.Hash)
	if err != nil {
		return nil, err
	}
	if err := store.SetMetaInt(tx.conn, auditCount, n.Seq); err != nil {
		return nil, err
	}
	return n, store.SetMetaText(tx.conn, auditHead, n.Hash.String())
}

// Head is how many entries the log should have, and the hash of the last.
func (tx *Tx) Head() (count int64, head Hash, err error) {
	if count, err = store.MetaInt(tx.conn, auditCount); err != nil || count == 0 {
		return 0, Hash{}, err
	}
	text, err := store.MetaText(tx.conn, auditHead)
	if err != nil {
		return 0, Hash{}, err
	}
	head, err = ParseHash(text)
	return count, head, err
}

// AuditLog are the entries of one log in their order, at most limit of them
// from the one numbered after+1 on, and how many there are in all.
func (tx *Tx) AuditLog(log string, after int64, limit int) (entries []Entry, total int, err error) {
	err = tx.query("SELECT count(*) FROM audit WHERE log = ?", func(st *sqlite.Stmt) error {
		total = st.ColumnInt(0)
		return nil
	}, log)
	if err != nil {
		return nil, 0, err
	}
	entries, err = tx.entries("WHERE log = ? AND seq > ? ORDER BY seq LIMIT ?", log, after, limit)
	return entries, total, err
}

// AllAudit calls f for every entry in order.
func (tx *Tx) AllAudit(f func(Entry) error) error {
	return tx.eachEntry("WHERE seq > ? ORDER BY seq", f, int64(-1<<63))
}

func (tx *Tx) entries(where string, args ...any) ([]Entry, error) {
	all := []Entry{}
	return all, tx.eachEntry(where, func(e Entry) error {
		all = append(all, e)
		return nil
	}, args...)
}

func (tx *Tx) eachEntry(where string, f func(Entry) error, args ...any) error {
	return tx.query("SELECT seq, log, entry, prev, hash FROM audit "+where, func(st *sqlite.Stmt) error {
		e := Entry{Seq: st.ColumnInt64(0), Log: st.ColumnText(1), Prev: columnHash(st, 3), Hash: columnHash(st, 4)}
		if err := json.Unmarshal([]byte(st.ColumnText(2)), &e.Event); err != nil {
			return fmt.Errorf("%w: audit entry %d: %w", ErrDamaged, e.Seq, err)
		}
		return f(e)
	}, args...)
}
