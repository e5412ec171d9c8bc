package safety

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
)

// FileKind says what stands at a path.
type FileKind int

const (
	Absent FileKind = iota
	Regular
	Symlink
	Folder
)

// FileState is what stands at a path: a file with its mode and content, a
// symbolic link with its target as content, a folder, or nothing.
type FileState struct {
	Path string
	Kind FileKind
	Mode fs.FileMode // permission bits, and those for setuid, setgid and sticky
	Hash Hash
	// Inode tells files apart that have several names: those with the same one
	// are one file. It is "" for a file with one name.
	Inode string
	View  *Hash // what the session saw in its place: in its own view, or pushed; nil: nothing
}

// Checkpoint is what stood at some paths at a moment.
type Checkpoint struct {
	ID      string
	Session string
	At      time.Time
	Hash    Hash // of all its files
	Files   []FileState
}

// Paths are the paths of its files.
func (c *Checkpoint) Paths() []string {
	out := make([]string, 0, len(c.Files))
	for _, f := range c.Files {
		if f.Kind != Folder {
			out = append(out, f.Path)
		}
	}
	return out
}

// Folders are the modes of the folders that were around its files. A checkpoint
// of an older version knows none.
func (c *Checkpoint) Folders() map[string]fs.FileMode {
	out := map[string]fs.FileMode{}
	for _, f := range c.Files {
		if f.Kind == Folder {
			out[f.Path] = f.Mode
		}
	}
	return out
}

// digest is over all that a checkpoint says of its files.
func digest(files []FileState) Hash {
	h := sha256.New()
	for _, f := range files {
		var b [16]byte
		binary.BigEndian.PutUint64(b[:], uint64(len(f.Path)))
		binary.BigEndian.PutUint32(b[8:], uint32(f.Kind))
		binary.BigEndian.PutUint32(b[12:], uint32(f.Mode))
		h.Write(b[:])
		h.Write([]byte(f.Path))
		h.Write(f.Hash[:])
		h.Write([]byte(f.Inode))
		if f.View != nil {
			h.Write([]byte("view"))
			h.Write(f.View[:])
		}
	}
	return Hash(h.Sum(nil))
}

// PutCheckpoint stores a checkpoint. The contents of its files must have been
// put. Checkpoints of a session have different times, in their order.
func (tx *Tx) PutCheckpoint(session string, files []FileState) (*Checkpoint, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b FileState) int { return strings.Compare(a.Path, b.Path) })
	c := &Checkpoint{newID("chk"), session, tx.now, digest(files), files}
	err := tx.query("SELECT max(at) FROM checkpoints WHERE session = ?", func(st *sqlite.Stmt) error {
		if last := columnTime(st, 0); !last.Before(c.At) {
			c.At = last.Add(time.Millisecond)
		}
		return nil
	}, session)
	if err != nil {
		return nil, err
	}
	if err := tx.exec("INSERT INTO checkpoints (id, session, at, hash) VALUES (?, ?, ?, ?)", c.ID, c.Session, c.At, c.Hash); err != nil {
		return nil, err
	}
	for _, f := range files {
		var view Hash
		if f.View != nil {
			view = *f.View
		}
		err := tx.exec("INSERT INTO checkpoint_files (checkpoint, path, kind, mode, hash, viewed, view, inode) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			c.ID, f.Path, int(f.Kind), int(f.Mode), f.Hash, f.View != nil, view, f.Inode)
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Checkpoint is one by its id, whole: one that was tampered with is an error.
func (tx *Tx) Checkpoint(id string) (*Checkpoint, error) {
	all, err := tx.checkpoints("WHERE id = ?", id)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%w: %s", ErrNoCheckpoint, id)
	}
	if err != nil {
		return nil, err
	}
	c := &all[0]
	err = tx.query("SELECT path, kind, mode, hash, viewed, view, inode FROM checkpoint_files WHERE checkpoint = ? ORDER BY path", func(st *sqlite.Stmt) error {
		f := FileState{Path: st.ColumnText(0), Kind: FileKind(st.ColumnInt64(1)), Mode: fs.FileMode(st.ColumnInt64(2)), Hash: columnHash(st, 3), Inode: st.ColumnText(6)}
		if st.ColumnInt64(4) != 0 {
			view := columnHash(st, 5)
			f.View = &view
		}
		c.Files = append(c.Files, f)
		return nil
	}, id)
	if err == nil && digest(c.Files) != c.Hash {
		err = fmt.Errorf("%w: the checkpoint %s", ErrDamaged, id)
	}
	return c, err
}

// Checkpoints are those of a session without their files, the oldest first.
func (tx *Tx) Checkpoints(session string) ([]Checkpoint, error) {
	return tx.checkpoints("WHERE session = ? ORDER BY at, id", session)
}

func (tx *Tx) checkpoints(where, arg string) ([]Checkpoint, error) {
	all := []Checkpoint{}
	return all, tx.query("SELECT id, session, at, hash FROM checkpoints "+where, func(st *sqlite.Stmt) error {
		all = append(all, Checkpoint{ID: st.ColumnText(0), Session: st.ColumnText(1), At: columnTime(st, 2), Hash: columnHash(st, 3)})
		return nil
	}, arg)
}
