package safety

import (
	"io/fs"
	"time"

	"zombiezen.com/go/sqlite"
)

// Intent says what is about to be written into the working tree. While it
// stands and nobody is at it, the write was cut off.
type Intent struct {
	ID      string
	Session string
	Method  string
	At      time.Time
	Files   []IntentFile
}

// IntentFile is what one path was and is to be.
type IntentFile struct {
	Was, To FileState
}

// PutIntent notes what is about to be written. The contents must have been put.
func (tx *Tx) PutIntent(session, method string, files []IntentFile) (*Intent, error) {
	in := &Intent{newID("int"), session, method, tx.now, files}
	if err := tx.exec("INSERT INTO intents (id, session, method, at) VALUES (?, ?, ?, ?)", in.ID, session, method, in.At); err != nil {
		return nil, err
	}
	for _, f := range files {
		err := tx.exec("INSERT INTO intent_files (intent, path, was_kind, was_mode, was_hash, to_kind, to_mode, to_hash, inode) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
			in.ID, f.Was.Path, int(f.Was.Kind), int(f.Was.Mode), f.Was.Hash, int(f.To.Kind), int(f.To.Mode), f.To.Hash, f.Was.Inode)
		if err != nil {
			return nil, err
		}
	}
	return in, nil
}

// EndIntent takes an intent back: it is carried out, or undone.
func (tx *Tx) EndIntent(id string) error {
	if err := tx.exec("DELETE FROM intent_files WHERE intent = ?", id); err != nil {
		return err
	}
	return tx.exec("DELETE FROM intents WHERE id = ?", id)
}

// Intents are those that stand, the oldest first.
func (tx *Tx) Intents() (all []Intent, err error) {
	err = tx.query("SELECT id, session, method, at FROM intents ORDER BY at, id", func(st *sqlite.Stmt) error {
		all = append(all, Intent{ID: st.ColumnText(0), Session: st.ColumnText(1), Method: st.ColumnText(2), At: columnTime(st, 3)})
		return nil
	})
	for i := 0; i < len(all) && err == nil; i++ {
		err = tx.query("SELECT path, was_kind, was_mode, was_hash, to_kind, to_mode, to_hash, inode FROM intent_files WHERE intent = ? ORDER BY path", func(st *sqlite.Stmt) error {
			state := func(col int) FileState {
				return FileState{Path: st.ColumnText(0), Kind: FileKind(st.ColumnInt64(col)), Mode: fs.FileMode(st.ColumnInt64(col + 1)), Hash: columnHash(st, col+2)}
			}
			f := IntentFile{state(1), state(4)}
			f.Was.Inode = st.ColumnText(7)
			all[i].Files = append(all[i].Files, f)
			return nil
		}, all[i].ID)
	}
	return all, err
}
