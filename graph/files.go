package graph

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// FileInfo is a file as queries return it.
type FileInfo struct {
	Row     int64        `json:"-"`
	Node    NodeID       `json:"-"`
	Path    string       `json:"path"`
	Lang    string       `json:"language"`
	Kind    facts.Kind   `json:"-"`
	Package string       `json:"package,omitempty"`
	Size    int64        `json:"size"`
	Lines   int          `json:"lines"`
	Flags   facts.Flags  `json:"-"`
	Mtime   int64        `json:"-"`
	Blob    [16]byte     `json:"-"`
	SHA256  [32]byte     `json:"-"`
	Imports []FileImport `json:"imports"`
	Exports []string     `json:"exports"`
	Lookups []uint32     `json:"-"`
}

const fileSelect = "SELECT id, node, path, lang, kind, package, size, lines, flags, mtime, blob, sha256, imports, exports, lookups, tally FROM files WHERE layer = 0 "

func scanFile(st *sqlite.Stmt) (FileInfo, error) {
	f := FileInfo{
		Row: st.ColumnInt64(0), Node: NodeID(st.ColumnInt64(1)), Path: st.ColumnText(2), Lang: st.ColumnText(3),
		Kind: facts.Kind(st.ColumnInt64(4)), Package: st.ColumnText(5), Size: st.ColumnInt64(6), Lines: st.ColumnInt(7),
		Flags: facts.Flags(st.ColumnInt64(8)), Mtime: st.ColumnInt64(9),
		Imports: []FileImport{}, Exports: []string{},
	}
	st.ColumnBytes(10, f.Blob[:])
	st.ColumnBytes(11, f.SHA256[:])
	err := errors.Join(unpackList(st, 12, &f.Imports), unpackList(st, 13, &f.Exports))
	if err != nil {
		return f, fmt.Errorf("file %s: imports or exports are damaged: %w; smp index --rebuild makes the index anew", f.Path, err)
	}
	f.Lookups = lookupsColumn(st, 14)
	return f, nil
}

func lookupsColumn(st *sqlite.Stmt, col int) (out []uint32) {
	b := make([]byte, st.ColumnLen(col))
	st.ColumnBytes(col, b)
	for ; len(b) >= 4; b = b[4:] {
		out = append(out, binary.LittleEndian.Uint32(b))
	}
	return out
}

// FileState is what tells whether a file is as it was indexed, and whether
// it must be linked again.
type FileState struct {
	Path    string
	Lang    string
	Kind    facts.Kind
	Flags   facts.Flags
	Size    int64
	Mtime   int64
	Blob    [16]byte
	Lookups []uint32
}

// FileStates are the states of all files, by path: less than Files, and
// cheaper.
func (r *Reader) FileStates() (out []FileState, err error) {
	err = r.query("SELECT path, lang, kind, flags, size, mtime, blob, lookups FROM files WHERE layer = 0 ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		f := FileState{
			Path: st.ColumnText(0), Lang: st.ColumnText(1), Kind: facts.Kind(st.ColumnInt64(2)), Flags: facts.Flags(st.ColumnInt64(3)),
			Size: st.ColumnInt64(4), Mtime: st.ColumnInt64(5), Lookups: lookupsColumn(st, 7),
		}
		st.ColumnBytes(6, f.Blob[:])
		out = append(out, f)
		return true
	})
	return out, err
}

// File is the file with the path.
func (r *Reader) File(path string) (f FileInfo, err error) {
	found := false
	qerr := r.query(fileSelect+"AND path = ?", func(st *sqlite.Stmt) { st.BindText(1, path) }, func(st *sqlite.Stmt) bool {
		f, err = scanFile(st)
		found = true
		return false
	})
	if qerr != nil {
		return f, qerr
	}
	if !found {
		return f, &NotFoundError{Ref: path}
	}
	return f, err
}

// EachFile calls fn for every file, by path, until fn returns false.
func (r *Reader) EachFile(fn func(FileInfo) bool) error {
	var err error
	qerr := r.query(fileSelect+"ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		var f FileInfo
		if f, err = scanFile(st); err != nil {
			return false
		}
		return fn(f)
	})
	if qerr != nil {
		return qerr
	}
	return err
}

// Files are all files, by path.
func (r *Reader) Files() (out []FileInfo, err error) {
	err = r.EachFile(func(f FileInfo) bool { out = append(out, f); return true })
	return out, err
}

// Skips are the files that are left out of the graph, by path.
func (r *Reader) Skips() (out []Skip, err error) {
	err = r.query("SELECT path, reason, detail, size FROM skips ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		out = append(out, Skip{Path: st.ColumnText(0), Reason: st.ColumnText(1), Detail: st.ColumnText(2), Size: st.ColumnInt64(3)})
		return true
	})
	return out, err
}
