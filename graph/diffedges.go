package graph

import (
	"slices"

	"zombiezen.com/go/sqlite"
)

func scanRaw(st *sqlite.Stmt) edge {
	return edge{
		src: uint32(st.ColumnInt64(0)), typ: EdgeType(st.ColumnInt64(1)), dst: uint32(st.ColumnInt64(2)),
		line: uint32(st.ColumnInt64(3)), how: uint8(st.ColumnInt64(4)),
	}
}

// edgesFrom reads the edges out of the nodes, run by run of adjacent row ids,
// in the order of the table.
func edgesFrom(conn *sqlite.Conn, nodes []int64) (out []edge, err error) {
	err = eachRun(nodes, func(from, to int64) error {
		return query(conn, "SELECT src, type, dst, line, how FROM edges WHERE src BETWEEN ? AND ?", binder([]any{from, to}), func(st *sqlite.Stmt) bool {
			out = append(out, scanRaw(st))
			return true
		})
	})
	return out, err
}

// eachRun calls fn for each run of adjacent ids, in ascending order.
func eachRun(ids []int64, fn func(from, to int64) error) error {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for i := 0; i < len(ids); {
		j := i + 1
		for j < len(ids) && ids[j] == ids[j-1]+1 {
			j++
		}
		if err := fn(ids[i], ids[j-1]); err != nil {
			return err
		}
		i = j
	}
	return nil
}

// writeLinks brings the edges out of the change's files, and their open
// calls, up to date.
func (d *differ) writeLinks() error {
	for i := range d.ch.Files {
		f := &d.ch.Files[i]
		t, err := d.linkFile(f, d.files[f.File.Path])
		if err != nil {
			return err
		}
		if err := d.updateFileRow(f, d.files[f.File.Path], t); err != nil {
			return err
		}
	}
	for i := range d.ch.Relinked {
		f := &d.ch.Relinked[i]
		s, err := d.load(f.File.Path)
		if err != nil {
			return err
		}
		if s.row == 0 {
			continue // gone meanwhile, or never there: nothing to link
		}
		if err := f.validateLinks(len(s.nodes)); err != nil {
			return err
		}
		t, err := d.linkFile(f, s)
		if err != nil {
			return err
		}
		if err := d.updateFileLinks(f, s, t); err != nil {
			return err
		}
	}
	return nil
}

// linkFile compares the edges and open calls of one file with the store's.
func (d *differ) linkFile(f *FileGraph, s *fileState) (t tally, err error) {
	want, err := d.wanted(f, s)
	if err != nil {
		return t, err
	}
	have, err := edgesFrom(d.conn, s.nodes)
	if err != nil {
		return t, err
	}
	for i, j := 0, 0; i < len(want) || j < len(have); {
		c := -1
		switch {
		case i == len(want):
			c = 1
		case j < len(have):
			c = compareKeys(want[i], have[j])
		}
		switch {
		case c < 0:
			err = d.addEdge(want[i])
			i++
		case c > 0:
			err = d.removeEdge(have[j])
			j++
		default:
			if want[i].how != have[j].how {
				err = d.changeEdge(want[i])
			}
			i, j = i+1, j+1
		}
		if err != nil {
			return t, err
		}
	}
	open, err := d.linkOpen(f, s)
	delete(d.recount, s.row)
	return count(slices.Values(s.kinds), want, open), err
}

// wanted are the edges that the file is to have, in the order of the table.
func (d *differ) wanted(f *FileGraph, s *fileState) ([]edge, error) {
	want := make([]edge, 0, len(f.Edges)+len(s.nodes))
	for i := 1; i < len(s.nodes); i++ {
		want = append(want, edge{src: uint32(s.nodes[s.above[i]]), dst: uint32(s.nodes[i]), typ: Defines, how: structureHow})
	}
	for i := range f.Edges {
		e := &f.Edges[i]
		dst, err := d.row(&e.To)
		if err != nil {
			return nil, err
		}
		if dst == 0 {
			d.stats.Dropped++
			continue
		}
		want = append(want, edge{src: uint32(s.nodes[e.Src]), dst: uint32(dst), line: e.Line, typ: e.Type, how: uint8(packHow(e.Class, e.Via))})
	}
	slices.SortFunc(want, compareEdges)
	return slices.CompactFunc(want, sameEdge), nil
}

var (
	insertOutOne = insertOut + " VALUES " + values(edgeCols)
	insertInOne  = insertIn + " VALUES " + values(edgeCols)
)

func (d *differ) addEdge(e edge) error {
	d.stats.EdgesAdded++
	d.stats.changed = true
	d.stats.ends.note(e)
	if err := exec(d.conn, insertOutOne, func(st *sqlite.Stmt) { e.bindOut(st, 0) }); err != nil {
		return err
	}
	if err := exec(d.conn, insertInOne, func(st *sqlite.Stmt) { e.bindIn(st, 0) }); err != nil {
		return err
	}
	return d.noteImport(e, true)
}

func (d *differ) removeEdge(e edge) error {
	d.stats.EdgesRemoved++
	d.stats.changed = true
	d.stats.ends.note(e)
	if err := d.exec("DELETE FROM edges WHERE src = ? AND type = ? AND dst = ? AND line = ?", int64(e.src), e.typ, int64(e.dst), int64(e.line)); err != nil {
		return err
	}
	if err := d.exec("DELETE FROM edges_in WHERE dst = ? AND type = ? AND src = ? AND line = ?", int64(e.dst), e.typ, int64(e.src), int64(e.line)); err != nil {
		return err
	}
	d.lost[int64(e.dst)] = true
	file, err := d.fileOf(int64(e.src))
	if err != nil {
		return err
	}
	if file != 0 {
		d.recount[file] = true
	}
	return d.noteImport(e, false)
}

func (d *differ) changeEdge(e edge) error {
	d.stats.EdgesAdded++
	d.stats.EdgesRemoved++
	d.stats.changed = true
	d.stats.ends.note(e)
	if err := d.exec("UPDATE edges SET how = ? WHERE src = ? AND type = ? AND dst = ? AND line = ?", int64(e.how), int64(e.src), e.typ, int64(e.dst), int64(e.line)); err != nil {
		return err
	}
	return d.exec("UPDATE edges_in SET how = ? WHERE dst = ? AND type = ? AND src = ? AND line = ?", int64(e.how), int64(e.dst), e.typ, int64(e.src), int64(e.line))
}
