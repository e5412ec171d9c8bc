package graph

import (
	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// Brief is what computations over the whole graph need of a node.
type Brief struct {
	Row     NodeID
	Kind    facts.Kind
	FileRow int32  // 0 for a node outside files
	Def     int32  // which definition of its file; 0 for the file itself
	Name    string // of a Package: its folder
}

// Briefs are all nodes of the kinds, by row id.
func (r *Reader) Briefs(kinds ...facts.Kind) ([]Brief, error) {
	count, err := r.NodeCount()
	if err != nil {
		return nil, err
	}
	out := make([]Brief, 0, count)
	var wanted [16]bool
	for _, k := range kinds {
		wanted[k&15] = true
	}
	err = r.query("SELECT id, kind, file, def, name, scope FROM nodes", nil, func(st *sqlite.Stmt) bool {
		b := Brief{Row: NodeID(st.ColumnInt64(0)), Kind: facts.Kind(st.ColumnInt64(1)), FileRow: st.ColumnInt32(2), Def: st.ColumnInt32(3)}
		if !wanted[b.Kind&15] {
			return true
		}
		b.Name = st.ColumnText(4)
		if b.Kind == facts.Package {
			b.Name = join(st.ColumnText(5), "/", b.Name)
		}
		out = append(out, b)
		return true
	})
	return out, err
}

// FileMark is the place of a file's row, and what is special about it.
type FileMark struct {
	Row   int32
	Path  string
	Flags facts.Flags
}

// FileMarks are all files, by path.
func (r *Reader) FileMarks() (out []FileMark, err error) {
	err = r.query("SELECT id, path, flags FROM files WHERE layer = 0 ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		out = append(out, FileMark{st.ColumnInt32(0), st.ColumnText(1), facts.Flags(st.ColumnInt64(2))})
		return true
	})
	return out, err
}
