package graph

import (
	"time"

	"zombiezen.com/go/sqlite"
)

// keepRoots is how many Merkle roots are remembered, with the changes between
// them.
const keepRoots = 2000

// FileWas is what a file was before a change.
type FileWas struct {
	Path   string
	SHA256 *[32]byte // nil: there was no such file
}

// writeHistory notes the root that a change leads to, and what it replaced.
func writeHistory(conn *sqlite.Conn, ch *Change, version int64) error {
	if ch.Root == nil {
		return nil
	}
	err := exec(conn, "INSERT INTO roots (root, version, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET version = excluded.version, at = excluded.at", func(st *sqlite.Stmt) {
		st.BindBytes(1, ch.Root[:])
		st.BindInt64(2, version)
		st.BindInt64(3, time.Now().UnixMilli())
	})
	if err != nil {
		return err
	}
	for i := range ch.Was {
		w := &ch.Was[i]
		err := exec(conn, "INSERT INTO file_history (version, path, was) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", func(st *sqlite.Stmt) {
			st.BindInt64(1, version)
			st.BindText(2, w.Path)
			bindHash(st, 3, w.SHA256)
		})
		if err != nil {
			return err
		}
	}
	if version%64 != 0 {
		return nil
	}
	return forgetRoots(conn)
}

// forgetRoots drops the oldest roots, and the changes that only they need.
func forgetRoots(conn *sqlite.Conn) error {
	err := exec(conn, "DELETE FROM roots WHERE version < (SELECT version FROM roots ORDER BY version DESC LIMIT 1 OFFSET ?)", func(st *sqlite.Stmt) { st.BindInt64(1, keepRoots) })
	if err != nil {
		return err
	}
	return exec(conn, "DELETE FROM file_history WHERE version <= (SELECT min(version) FROM roots)", nil)
}

// RootVersion is the data version from which the graph last had a Merkle root.
func (r *Reader) RootVersion(root [32]byte) (version int64, known bool, err error) {
	err = r.query("SELECT version FROM roots WHERE root = ?", func(st *sqlite.Stmt) { st.BindBytes(1, root[:]) }, func(st *sqlite.Stmt) bool {
		version, known = st.ColumnInt64(0), true
		return false
	})
	return version, known, err
}

// RootsLike are the Merkle roots that the graph has had and that begin with
// these bytes, at most two of them: enough to tell whether there is one.
func (r *Reader) RootsLike(prefix []byte) (out [][32]byte, err error) {
	err = r.query("SELECT root FROM roots WHERE root >= ?1 AND substr(root, 1, ?2) = ?1 ORDER BY root LIMIT 2", func(st *sqlite.Stmt) {
		st.BindBytes(1, prefix)
		st.BindInt64(2, int64(len(prefix)))
	}, func(st *sqlite.Stmt) bool {
		var root [32]byte
		st.ColumnBytes(0, root[:])
		out = append(out, root)
		return true
	})
	return out, err
}

// HadFile tells whether the graph had a file at an earlier version, if its
// history since then says so; said is false where the file has not changed
// since.
func (r *Reader) HadFile(path string, version int64) (had, said bool, err error) {
	err = r.query("SELECT was IS NOT NULL FROM file_history WHERE path = ? AND version > ? ORDER BY version LIMIT 1", func(st *sqlite.Stmt) {
		st.BindText(1, path)
		st.BindInt64(2, version)
	}, func(st *sqlite.Stmt) bool {
		had, said = st.ColumnInt(0) != 0, true
		return false
	})
	return had, said, err
}
