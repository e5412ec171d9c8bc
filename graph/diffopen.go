package graph

import (
	"zombiezen.com/go/sqlite"
)

// linkOpen brings the open calls of one file up to date and returns how many
// there are.
func (d *differ) linkOpen(f *FileGraph, s *fileState) (int, error) {
	var rowErr error
	want := openRecs(f.Open, s.def, func(t *Target) int64 {
		id, err := d.row(t)
		if err != nil {
			rowErr = err
		}
		return id
	})
	if rowErr != nil {
		return 0, rowErr
	}
	have, err := d.storedOpen(s.nodes)
	if err != nil {
		return 0, err
	}
	for i, j := 0, 0; i < len(want) || j < len(have); {
		c := -1
		switch {
		case i == len(want):
			c = 1
		case j < len(have):
			c = compareOpen(want[i], have[j])
		}
		switch {
		case c < 0:
			err = d.addOpen(&want[i])
			i++
		case c > 0:
			err = d.removeOpen(&have[j])
			j++
		default:
			if !want[i].equal(&have[j]) {
				if err = d.removeOpen(&have[j]); err == nil {
					err = d.addOpen(&want[i])
				}
			}
			i, j = i+1, j+1
		}
		if err != nil {
			return 0, err
		}
	}
	return len(want), nil
}

// storedOpen reads the open calls of the nodes, sorted.
func (d *differ) storedOpen(nodes []int64) (out []openRec, err error) {
	err = eachRun(nodes, func(from, to int64) error {
		return query(d.conn, openSelect+"WHERE src BETWEEN ? AND ? ORDER BY src, line, name, recv", binder([]any{from, to}), func(st *sqlite.Stmt) bool {
			c := scanOpen(st)
			rec := openRec{src: int64(c.From), line: uint32(c.Line), name: c.Name, recv: c.Recv, reason: c.Reason}
			for _, n := range c.Candidates {
				rec.candidates = append(rec.candidates, int64(n))
			}
			out = append(out, rec)
			return true
		})
	})
	return out, err
}

var insertOpenOne = insertOpen + " VALUES " + values(openCols)

func (d *differ) addOpen(o *openRec) error {
	d.stats.OpenAdded++
	d.stats.changed = true
	return exec(d.conn, insertOpenOne, func(st *sqlite.Stmt) { o.bind(st, 0) })
}

func (d *differ) removeOpen(o *openRec) error {
	d.stats.OpenRemoved++
	d.stats.changed = true
	return d.exec("DELETE FROM open_calls WHERE src = ? AND line = ? AND name = ? AND recv = ?", o.src, int64(o.line), o.name, o.recv)
}
