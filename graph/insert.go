package graph

import (
	"encoding/binary"
	"encoding/json"
	"strings"

	"zombiezen.com/go/sqlite"
)

// batch is how many rows one statement inserts; more gains nothing.
const batch = 50

// exec runs a cached statement that has no result.
func exec(conn *sqlite.Conn, sql string, bind func(*sqlite.Stmt)) error {
	return query(conn, sql, bind, nil)
}

// insertRows inserts n rows of cols columns. into ends with the column list;
// bind puts row i at the parameters from at+1 on, and is called in order.
func insertRows(conn *sqlite.Conn, into string, cols, n int, bind func(st *sqlite.Stmt, at, i int)) error {
	one := "(" + strings.TrimSuffix(strings.Repeat("?,", cols), ",") + ")"
	insert := func(sql string, first, count int) error {
		return exec(conn, sql, func(st *sqlite.Stmt) {
			for j := range count {
				bind(st, j*cols, first+j)
			}
		})
	}
	many := into + " VALUES " + strings.TrimSuffix(strings.Repeat(one+",", batch), ",")
	i := 0
	for ; i+batch <= n; i += batch {
		if err := insert(many, i, batch); err != nil {
			return err
		}
	}
	for ; i < n; i++ {
		if err := insert(into+" VALUES "+one, i, 1); err != nil {
			return err
		}
	}
	return nil
}

// nodeRec is a row of nodes as it is stored. It is comparable: a node has
// changed when its record has.
type nodeRec struct {
	id, sid                           int64
	kind                              uint8
	form, name, scope, disc           string
	file, def, parent                 int64
	sline, eline, nline, sbyte, ebyte uint32
	mods                              uint32
	cx                                uint16
	hash                              int64
	sig, doc, extra                   string
}

const insertNode = "INSERT INTO nodes (id, sid, kind, form, name, scope, disc, file, def, parent, sline, eline, nline, sbyte, ebyte, mods, cx, hash, sig, doc, extra)"

const nodeCols = 21

func (n *nodeRec) bind(st *sqlite.Stmt, at int) {
	st.BindInt64(at+1, n.id)
	st.BindInt64(at+2, n.sid)
	st.BindInt64(at+3, int64(n.kind))
	st.BindText(at+4, n.form)
	st.BindText(at+5, n.name)
	st.BindText(at+6, n.scope)
	st.BindText(at+7, n.disc)
	st.BindInt64(at+8, n.file)
	st.BindInt64(at+9, n.def)
	st.BindInt64(at+10, n.parent)
	n.bindContent(st, at+10)
}

// bindContent binds what an edit of the file may change without making it
// another node.
func (n *nodeRec) bindContent(st *sqlite.Stmt, at int) {
	st.BindInt64(at+1, int64(n.sline))
	st.BindInt64(at+2, int64(n.eline))
	st.BindInt64(at+3, int64(n.nline))
	st.BindInt64(at+4, int64(n.sbyte))
	st.BindInt64(at+5, int64(n.ebyte))
	st.BindInt64(at+6, int64(n.mods))
	st.BindInt64(at+7, int64(n.cx))
	st.BindInt64(at+8, n.hash)
	st.BindText(at+9, n.sig)
	st.BindText(at+10, n.doc)
	if n.extra == "" {
		st.BindNull(at + 11)
	} else {
		st.BindBytes(at+11, []byte(n.extra))
	}
}

const insertFile = "INSERT INTO files (id, path, lang, kind, package, size, lines, flags, mtime, blob, sha256, node, imports, exports, lookups, tally)"

const fileCols = 16

// bindFile binds a row of insertFile.
func bindFile(st *sqlite.Stmt, at int, id, node int64, f *FileGraph, t *tally) {
	r := &f.File
	st.BindInt64(at+1, id)
	st.BindText(at+2, r.Path)
	st.BindText(at+3, r.Lang)
	st.BindInt64(at+4, int64(f.Nodes[0].Kind))
	st.BindText(at+5, r.Package)
	st.BindInt64(at+6, r.Size)
	st.BindInt64(at+7, int64(r.Lines))
	st.BindInt64(at+8, int64(r.Flags))
	st.BindInt64(at+9, r.Mtime)
	st.BindBytes(at+10, r.Blob[:])
	st.BindBytes(at+11, r.SHA256[:])
	st.BindInt64(at+12, node)
	st.BindText(at+13, listText(r.Imports))
	st.BindText(at+14, listText(r.Exports))
	st.BindBytes(at+15, lookupBytes(r.Lookups))
	st.BindBytes(at+16, t.append(nil))
}

// listText is JSON, or "" for an empty list.
func listText[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic(err) // strings, numbers and booleans always marshal
	}
	return string(b)
}

func lookupBytes(keys []uint32) []byte {
	b := make([]byte, 0, 4*len(keys))
	for _, k := range keys {
		b = binary.LittleEndian.AppendUint32(b, k)
	}
	return b
}
