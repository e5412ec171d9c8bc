package graph

import (
	"context"
	"errors"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
)

// WordsBase is the table of documents of the search index's base, nil if
// there is none.
func (r *Reader) WordsBase() (data []byte, err error) {
	err = r.query("SELECT data FROM search_docs ORDER BY part", nil, func(st *sqlite.Stmt) bool {
		data = append(data, columnBytes(st, 0)...)
		return true
	})
	return data, err
}

// WordsDelta are the blobs of files that changed since the base was made, by
// the files' rows.
func (r *Reader) WordsDelta() (map[int64][]byte, error) {
	out := map[int64][]byte{}
	err := r.query("SELECT file, data FROM search_delta", nil, func(st *sqlite.Stmt) bool {
		out[st.ColumnInt64(0)] = columnBytes(st, 1)
		return true
	})
	return out, err
}

// WordsOf are the postings of a term in the base, nil if it has none.
func (r *Reader) WordsOf(term string) (data []byte, err error) {
	err = r.query("SELECT data FROM search_terms WHERE term = ?", binder([]any{term}), func(st *sqlite.Stmt) bool {
		data = columnBytes(st, 0)
		return false
	})
	return data, err
}

// WordsWith are the base's terms that begin with the prefix, at most max.
func (r *Reader) WordsWith(prefix string, max int) (out []string, err error) {
	err = r.query("SELECT term FROM search_terms WHERE term >= ?1 AND term < ?2 ORDER BY term LIMIT ?3", binder([]any{prefix, prefix + "\U0010ffff", int64(max)}), func(st *sqlite.Stmt) bool {
		out = append(out, st.ColumnText(0))
		return true
	})
	return out, err
}

// EachWord calls fn for every term of the base.
func (r *Reader) EachWord(fn func(term string, data []byte) error) (err error) {
	qerr := r.query("SELECT term, data FROM search_terms ORDER BY term", nil, func(st *sqlite.Stmt) bool {
		err = fn(st.ColumnText(0), columnBytes(st, 1))
		return err == nil
	})
	if qerr != nil {
		return qerr
	}
	return err
}

// wordsVersion changes when the words' base is made anew although the graph is
// the same.
const wordsVersion = "words_version"

// WordsVersion is, beside DataVersion, the version of what search reads.
func (r *Reader) WordsVersion() (int64, error) { return store.MetaInt(r.conn, wordsVersion) }

// WordsDeltaHeads are the first bytes of the blobs of WordsDelta, enough to
// tell how much they hold.
func (r *Reader) WordsDeltaHeads(fn func(head []byte)) error {
	return r.query("SELECT substr(data, 1, 8) FROM search_delta", nil, func(st *sqlite.Stmt) bool {
		fn(columnBytes(st, 0))
		return true
	})
}

// ReplaceWords makes the builder's the base of the search index, unless the
// graph has changed since the version that it was built from. The graph stays
// what it is.
func (g *Graph) ReplaceWords(ctx context.Context, version int64, b WordsBuilder) error {
	return g.st.Bulk(ctx, func(conn *sqlite.Conn) error {
		now, err := store.DataVersion(conn)
		if err != nil || now != version {
			return err
		}
		if err := writeWords(conn, b); err != nil {
			return err
		}
		v, err := store.MetaInt(conn, wordsVersion)
		if err != nil {
			return err
		}
		return store.SetMetaInt(conn, wordsVersion, v+1)
	})
}

// FilePath is where a file's row stands, and which content it is of. A file
// that was removed and came back has another node.
type FilePath struct {
	Row  int64
	Node NodeID
	Path string
	Blob [16]byte
}

// FilePaths are the rows of all files, by path.
func (r *Reader) FilePaths() (out []FilePath, err error) {
	err = r.query("SELECT id, path, blob, node FROM files WHERE layer = 0 ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		f := FilePath{Row: st.ColumnInt64(0), Path: st.ColumnText(1), Node: NodeID(st.ColumnInt64(3))}
		st.ColumnBytes(2, f.Blob[:])
		out = append(out, f)
		return true
	})
	return out, err
}

// LastNode is the highest row of a node: about how many there are, told at
// once.
func (r *Reader) LastNode() (row NodeID, err error) {
	err = r.query("SELECT coalesce(max(id), 0) FROM nodes", nil, func(st *sqlite.Stmt) bool {
		row = NodeID(st.ColumnInt64(0))
		return false
	})
	return row, err
}

