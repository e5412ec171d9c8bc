package graph

import (
	"context"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Canonical says what of a graph is written in canonical form.
type Canonical struct {
	// Folder limits it to the files below, with their facts alone: what lies
	// between them and others is linked where it is taken in. "" is all.
	Folder string

	// Version is the version of the facts of a language, see FactsForm.
	Version func(lang string) int

	// Words makes the search index anew, for files with these rows; see
	// package search. nil leaves it out.
	Words func(r *Reader, rows map[int64]int64) (WordsBuilder, error)

	Notes []string // keys of the notes that are copied
}

// Counts say how much was written.
type Counts struct {
	Files int `json:"files"`
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}

// WriteCanonical writes the graph into an empty one so that equal graphs give
// equal rows: row ids follow from paths and names, not from what happened
// before, and there are no times. The repository has no name there.
func (g *Graph) WriteCanonical(ctx context.Context, to *Graph, o Canonical) (counts Counts, err error) {
	err = g.View(ctx, func(r *Reader) error {
		return to.st.Bulk(ctx, func(dst *sqlite.Conn) error {
			c := &canonical{r: r, dst: dst, o: &o, files: map[int64]int64{}, order: []int64{0}}
			if err := c.write(); err != nil {
				return err
			}
			counts = c.counts
			return nil
		})
	})
	return counts, err
}

type canonical struct {
	r   *Reader
	dst *sqlite.Conn
	o   *Canonical

	order  []int64         // the old row id of each node, by the new one
	row    []uint32        // the new one, by the old one
	paths  []canonicalFile // by path
	files  map[int64]int64 // new rows of files, by the old ones
	counts Counts
}

type canonicalFile struct {
	row  int64
	path string
	lang string
	blob []byte
}

func (c *canonical) write() error {
	if err := c.number(); err != nil {
		return err
	}
	steps := []func() error{c.writeFiles, c.writeFacts}
	if c.o.Folder == "" {
		steps = []func() error{c.writeNodes, c.writeEdges, c.writeOpen, c.writeSkips, c.writeFiles, c.writeFacts, c.writeVectors, c.writeWords}
	} else {
		steps = append(steps, c.countPart)
	}
	for _, step := range append(steps, c.writeNotes) {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// number gives all nodes their row ids, in the order in which a bulk load
// does: the repository, packages, files by path, externals.
func (c *canonical) number() error {
	err := c.r.query("SELECT id, path, lang, blob FROM files WHERE layer = 0 ORDER BY path", nil, func(st *sqlite.Stmt) bool {
		f := canonicalFile{st.ColumnInt64(0), st.ColumnText(1), st.ColumnText(2), columnBytes(st, 3)}
		if c.o.Folder == "" || strings.HasPrefix(f.path, c.o.Folder+"/") {
			c.paths = append(c.paths, f)
			c.files[f.row] = int64(len(c.paths))
		}
		return true
	})
	if err != nil {
		return err
	}
	type named struct {
		id   int64
		name string
	}
	var packages, externals []named
	if c.o.Folder == "" {
		err = c.r.query("SELECT id, kind, scope, name FROM nodes WHERE file = 0", nil, func(st *sqlite.Stmt) bool {
			n := named{st.ColumnInt64(0), join(st.ColumnText(2), "/", st.ColumnText(3))}
			switch facts.Kind(st.ColumnInt64(1)) {
			case facts.Repository:
				c.order = append(c.order, n.id)
			case facts.Package:
				packages = append(packages, n)
			default:
				n.name = st.ColumnText(2) + "\x00" + st.ColumnText(3)
				externals = append(externals, n)
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	add := func(list []named) {
		slices.SortFunc(list, func(a, b named) int { return strings.Compare(a.name, b.name) })
		for _, n := range list {
			c.order = append(c.order, n.id)
		}
	}
	add(packages)
	for _, f := range c.paths {
		err := c.r.query("SELECT id FROM nodes WHERE file = ? ORDER BY def", binder([]any{f.row}), func(st *sqlite.Stmt) bool {
			c.order = append(c.order, st.ColumnInt64(0))
			return true
		})
		if err != nil {
			return err
		}
	}
	add(externals)
	c.row = make([]uint32, slices.Max(c.order)+1)
	for i, old := range c.order {
		c.row[old] = uint32(i)
	}
	c.counts.Files, c.counts.Nodes = len(c.paths), len(c.order)-1
	return nil
}

// is the new row id of a node, 0 where it has none.
func (c *canonical) is(old int64) int64 {
	if old < 0 || old >= int64(len(c.row)) {
		return 0
	}
	return int64(c.row[old])
}

func (c *canonical) writeNodes() error {
	indexes, err := dropIndexes(c.dst)
	if err != nil {
		return err
	}
	const columns = "id, file, parent, name, kind, sid, form, scope, disc, def, sline, eline, nline, sbyte, ebyte, mods, cx, hash, sig, doc, extra"
	insert, err := store.Prepare(c.dst, "INSERT INTO nodes ("+columns+") VALUES "+values(nodeCols))
	if err != nil {
		return err
	}
	for i, old := range c.order[1:] {
		err := c.copyRow("SELECT "+columns+" FROM nodes WHERE id = ?", old, func(st *sqlite.Stmt) error {
			insert.BindInt64(1, int64(i+1))
			insert.BindInt64(2, c.files[st.ColumnInt64(1)])
			insert.BindInt64(3, c.is(st.ColumnInt64(2)))
			copyColumns(st, insert, 3)
			if facts.Kind(st.ColumnInt64(4)) == facts.Repository {
				insert.BindText(4, "") // the folder's name here says nothing elsewhere
			}
			return run(insert)
		})
		if err != nil {
			return err
		}
	}
	for _, sql := range indexes {
		if err := exec(c.dst, sql, nil); err != nil {
			return err
		}
	}
	return nil
}

func (c *canonical) writeEdges() error {
	edges := make([]edge, 0, 8*len(c.order))
	for i, old := range c.order {
		from := len(edges)
		err := c.r.query("SELECT src, type, dst, line, how FROM edges WHERE src = ?", binder([]any{old}), func(st *sqlite.Stmt) bool {
			e := scanRaw(st)
			e.src = uint32(i)
			if e.dst = uint32(c.is(int64(e.dst))); e.dst != 0 {
				edges = append(edges, e)
			}
			return true
		})
		if err != nil {
			return err
		}
		slices.SortFunc(edges[from:], compareEdges)
	}
	c.counts.Edges = len(edges)
	out := newBatcher(c.dst, insertOut, edgeCols, (*edge).bindOut)
	in := newBatcher(c.dst, insertIn, edgeCols, (*edge).bindIn)
	for _, step := range []func() error{
		func() error { return out.addAll(edges) }, out.flush,
		func() error { return in.addAll(byTarget(int64(len(c.order)), edges)) }, in.flush,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (c *canonical) writeOpen() error {
	rows := newBatcher(c.dst, insertOpen, openCols, (*openRec).bind)
	for i, old := range c.order {
		open, err := c.r.OpenCalls(NodeID(old))
		if err != nil {
			return err
		}
		for _, o := range open {
			rec := openRec{src: int64(i), line: uint32(o.Line), name: o.Name, recv: o.Recv, reason: o.Reason}
			for _, n := range o.Candidates {
				if id := c.is(int64(n)); id != 0 {
					rec.candidates = append(rec.candidates, id)
				}
			}
			slices.Sort(rec.candidates)
			if err := rows.add(rec); err != nil {
				return err
			}
		}
	}
	return rows.flush()
}
