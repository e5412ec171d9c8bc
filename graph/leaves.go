package graph

import "zombiezen.com/go/sqlite"

// Leaf is a file as the Merkle tree has it.
type Leaf struct {
	Path   string
	SHA256 [32]byte
	Nodes  int // that the graph has of it
}

const leafSelect = "SELECT path, sha256, tally FROM files WHERE layer = 0"

func scanLeaf(st *sqlite.Stmt) Leaf {
	l := Leaf{Path: st.ColumnText(0)}
	st.ColumnBytes(1, l.SHA256[:])
	var t tally
	t.add(columnBytes(st, 2))
	for _, n := range t.nodes {
		l.Nodes += int(n)
	}
	return l
}

// Leaves are all files, by path.
func (r *Reader) Leaves() (out []Leaf, err error) {
	err = r.query(leafSelect+" ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		out = append(out, scanLeaf(st))
		return true
	})
	return out, err
}

// Leaf is the file with the path, if there is one.
func (r *Reader) Leaf(path string) (l Leaf, found bool, err error) {
	err = r.query(leafSelect+" AND path = ?", binder([]any{path}), func(st *sqlite.Stmt) bool {
		l, found = scanLeaf(st), true
		return false
	})
	return l, found, err
}

// ChangedFiles are the paths of the files that changes after a version
// brought, replaced or took away, and the root that the last change led to;
// known is false where that was not noted.
func (r *Reader) ChangedFiles(after int64) (paths []string, root [32]byte, known bool, err error) {
	version, err := r.DataVersion()
	if err != nil {
		return nil, root, false, err
	}
	err = r.query("SELECT root FROM roots WHERE version = ?", binder([]any{version}), func(st *sqlite.Stmt) bool {
		st.ColumnBytes(0, root[:])
		known = true
		return false
	})
	if err != nil || !known {
		return nil, root, false, err
	}
	err = r.query("SELECT DISTINCT path FROM file_history WHERE version > ?", binder([]any{after}), func(st *sqlite.Stmt) bool {
		paths = append(paths, st.ColumnText(0))
		return true
	})
	return paths, root, known, err
}
