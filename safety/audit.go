package safety

import (
	"encoding/json"
	"fmt"
	"slices"
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
	text = []byte(HideIDs(string(text))) // whoever may read the log may read all of it
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

// AuditLog are the entries of one log in their order, without those of some
// methods: at most limit of them, after as many as skip says.
func (tx *Tx) AuditLog(log string, skip, limit int, without ...string) ([]Entry, error) {
	names, err := json.Marshal(append([]string{}, without...))
	if err != nil {
		return nil, err
	}
	return tx.entries("WHERE log = ? AND method NOT IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT ? OFFSET ?", log, string(names), limit, skip)
}

// CountAudit is how many entries a log has, without those of some methods.
func (tx *Tx) CountAudit(log string, without ...string) (n int, err error) {
	err = tx.query("SELECT method, count(*) FROM audit WHERE log = ? GROUP BY method", func(st *sqlite.Stmt) error {
		if !slices.Contains(without, st.ColumnText(0)) {
			n += st.ColumnInt(1)
		}
		return nil
	}, log)
	return n, err
}

// AuditSince calls f for every entry after a number, in order. f must not read
// the log.
func (tx *Tx) AuditSince(seq int64, f func(Entry) error) error {
	return tx.eachEntry("WHERE seq > ? ORDER BY seq", f, seq)
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
