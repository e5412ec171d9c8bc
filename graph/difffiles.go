package graph

import (
	"bytes"
	"strings"

	"zombiezen.com/go/sqlite"
)

var insertFileOne = insertFile + " VALUES " + values(fileCols)

// insertFileRow writes a new file. Its tally follows when it is linked.
func (d *differ) insertFileRow(f *FileGraph, s *fileState) error {
	rec := fileRec{id: s.row, node: s.nodes[0], graph: f}
	err := exec(d.conn, insertFileOne, func(st *sqlite.Stmt) { rec.bind(st, 0) })
	if err != nil {
		return err
	}
	return d.addEdge(edge{src: uint32(s.pkg), dst: uint32(s.nodes[0]), typ: Contains, how: structureHow})
}

// updateFileRow writes the description of a changed file.
func (d *differ) updateFileRow(f *FileGraph, s *fileState, t tally) error {
	r := &f.File
	set := []any{
		r.Lang, int64(f.Nodes[0].Kind), r.Package, r.Size, int64(r.Lines), int64(r.Flags), r.Blob[:], r.SHA256[:],
		packedList(r.Imports), listText(r.Exports), lookupBytes(r.Lookups), t.append(nil),
	}
	const columns = "lang = ?, kind = ?, package = ?, size = ?, lines = ?, flags = ?, blob = ?, sha256 = ?, imports = ?, exports = ?, lookups = ?, tally = ?"
	if err := d.updateFile(columns, set, s.row); err != nil {
		return err
	}
	return d.exec("UPDATE files SET mtime = ? WHERE id = ?", r.Mtime, s.row)
}

// updateFileLinks writes what linking a file again may change of it.
func (d *differ) updateFileLinks(f *FileGraph, s *fileState, t tally) error {
	set := []any{packedList(f.File.Imports), lookupBytes(f.File.Lookups), t.append(nil)}
	return d.updateFile("imports = ?, lookups = ?, tally = ?", set, s.row)
}

// updateFile writes the columns if any of them differs.
func (d *differ) updateFile(columns string, set []any, row int64) error {
	names := strings.ReplaceAll(columns, " = ?", "")
	differs := false
	err := query(d.conn, "SELECT "+names+" FROM files WHERE id = ?", binder([]any{row}), func(st *sqlite.Stmt) bool {
		for i, v := range set {
			differs = differs || !columnIs(st, i, v)
		}
		return false
	})
	if err != nil || !differs {
		return err
	}
	d.stats.changed = true
	return d.exec("UPDATE files SET "+columns+" WHERE id = ?", append(set, row)...)
}

func columnIs(st *sqlite.Stmt, col int, v any) bool {
	switch v := v.(type) {
	case int64:
		return st.ColumnInt64(col) == v
	case string:
		return st.ColumnText(col) == v
	case []byte:
		have := make([]byte, st.ColumnLen(col))
		st.ColumnBytes(col, have)
		return bytes.Equal(have, v)
	}
	return false
}
