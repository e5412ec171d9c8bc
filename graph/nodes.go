package graph

import (
	"fmt"
	"path"
	"slices"
	"strconv"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// nodeSelect reads what scanNode wants. A WHERE clause follows.
const nodeSelect = `SELECT n.id, n.kind, n.form, n.name, n.scope, n.disc, n.file, n.def, n.parent,
	n.sline, n.eline, n.nline, n.sbyte, n.ebyte, n.mods, n.cx, n.hash, n.sig, n.doc, n.extra, f.path
	FROM nodes n LEFT JOIN files f ON f.id = n.file `

// scanNode makes a node of a row of nodeSelect.
func scanNode(st *sqlite.Stmt) Node {
	n := Node{
		Row: NodeID(st.ColumnInt64(0)), Kind: facts.Kind(st.ColumnInt64(1)), Form: st.ColumnText(2), Name: st.ColumnText(3),
		FileRow: st.ColumnInt64(6), Parent: NodeID(st.ColumnInt64(8)),
		StartLine: st.ColumnInt(9), EndLine: st.ColumnInt(10), NameLine: st.ColumnInt(11),
		StartByte: st.ColumnInt(12), EndByte: st.ColumnInt(13),
		Mods: facts.Mods(st.ColumnInt64(14)), Signature: st.ColumnText(17), Docstring: st.ColumnText(18), File: st.ColumnText(20),
	}
	id := ident{kind: n.Kind, name: n.Name, scope: st.ColumnText(4), disc: st.ColumnText(5), path: n.File}
	id.file = n.FileRow != 0 && st.ColumnInt64(7) == 0
	n.ID, n.Qualified, n.Type = id.id(), id.qualified(), n.Kind.String()
	if n.Mods != 0 {
		n.Modifiers = n.Mods.Names()
	}
	if !st.ColumnIsNull(19) {
		n.Params, n.Returns, n.Decorators = readExtra(st.ColumnText(19))
	}
	if n.FileRow != 0 {
		n.Metrics = &Metrics{Complexity: st.ColumnInt(15), Lines: n.EndLine - n.StartLine + 1, Parameters: len(n.Params)}
		if h := uint64(st.ColumnInt64(16)); h != 0 {
			n.SourceHash = fmt.Sprintf("%016x", h)
		}
	}
	return n
}

// nodes reads all nodes for which the WHERE clause holds.
func (r *Reader) nodes(where string, bind func(*sqlite.Stmt)) (out []Node, err error) {
	err = r.query(nodeSelect+where, bind, func(st *sqlite.Stmt) bool {
		out = append(out, scanNode(st))
		return true
	})
	return out, err
}

// one is nodes where at most one is expected; ref names it in the error.
func (r *Reader) one(ref, where string, bind func(*sqlite.Stmt)) (Node, error) {
	ns, err := r.nodes(where, bind)
	if err != nil {
		return Node{}, err
	}
	if len(ns) == 0 {
		return Node{}, &NotFoundError{Ref: ref}
	}
	return ns[0], nil
}

// Node is the node with the row id.
func (r *Reader) Node(row NodeID) (Node, error) {
	return r.one("node "+strconv.FormatInt(int64(row), 10), "WHERE n.id = ?", func(st *sqlite.Stmt) { st.BindInt64(1, int64(row)) })
}

// Nodes are the nodes with the row ids, in that order; ids that are gone are
// left out.
func (r *Reader) Nodes(rows []NodeID) ([]Node, error) {
	out := make([]Node, 0, len(rows))
	for _, row := range rows {
		ns, err := r.nodes("WHERE n.id = ?", func(st *sqlite.Stmt) { st.BindInt64(1, int64(row)) })
		if err != nil {
			return nil, err
		}
		out = append(out, ns...)
	}
	return out, nil
}

// ByID is the node with the text id.
func (r *Reader) ByID(id string) (Node, error) {
	ns, err := r.nodes("WHERE n.sid = ?", func(st *sqlite.Stmt) { st.BindInt64(1, int64(SID(id))) })
	for _, n := range ns {
		if n.ID == id {
			return n, nil
		}
	}
	if err == nil {
		err = &NotFoundError{Ref: id}
	}
	return Node{}, err
}

// FileNode is the node of the file itself.
func (r *Reader) FileNode(file string) (Node, error) {
	return r.one(file, "WHERE n.id = (SELECT node FROM files WHERE layer = 0 AND path = ?)", func(st *sqlite.Stmt) { st.BindText(1, file) })
}

// FileNodes are the file's own node and all its definitions, in the order in
// which they begin.
func (r *Reader) FileNodes(file string) ([]Node, error) {
	ns, err := r.nodes("WHERE n.file = (SELECT id FROM files WHERE layer = 0 AND path = ?) ORDER BY n.def", func(st *sqlite.Stmt) { st.BindText(1, file) })
	if err == nil && len(ns) == 0 {
		err = &NotFoundError{Ref: file}
	}
	return ns, err
}

// Children are the nodes directly inside: packages and files of a package,
// definitions of a file, members of a definition.
func (r *Reader) Children(row NodeID) ([]Node, error) {
	return r.nodes("JOIN edges e ON e.dst = n.id WHERE e.src = ? AND e.type IN (1, 2) ORDER BY n.file, n.def, n.id", func(st *sqlite.Stmt) { st.BindInt64(1, int64(row)) })
}

// ByName are the nodes with the name, at most limit of them (0: all).
func (r *Reader) ByName(name string, limit int) ([]Node, error) {
	return r.nodes("WHERE n.name = ?1 ORDER BY n.id LIMIT CASE WHEN ?2 > 0 THEN ?2 ELSE -1 END", func(st *sqlite.Stmt) {
		st.BindText(1, name)
		st.BindInt64(2, int64(limit))
	})
}

// ByPathName are the nodes of the file whose qualified name is name or ends
// with ".name".
func (r *Reader) ByPathName(file, name string) ([]Node, error) {
	ns, err := r.nodes("WHERE n.file = (SELECT id FROM files WHERE layer = 0 AND path = ?) AND n.def > 0 ORDER BY n.def", func(st *sqlite.Stmt) { st.BindText(1, file) })
	return slices.DeleteFunc(ns, func(n Node) bool { return !endsWith(n.Qualified, normalName(name)) }), err
}

// ByLine is the innermost definition around the line, or the file's own node
// where there is none.
func (r *Reader) ByLine(file string, line int) (Node, error) {
	return r.one(file+":"+strconv.Itoa(line), `WHERE n.file = (SELECT id FROM files WHERE layer = 0 AND path = ?1)
		AND (n.sline <= ?2 AND n.eline >= ?2 OR n.def = 0 AND (SELECT lines FROM files WHERE id = n.file) >= ?2)
		ORDER BY n.def = 0, n.eline - n.sline, n.sbyte DESC LIMIT 1`, func(st *sqlite.Stmt) {
		st.BindText(1, path.Clean(file))
		st.BindInt64(2, int64(line))
	})
}
