package safety

import (
	"slices"

	"zombiezen.com/go/sqlite"
)

// Use is Session for a call that names it: its time begins anew, and that of
// its locks.
func (tx *Tx) Use(id string) (*Session, error) {
	s, err := tx.Session(id)
	if err != nil {
		return nil, err
	}
	if expires := tx.now.Add(s.TTL); expires.After(s.Expires) {
		s.Expires = expires
	}
	if err := tx.exec("UPDATE sessions SET expires = ? WHERE id = ?", s.Expires, id); err != nil {
		return nil, err
	}
	return s, tx.exec("UPDATE locks SET expires = ? WHERE session = ?", s.Expires, id)
}

// SetLevel says how careful the session has to be from now on.
func (tx *Tx) SetLevel(id string, l Level) error {
	return tx.exec("UPDATE sessions SET level = ? WHERE id = ?", string(l), id)
}

// Close ends an open session and releases its locks, which it returns.
func (tx *Tx) Close(id string, status Status) (s *Session, released []string, err error) {
	if s, err = tx.Session(id); err != nil {
		return nil, nil, err
	}
	s.Status, s.Closed = status, tx.now
	if released, err = tx.end(s); err != nil {
		return nil, nil, err
	}
	return s, released, nil
}

// Expiry is the method of the entry that the log gets when a session's time is
// over; its files are the locks that it had held.
const Expiry = "session_expired"

// expire ends the sessions whose time is over, and counts them.
func (tx *Tx) expire() (int, error) {
	due, err := tx.sessions("WHERE status = 'open' AND expires <= ? ORDER BY expires, id", tx.now)
	if err != nil {
		return 0, err
	}
	ended := 0
	for _, s := range due {
		if tx.now.Before(s.Expires) {
			continue // it was renewed a moment ago
		}
		ended++
		s.Status, s.Closed = Lapsed, s.Expires
		released, err := tx.end(&s)
		if err != nil {
			return 0, err
		}
		if _, err := tx.Append(s.AuditID, Event{Method: Expiry, Files: released, Result: string(Lapsed), Detail: map[string]any{"expired_at": s.Expires}}); err != nil {
			return 0, err
		}
	}
	return ended, nil
}

// Expired is a session whose time was over.
type Expired struct {
	Seq int64 // of its entry in the log
	Session
	Released []string // the locks that it had held
}

// ExpiredSince are the sessions that have ended that way, whoever noticed,
// after the audit entry with a number.
func (tx *Tx) ExpiredSince(seq int64) ([]Expired, error) {
	entries, err := tx.entries("WHERE seq > ? AND method = ? ORDER BY seq", seq, Expiry)
	if err != nil {
		return nil, err
	}
	out := []Expired{}
	for _, e := range entries {
		s, err := tx.byAudit(e.Log)
		if err != nil {
			return nil, err
		}
		if s != nil {
			out = append(out, Expired{e.Seq, *s, append([]string{}, e.Files...)})
		}
	}
	return out, nil
}

// due tells whether there is a session to expire.
func (tx *Tx) due() (bool, error) {
	all, err := tx.sessions("WHERE status = 'open' AND expires <= ?", tx.now)
	return slices.ContainsFunc(all, func(s Session) bool { return !tx.now.Before(s.Expires) }), err
}

func (tx *Tx) end(s *Session) (released []string, err error) {
	if err := tx.exec("UPDATE sessions SET status = ?, closed = ? WHERE id = ?", string(s.Status), s.Closed, s.ID); err != nil {
		return nil, err
	}
	if err := tx.exec("DELETE FROM session_steps WHERE session = ?", s.ID); err != nil {
		return nil, err
	}
	released = []string{}
	err = tx.query("DELETE FROM locks WHERE session = ? RETURNING path", func(st *sqlite.Stmt) error {
		released = append(released, st.ColumnText(0))
		return nil
	}, s.ID)
	return sorted(released), err
}
