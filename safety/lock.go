package safety

import (
	"slices"
	"time"

	"zombiezen.com/go/sqlite"
)

// Lock is the claim of an exclusive session on a file.
type Lock struct {
	Path     string
	Session  string
	Agent    string
	Acquired time.Time
	Expires  time.Time
}

// Lock claims files for a session: those that nobody else holds are granted,
// the others are returned with who has them. It never waits, so nothing can
// wait in a circle. The session must be open.
func (tx *Tx) Lock(s *Session, paths []string) (granted []string, denied []Lock, err error) {
	granted, denied = []string{}, []Lock{}
	for _, p := range sorted(slices.Clone(paths)) {
		held, err := tx.LockOf(p)
		if err != nil {
			return nil, nil, err
		}
		if held != nil && held.Session != s.ID {
			denied = append(denied, *held)
			continue
		}
		granted = append(granted, p)
		if held != nil {
			continue
		}
		// Nobody holds it: a row that is here all the same has lost its session.
		if err := tx.exec("INSERT OR REPLACE INTO locks (path, session, acquired, expires) VALUES (?, ?, ?, ?)", p, s.ID, tx.now, s.Expires); err != nil {
			return nil, nil, err
		}
	}
	return granted, denied, nil
}

// Unlock releases files; those that the session does not hold are left alone
// and not returned.
func (tx *Tx) Unlock(session string, paths []string) (released []string, err error) {
	released = []string{}
	for _, p := range sorted(slices.Clone(paths)) {
		err := tx.query("DELETE FROM locks WHERE path = ? AND session = ? RETURNING path", func(*sqlite.Stmt) error {
			released = append(released, p)
			return nil
		}, p, session)
		if err != nil {
			return nil, err
		}
	}
	return released, nil
}

const lockSelect = `SELECT locks.path, locks.session, sessions.agent, locks.acquired, sessions.expires FROM locks
	JOIN sessions ON sessions.id = locks.session AND sessions.status = 'open' `

// LockOf says who holds a file; nil where nobody does.
func (tx *Tx) LockOf(path string) (*Lock, error) {
	all, err := tx.locks("WHERE locks.path = ?", path)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

// Locks are those that a session holds, by path; of all sessions where it is "".
func (tx *Tx) Locks(session string) ([]Lock, error) {
	return tx.locks("WHERE locks.session = ?1 OR ?1 = '' ORDER BY locks.path", session)
}

func (tx *Tx) locks(where, arg string) ([]Lock, error) {
	all := []Lock{}
	return all, tx.query(lockSelect+where, func(st *sqlite.Stmt) error {
		holder := Session{ID: st.ColumnText(1), Status: Open, Expires: columnTime(st, 4)}
		tx.pending.renewed(&holder)
		if tx.now.Before(holder.Expires) {
			all = append(all, Lock{st.ColumnText(0), holder.ID, st.ColumnText(2), columnTime(st, 3), holder.Expires})
		}
		return nil
	}, arg)
}

// sorted puts paths in order, each once.
func sorted(paths []string) []string {
	slices.Sort(paths)
	return slices.Compact(paths)
}