// VectorsOf are the vectors of one file.
func (r *Reader) VectorsOf(file int64) (data []byte, err error) {
	err = r.query("SELECT data FROM vectors WHERE file = ?", binder([]any{file}), func(st *sqlite.Stmt) bool {
		data = columnBytes(st, 0)
		return false
	})
	return data, err
}

// EachVectors calls fn with the vectors of every file. The data is valid until
// fn returns.
func (r *Reader) EachVectors(fn func(file int64, data []byte) error) (err error) {
	var buf []byte
	qerr := r.query("SELECT file, data FROM vectors ORDER BY file", nil, func(st *sqlite.Stmt) bool {
		buf = slices.Grow(buf[:0], st.ColumnLen(1))[:st.ColumnLen(1)]
		st.ColumnBytes(1, buf)
		err = fn(st.ColumnInt64(0), buf)
		return err == nil
	})
	if qerr != nil {
		return qerr
	}
	return err
}

func columnBytes(st *sqlite.Stmt, col int) []byte {
	b := make([]byte, st.ColumnLen(col))
	st.ColumnBytes(col, b)
	return b
}

// Placed is a node of a file, and what it is called there: the qualified name,
// of a constructor that of its class.
type Placed struct {
	Row  NodeID
	Name string
}

// RowsIn are a file's nodes by their numbers in the file.
func (r *Reader) RowsIn(file int64) (map[uint32]Placed, error) {
	out := map[uint32]Placed{}
	err := r.query("SELECT def, id, scope, name, form FROM nodes WHERE file = ?", binder([]any{file}), func(st *sqlite.Stmt) bool {
		scope, name := st.ColumnText(2), st.ColumnText(3)
		switch {
		case scope == "":
		case st.ColumnText(4) == "constructor":
			name = scope
		default:
			name = scope + "." + name
		}
		out[uint32(st.ColumnInt64(0))] = Placed{NodeID(st.ColumnInt64(1)), name}
		return true
	})
	return out, err
}

// PlaceOf is the file and the number in it of the node with a text id.
func (r *Reader) PlaceOf(id string) (file int64, def uint32, ok bool, err error) {
	n, err := r.ByID(id)
	if err != nil {
		var missing *NotFoundError
		if errors.As(err, &missing) {
			err = nil
		}
		return 0, 0, false, err
	}
	err = r.query("SELECT file, def FROM nodes WHERE id = ?", binder([]any{int64(n.Row)}), func(st *sqlite.Stmt) bool {
		file, def, ok = st.ColumnInt64(0), uint32(st.ColumnInt64(1)), st.ColumnInt64(0) != 0
		return false
	})
	return file, def, ok, err
}

// Place is the file of a node and its number there; file is 0 for a node that
// is in none.
func (r *Reader) Place(row NodeID) (file int64, def uint32, err error) {
	err = r.query("SELECT file, def FROM nodes WHERE id = ?", binder([]any{int64(row)}), func(st *sqlite.Stmt) bool {
		file, def = st.ColumnInt64(0), uint32(st.ColumnInt64(1))
		return false
	})
	return file, def, err
}

// EachPlaced calls fn for every node that is in a file, with its number there,
// until fn returns false.
func (r *Reader) EachPlaced(fn func(file int64, def uint32, kind facts.Kind, name string) bool) error {
	return r.query("SELECT file, def, kind, name FROM nodes WHERE file > 0", nil, func(st *sqlite.Stmt) bool {
		return fn(st.ColumnInt64(0), uint32(st.ColumnInt64(1)), facts.Kind(st.ColumnInt64(2)), st.ColumnText(3))
	})
}

// EachNumbered calls fn for every node that is in a file, by file and number
// there.
func (r *Reader) EachNumbered(fn func(file int64, def uint32, row NodeID)) error {
	return r.query("SELECT file, def, id FROM nodes WHERE file > 0 ORDER BY file, def", nil, func(st *sqlite.Stmt) bool {
		fn(st.ColumnInt64(0), uint32(st.ColumnInt64(1)), NodeID(st.ColumnInt64(2)))
		return true
	})
}
