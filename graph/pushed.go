package graph

import (
	"zombiezen.com/go/sqlite"
)

// Push says that a file counts as other than the disk has it, until the disk
// changes.
type Push struct {
	Path    string
	Disk    *[32]byte // what the disk held when it was pushed; nil: no file
	Content *Content  // nil: the file counts as gone. Data is nil when it was read back
}

// writePushed writes the pushes that a change brings and ends.
func writePushed(conn *sqlite.Conn, ch *Change) error {
	for _, path := range ch.Unpushed {
		if err := exec(conn, "DELETE FROM pushed WHERE path = ?", func(st *sqlite.Stmt) { st.BindText(1, path) }); err != nil {
			return err
		}
	}
	for i := range ch.Pushed {
		p := &ch.Pushed[i]
		if p.Content != nil {
			if err := PutContent(conn, *p.Content); err != nil {
				return err
			}
		}
		err := exec(conn, "INSERT INTO pushed (path, disk, hash) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET disk = excluded.disk, hash = excluded.hash", func(st *sqlite.Stmt) {
			st.BindText(1, p.Path)
			bindHash(st, 2, p.Disk)
			if p.Content == nil {
				bindHash(st, 3, nil)
			} else {
				bindHash(st, 3, &p.Content.Hash)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// bindHash binds a hash, or that there is none: statements are used again with
// what was bound before.
func bindHash(st *sqlite.Stmt, param int, h *[32]byte) {
	if h == nil {
		st.BindNull(param)
		return
	}
	st.BindBytes(param, h[:])
}

func hashColumn(st *sqlite.Stmt, col int) *[32]byte {
	if st.ColumnIsNull(col) {
		return nil
	}
	h := new([32]byte)
	st.ColumnBytes(col, h[:])
	return h
}

// Pushed are the files that count as other than the disk has them, by path.
func (r *Reader) Pushed() (out []Push, err error) {
	err = r.query("SELECT path, disk, hash FROM pushed ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		p := Push{Path: st.ColumnText(0), Disk: hashColumn(st, 1)}
		if h := hashColumn(st, 2); h != nil {
			p.Content = &Content{Hash: *h}
		}
		out = append(out, p)
		return true
	})
	return out, err
}
