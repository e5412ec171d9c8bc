package graph

import (
	"encoding/binary"
	"encoding/json"
	"strings"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// batch is how many rows one statement inserts; more gains nothing.
const batch = 50

// exec runs a cached statement that has no result.
func exec(conn *sqlite.Conn, sql string, bind func(*sqlite.Stmt)) error {
	return query(conn, sql, bind, nil)
}

// batcher inserts rows as they come, many with one statement.
type batcher[T any] struct {
	conn      *sqlite.Conn
	many, one string
	cols      int
	bind      func(row *T, st *sqlite.Stmt, at int) // to the parameters from at+1 on
	rows      []T
}

// newBatcher takes an INSERT that ends with its list of cols columns.
func newBatcher[T any](conn *sqlite.Conn, into string, cols int, bind func(*T, *sqlite.Stmt, int)) *batcher[T] {
	one := values(cols)
	return &batcher[T]{
		conn: conn, cols: cols, bind: bind, rows: make([]T, 0, batch),
		one: into + " VALUES " + one, many: into + " VALUES " + one + strings.Repeat(","+one, batch-1),
	}
}

func values(cols int) string { return "(?" + strings.Repeat(",?", cols-1) + ")" }

func (b *batcher[T]) add(row T) error {
	b.rows = append(b.rows, row)
	if len(b.rows) < batch {
		return nil
	}
	err := exec(b.conn, b.many, func(st *sqlite.Stmt) {
		for i := range b.rows {
			b.bind(&b.rows[i], st, i*b.cols)
		}
	})
	b.rows = b.rows[:0]
	return err
}

func (b *batcher[T]) addAll(rows []T) error {
	for i := range rows {
		if err := b.add(rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// flush inserts what is left.
func (b *batcher[T]) flush() error {
	for i := range b.rows {
		if err := exec(b.conn, b.one, func(st *sqlite.Stmt) { b.bind(&b.rows[i], st, 0) }); err != nil {
			return err
		}
	}
	b.rows = b.rows[:0]
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

// fileRec is a row of files.
type fileRec struct {
	id, node int64
	graph    *FileGraph
	tally    []byte
}

func (f *fileRec) bind(st *sqlite.Stmt, at int) {
	r := &f.graph.File
	st.BindInt64(at+1, f.id)
	st.BindText(at+2, r.Path)
	st.BindText(at+3, r.Lang)
	st.BindInt64(at+4, int64(f.graph.Nodes[0].Kind))
	st.BindText(at+5, r.Package)
	st.BindInt64(at+6, r.Size)
	st.BindInt64(at+7, int64(r.Lines))
	st.BindInt64(at+8, int64(r.Flags))
	st.BindInt64(at+9, r.Mtime)
	st.BindBytes(at+10, r.Blob[:])
	st.BindBytes(at+11, r.SHA256[:])
	st.BindInt64(at+12, f.node)
	st.BindBytes(at+13, packedList(r.Imports))
	st.BindText(at+14, listText(r.Exports))
	st.BindBytes(at+15, lookupBytes(r.Lookups))
	st.BindBytes(at+16, f.tally)
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

// packedList is the same, compressed where that saves something.
func packedList[T any](list []T) []byte {
	text := []byte(listText(list))
	if len(text) < 200 {
		return text
	}
	return store.Compress(nil, text)
}

// unpackList is the inverse of listText and packedList: no frame of the
// compressor starts like a JSON list.
func unpackList[T any](st *sqlite.Stmt, col int, list *[]T) error {
	n := st.ColumnLen(col)
	if n == 0 {
		return nil
	}
	b := make([]byte, n)
	st.ColumnBytes(col, b)
	if b[0] != '[' {
		var err error
		if b, err = store.Decompress(nil, b); err != nil {
			return err
		}
	}
	return json.Unmarshal(b, list)
}

func lookupBytes(keys []uint32) []byte {
	b := make([]byte, 0, 4*len(keys))
	for _, k := range keys {
		b = binary.LittleEndian.AppendUint32(b, k)
	}
	return b
}
