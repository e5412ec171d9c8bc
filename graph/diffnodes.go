package graph

import (
	"zombiezen.com/go/sqlite"
)

// writeNodes brings the nodes of the changed files up to date.
func (d *differ) writeNodes() error {
	for i := range d.ch.Files {
		if err := d.writeFileNodes(&d.ch.Files[i]); err != nil {
			return err
		}
	}
	return nil
}

// writeFileNodes matches the file's nodes with those of the store by text id:
// those that are in both keep their row.
func (d *differ) writeFileNodes(f *FileGraph) error {
	old, err := d.storedNodes(f.File.Path)
	if err != nil {
		return err
	}
	s := &fileState{}
	if known := d.files[f.File.Path]; known != nil {
		s.row = known.row
	}
	if s.row == 0 {
		if s.row, err = d.intOf("SELECT coalesce(max(id), 0) + 1 FROM files"); err != nil {
			return err
		}
		if s.pkg, err = d.packageOf(folder(f.File.Path)); err != nil {
			return err
		}
		old = nil
	} else {
		s.pkg = d.files[f.File.Path].pkg
	}
	d.prep.identities(f)
	bySID := make(map[int64]*nodeRec, len(old))
	for i := range old {
		bySID[old[i].sid] = &old[i]
	}
	for i := range f.Nodes {
		rec := bySID[d.prep.sid(i)]
		if rec != nil {
			s.nodes = append(s.nodes, rec.id)
		} else {
			s.nodes = append(s.nodes, d.id())
		}
		s.kinds = append(s.kinds, f.Nodes[i].Kind)
		s.above = append(s.above, f.Nodes[i].Parent)
	}
	s.above[0] = 0
	isNew := len(old) == 0
	d.files[f.File.Path] = s
	if err := d.writeRecords(f, s, bySID); err != nil {
		return err
	}
	if isNew {
		return d.insertFileRow(f, s)
	}
	if old[0].id != s.nodes[0] { // a file became a configuration file, or the reverse
		if err := d.exec("UPDATE files SET node = ? WHERE id = ?", s.nodes[0], s.row); err != nil {
			return err
		}
		if err := d.addEdge(edge{src: uint32(s.pkg), dst: uint32(s.nodes[0]), typ: Contains, how: structureHow}); err != nil {
			return err
		}
	}
	gone := make([]int64, 0, len(bySID))
	for i := range old {
		if _, left := bySID[old[i].sid]; left {
			gone = append(gone, old[i].id)
			d.churn(f.File.Path, old[i].sid, NodeRemoved)
		}
	}
	return d.removeNodes(gone)
}

// writeRecords inserts and updates; it takes what it matches out of bySID.
func (d *differ) writeRecords(f *FileGraph, s *fileState, bySID map[int64]*nodeRec) error {
	for i := range f.Nodes {
		rec := d.prep.record(f, i, s.row, s.def, s.pkg)
		old := bySID[rec.sid]
		if old == nil {
			if err := exec(d.conn, insertNodeOne, func(st *sqlite.Stmt) { rec.bind(st, 0) }); err != nil {
				return err
			}
			d.stats.NodesAdded++
			d.stats.changed = true
			d.churn(f.File.Path, rec.sid, NodeAdded)
			continue
		}
		delete(bySID, rec.sid)
		if *old == rec {
			continue
		}
		if err := d.updateNode(old, &rec); err != nil {
			return err
		}
		d.stats.NodesChanged++
		d.stats.changed = true
		if altered(old, &rec) {
			d.churn(f.File.Path, rec.sid, NodeModified)
		}
	}
	return nil
}

var insertNodeOne = insertNode + " VALUES " + values(nodeCols)

const (
	updateContent = "UPDATE nodes SET sline = ?, eline = ?, nline = ?, sbyte = ?, ebyte = ?, mods = ?, cx = ?, hash = ?, sig = ?, doc = ?, extra = ? WHERE id = ?"
	updatePlace   = "UPDATE nodes SET def = ?, parent = ?, form = ?, name = ?, scope = ?, disc = ? WHERE id = ?"
)

