package safety

import (
	"time"

	"zombiezen.com/go/sqlite"
)

// SessionFile is a file that a session has read or written. A hash without a
// value means that there was, or is, no file.
type SessionFile struct {
	Path    string
	Wrote   bool
	Base    Hash // what the file was before the session's first write of it
	Content Hash // what the session last wrote
	At      time.Time
}

// NoteRead notes that a session has looked at a file.
func (tx *Tx) NoteRead(session, path string) error {
	return tx.exec("INSERT OR IGNORE INTO session_files (session, path, at) VALUES (?, ?, ?)", session, path, tx.now)
}

// NoteWrite notes what a session has made of a file. base is kept from its
// first write on.
func (tx *Tx) NoteWrite(session, path string, base, content Hash) error {
	return tx.exec(`INSERT INTO session_files (session, path, wrote, base, content, at) VALUES (?, ?, 1, ?, ?, ?)
		ON CONFLICT DO UPDATE SET base = CASE wrote WHEN 1 THEN base ELSE excluded.base END,
		wrote = 1, content = excluded.content, at = excluded.at`, session, path, base, content, tx.now)
}

// Forget takes back that a session has written a file; that it has read it
// stays.
func (tx *Tx) Forget(session, path string) error {
	return tx.exec("UPDATE session_files SET wrote = 0, base = NULL, content = NULL WHERE session = ? AND path = ?", session, path)
}

const fileSelect = "SELECT path, wrote, base, content, at FROM session_files "

// Files are those that a session has read or written, by path.
func (tx *Tx) Files(session string) ([]SessionFile, error) {
	return tx.files("WHERE session = ? ORDER BY path", session)
}

// File is one of them; nil where the session has neither read nor written it.
func (tx *Tx) File(session, path string) (*SessionFile, error) {
	all, err := tx.files("WHERE session = ? AND path = ?", session, path)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

func (tx *Tx) files(where string, args ...any) ([]SessionFile, error) {
	all := []SessionFile{}
	return all, tx.query(fileSelect+where, func(st *sqlite.Stmt) error {
		all = append(all, SessionFile{st.ColumnText(0), st.ColumnInt64(1) != 0, columnHash(st, 2), columnHash(st, 3), columnTime(st, 4)})
		return nil
	}, args...)
}
