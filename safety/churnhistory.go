package safety

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// churnHistory is the note that says what was read of a repository's history.
const churnHistory = "churn_history"

// commitSlack is how much later than a commit an update may have been recorded
// that the commit holds: clocks and watchers are not exact.
const commitSlack = time.Minute

// HistoryRead says what was read of a repository's history.
type HistoryRead struct {
	Head    string    `json:"head"`    // the newest commit that was read
	Since   time.Time `json:"since"`   // from when on everything was read
	Commits int       `json:"commits"` // how many were
	Asked   time.Time `json:"asked"`   // what was asked for: commits since then,
	Most    int       `json:"most"`    // so many at most
}

// Covers tells whether reading the commits since a time, so many at most, would
// find no more.
func (h HistoryRead) Covers(since time.Time, most int) bool {
	return h.Head != "" && (!h.Since.After(since) || !h.Asked.After(since) && most <= h.Most)
}

// HistoryRead says what was read before; the zero value where nothing was.
func (tx *Tx) HistoryRead() (h HistoryRead, err error) {
	text, err := store.MetaText(tx.conn, churnHistory)
	if err != nil || text == "" {
		return h, err
	}
	return h, json.Unmarshal([]byte(text), &h)
}

// PutHistory remembers what commits changed. anew forgets what other commits
// are known to have changed, after history was rewritten or where more of it
// is read. A change that was seen here before the commit that holds it does not
// count again.
func (tx *Tx) PutHistory(read HistoryRead, changes []NodeChange, anew bool) error {
	if anew {
		if err := tx.forget("origin <> '' AND origin NOT LIKE '+%'"); err != nil {
			return err
		}
		if err := tx.exec("UPDATE churn SET origin = '' WHERE origin LIKE '+%'"); err != nil {
			return err
		}
	}
	if err := tx.forget("at < ?", tx.now.Add(-churnKept)); err != nil {
		return err
	}
	slices.SortStableFunc(changes, func(a, b NodeChange) int { return cmp.Compare(a.At.UnixMilli(), b.At.UnixMilli()) })
	pending := false // most often nothing was seen here that a commit may hold
	err := tx.query("SELECT 1 FROM churn WHERE origin = '' LIMIT 1", func(*sqlite.Stmt) error { pending = true; return nil })
	if err != nil {
		return err
	}
	for _, c := range changes {
		put := tx.insertChange
		if !anew || pending {
			put = tx.insertCommitted
		}
		if err := put(c); err != nil {
			return err
		}
	}
	text, err := json.Marshal(read)
	if err != nil {
		return err
	}
	if err := store.SetMetaText(tx.conn, churnHistory, string(text)); err != nil {
		return err
	}
	return tx.knownFrom(read.Since)
}

// insertCommitted enters a commit's change: where the node was seen to change
// here before, and no commit was known to hold that, this one does; else the
// change is new.
func (tx *Tx) insertCommitted(c NodeChange) error {
	known := false
	err := tx.query("SELECT 1 FROM churn WHERE sid = ?1 AND origin IN (?2, '+' || ?2) LIMIT 1", func(*sqlite.Stmt) error { known = true; return nil }, c.SID, c.Origin)
	if err != nil || known {
		return err
	}
	err = tx.exec("UPDATE churn SET origin = '+' || ?3 WHERE sid = ?1 AND at <= ?2 AND origin = ''", c.SID, c.At.Add(commitSlack), c.Origin)
	if err != nil || tx.conn.Changes() > 0 {
		return err
	}
	return tx.insertChange(c)
}