// updateNode writes what differs; columns that an index has are left alone
// where they can be.
func (d *differ) updateNode(old, rec *nodeRec) error {
	err := exec(d.conn, updateContent, func(st *sqlite.Stmt) {
		rec.bindContent(st, 0)
		st.BindInt64(12, rec.id)
	})
	moved := old.def != rec.def || old.parent != rec.parent || old.form != rec.form || old.name != rec.name || old.scope != rec.scope || old.disc != rec.disc
	if err != nil || !moved {
		return err
	}
	return d.exec(updatePlace, rec.def, rec.parent, rec.form, rec.name, rec.scope, rec.disc, rec.id)
}

// storedNodes reads the nodes of a file as records.
func (d *differ) storedNodes(path string) (out []nodeRec, err error) {
	s, err := d.load(path)
	if err != nil || s.row == 0 {
		return nil, err
	}
	err = query(d.conn, `SELECT id, sid, kind, form, name, scope, disc, file, def, parent, sline, eline, nline, sbyte, ebyte, mods, cx, hash, sig, doc, extra
		FROM nodes WHERE file = ? ORDER BY def`, binder([]any{s.row}), func(st *sqlite.Stmt) bool {
		out = append(out, scanRecord(st))
		return true
	})
	return out, err
}

func scanRecord(st *sqlite.Stmt) nodeRec {
	return nodeRec{
		id: st.ColumnInt64(0), sid: st.ColumnInt64(1), kind: uint8(st.ColumnInt64(2)), form: st.ColumnText(3), name: st.ColumnText(4),
		scope: st.ColumnText(5), disc: st.ColumnText(6), file: st.ColumnInt64(7), def: st.ColumnInt64(8), parent: st.ColumnInt64(9),
		sline: uint32(st.ColumnInt64(10)), eline: uint32(st.ColumnInt64(11)), nline: uint32(st.ColumnInt64(12)),
		sbyte: uint32(st.ColumnInt64(13)), ebyte: uint32(st.ColumnInt64(14)), mods: uint32(st.ColumnInt64(15)),
		cx: uint16(st.ColumnInt64(16)), hash: st.ColumnInt64(17), sig: st.ColumnText(18), doc: st.ColumnText(19), extra: st.ColumnText(20),
	}
}

// removeNodes removes nodes with the edges out of them and into them.
func (d *differ) removeNodes(ids []int64) error {
	for _, id := range ids { // all edges first: what they meant for packages is seen while the nodes are there
		if err := d.removeEdgesOf(id); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := d.exec("DELETE FROM open_calls WHERE src = ?", id); err != nil {
			return err
		}
		d.stats.OpenRemoved += d.conn.Changes()
		if err := d.exec("DELETE FROM nodes WHERE id = ?", id); err != nil {
			return err
		}
		d.stats.NodesRemoved++
		d.stats.changed = true
	}
	return nil
}

// removeEdgesOf removes all edges at a node.
func (d *differ) removeEdgesOf(id int64) error {
	edges, err := edgesFrom(d.conn, []int64{id})
	if err != nil {
		return err
	}
	err = query(d.conn, "SELECT src, type, dst, line, how FROM edges_in WHERE dst = ?", binder([]any{id}), func(st *sqlite.Stmt) bool {
		if e := scanRaw(st); e.src != e.dst {
			edges = append(edges, e)
		}
		return true
	})
	for _, e := range edges {
		if err == nil {
			err = d.removeEdge(e)
		}
	}
	return err
}

// fileOf is the file that a node is in, 0 for none.
func (d *differ) fileOf(node int64) (int64, error) {
	return d.intOf("SELECT file FROM nodes WHERE id = ?", node)
}
