package graph

import (
	"path"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// Scope is a part of the repository: one file, a folder with everything
// below it, or, as the zero Scope, all.
type Scope struct {
	Path string // "" for all
	File bool
}

// FileScope is the scope of one file.
func FileScope(p string) Scope { return Scope{Path: path.Clean(p), File: true} }

// FolderScope is the scope of a folder; "." is all.
func FolderScope(p string) Scope {
	if p = path.Clean(p); p == "." {
		p = ""
	}
	return Scope{Path: p}
}

// Holds tells whether a file is in the scope.
func (s Scope) Holds(file string) bool {
	from, to := s.bounds()
	return file >= from && file < to
}

// bounds are the paths between which the scope's files sort.
func (s Scope) bounds() (from, to string) {
	switch {
	case s.Path == "":
		return "", "\U0010ffff"
	case s.File:
		return s.Path, s.Path + "\x00"
	}
	return s.Path + "/", s.Path + "0" // the character after "/"
}

// ScopeFile is a file as those see it who go through a scope.
type ScopeFile struct {
	Row   int64
	Path  string
	Lang  string
	Kind  facts.Kind
	Size  int64
	Mtime int64
	Blob  [16]byte
}

// ScopeFiles are the files of a scope, by path.
func (r *Reader) ScopeFiles(s Scope) (out []ScopeFile, err error) {
	from, to := s.bounds()
	err = r.query("SELECT id, path, lang, kind, size, mtime, blob FROM files WHERE layer = 0 AND path >= ? AND path < ? ORDER BY path", func(st *sqlite.Stmt) {
		st.BindText(1, from)
		st.BindText(2, to)
	}, func(st *sqlite.Stmt) bool {
		f := ScopeFile{Row: st.ColumnInt64(0), Path: st.ColumnText(1), Lang: st.ColumnText(2), Kind: facts.Kind(st.ColumnInt64(3)), Size: st.ColumnInt64(4), Mtime: st.ColumnInt64(5)}
		st.ColumnBytes(6, f.Blob[:])
		out = append(out, f)
		return true
	})
	return out, err
}

// NodesIn are the nodes of a file by its row, as FileNodes.
func (r *Reader) NodesIn(file int64) ([]Node, error) {
	return r.nodes("WHERE n.file = ? ORDER BY n.def", func(st *sqlite.Stmt) { st.BindInt64(1, file) })
}
