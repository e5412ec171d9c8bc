package graph

import (
	"fmt"
	"maps"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// differ applies a change to a graph that is not empty. Nodes are written
// first, then what has gone is removed with all its edges, then the edges out
// of the change's files are compared with what the store has.
type differ struct {
	conn  *sqlite.Conn
	ch    *Change
	stats Stats
	next  int64 // the next free row id of nodes

	files map[string]*fileState // of the change, and of others that edges end in
	prep  preparer

	targets   map[Target]int64 // in files that are not loaded
	externals map[string]int64
	lost      map[int64]bool    // targets of removed edges: an external among them may have no use now
	recount   map[int64]bool    // rows of files whose tally has changed although they are not in the change
	depends   map[[2]int64]bool // pairs of packages; true where an import from one to the other was added
	emptied   map[string]bool   // folders that lost a file
}

// fileState is a file during the change.
type fileState struct {
	row   int64   // files.id; 0 if there is no such file
	pkg   int64   // the package's node
	nodes []int64 // row ids by definition
	kinds []facts.Kind
	above []int32 // parents, as definitions
}

func (f *fileState) def(d int32) int64 { return f.nodes[d] }

func applyDifference(conn *sqlite.Conn, ch *Change) (Stats, error) {
	d := &differ{
		conn: conn, ch: ch,
		files: map[string]*fileState{}, targets: map[Target]int64{}, externals: map[string]int64{}, lost: map[int64]bool{},
		recount: map[int64]bool{}, depends: map[[2]int64]bool{}, emptied: map[string]bool{},
	}
	next, err := store.MetaInt(conn, nextNode)
	if err != nil {
		return d.stats, err
	}
	d.next = next
	for _, step := range []func() error{d.renameRepo, d.removeFiles, d.writeNodes, d.writeRetrieval, d.emptyPackages, d.writeLinks, d.dropExternals, d.writeDepends, d.recountFiles, d.writeDigests} {
		if err := step(); err != nil {
			return d.stats, err
		}
	}
	if d.next != next {
		err = store.SetMetaInt(conn, nextNode, d.next)
	}
	return d.stats, err
}

func (d *differ) exec(sql string, args ...any) error {
	return exec(d.conn, sql, binder(args))
}

// intOf is the number that a query finds, 0 if it finds nothing.
func (d *differ) intOf(sql string, args ...any) (v int64, err error) {
	err = query(d.conn, sql, binder(args), func(st *sqlite.Stmt) bool { v = st.ColumnInt64(0); return false })
	return v, err
}

func binder(args []any) func(*sqlite.Stmt) {
	return func(st *sqlite.Stmt) {
		for i, a := range args {
			switch a := a.(type) {
			case int64:
				st.BindInt64(i+1, a)
			case EdgeType:
				st.BindInt64(i+1, int64(a))
			case string:
				st.BindText(i+1, a)
			case []byte:
				st.BindBytes(i+1, a)
			}
		}
	}
}

// id takes the next free row id.
func (d *differ) id() int64 {
	d.next++
	return d.next - 1
}

func (d *differ) renameRepo() error {
	if d.ch.Repo == "" {
		return nil
	}
	err := d.exec("UPDATE nodes SET name = ?1 WHERE id = ?2 AND name <> ?1", d.ch.Repo, int64(repoRow))
	d.stats.changed = d.stats.changed || d.conn.Changes() > 0
	return err
}

// removeFiles removes the files that are gone, with all that is in them.
func (d *differ) removeFiles() error {
	for _, path := range d.ch.Removed {
		s, err := d.load(path)
		if err != nil {
			return err
		}
		if s.row == 0 {
			continue
		}
		d.emptied[folder(path)] = true
		if err := d.churnGone(path, s.row); err != nil {
			return err
		}
		if err := d.removeNodes(s.nodes); err != nil {
			return err
		}
		if err := d.exec("DELETE FROM files WHERE id = ?", s.row); err != nil {
			return err
		}
		if err := hideWords(d.conn, s.row, nil); err != nil { // the row may be used again
			return err
		}
		if err := writeVectors(d.conn, s.row, nil); err != nil {
			return err
		}
		delete(d.recount, s.row)
		*s = fileState{}
	}
	return nil
}

// load reads where the nodes of a file are; a file that there is not has
// row 0.
func (d *differ) load(path string) (*fileState, error) {
	if s := d.files[path]; s != nil {
		return s, nil
	}
	s := &fileState{}
	d.files[path] = s
	err := query(d.conn, "SELECT id, node FROM files WHERE layer = 0 AND path = ?", binder([]any{path}), func(st *sqlite.Stmt) bool {
		s.row = st.ColumnInt64(0)
		return false
	})
	if err != nil || s.row == 0 {
		return s, err
	}
	return s, d.loadNodes(s)
}

func (d *differ) loadNodes(s *fileState) error { return loadNodes(d.conn, s) }

func loadNodes(conn *sqlite.Conn, s *fileState) error {
	place := map[int64]int32{}
	var parents []int64
	err := query(conn, "SELECT id, kind, parent FROM nodes WHERE file = ? ORDER BY def", binder([]any{s.row}), func(st *sqlite.Stmt) bool {
		place[st.ColumnInt64(0)] = int32(len(s.nodes))
		s.nodes = append(s.nodes, st.ColumnInt64(0))
		s.kinds = append(s.kinds, facts.Kind(st.ColumnInt64(1)))
		parents = append(parents, st.ColumnInt64(2))
		return true
	})
	if err != nil {
		return err
	}
	if len(parents) == 0 {
		return fmt.Errorf("graph: file %d has no nodes; run doctor, or delete the index and build it again", s.row)
	}
	s.pkg = parents[0]
	s.above = make([]int32, len(parents))
	for i, p := range parents[1:] {
		s.above[i+1] = place[p]
	}
	return nil
}

// row is the row id of a target, 0 if there is no such thing. Externals are
// made when they are asked for.
func (d *differ) row(t *Target) (int64, error) {
	if t.Path == "" {
		return d.external(t.External)
	}
	if t.Def == PackageDef {
		return d.bySID(packageIdent(t.Path))
	}
	if s := d.files[t.Path]; s != nil {
		if t.Def < 0 || int(t.Def) >= len(s.nodes) {
			return 0, nil
		}
		return s.nodes[t.Def], nil
	}
	if id, ok := d.targets[*t]; ok {
		return id, nil
	}
	id, err := d.intOf("SELECT id FROM nodes WHERE file = (SELECT id FROM files WHERE layer = 0 AND path = ?) AND def = ?", t.Path, int64(t.Def))
	d.targets[*t] = id
	return id, err
}

// recountFiles counts the files that lost edges to nodes that went.
func (d *differ) recountFiles() error {
	for _, row := range slices.Sorted(maps.Keys(d.recount)) {
		t, err := tallyOf(d.conn, row)
		if err != nil {
			return err
		}
		if err := d.exec("UPDATE files SET tally = ? WHERE id = ?", t.append(nil), row); err != nil {
			return err
		}
	}
	return nil
}

// writeDigests hashes the files whose rows may have changed.
func (d *differ) writeDigests() error {
	rows := maps.Clone(d.recount)
	for _, s := range d.files {
		if s != nil && s.row != 0 {
			rows[s.row] = true
		}
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		if err := writeDigest(d.conn, row); err != nil {
			return err
		}
	}
	return nil
}

// tallyOf counts what a file has in the store.
func tallyOf(conn *sqlite.Conn, row int64) (t tally, err error) {
	s := &fileState{row: row}
	if err := loadNodes(conn, s); err != nil {
		return t, err
	}
	edges, err := edgesFrom(conn, s.nodes)
	if err != nil {
		return t, err
	}
	open := 0
	err = eachRun(s.nodes, func(from, to int64) error {
		return query(conn, "SELECT count(*) FROM open_calls WHERE src BETWEEN ? AND ?", binder([]any{from, to}), func(st *sqlite.Stmt) bool {
			open += st.ColumnInt(0)
			return false
		})
	})
	return count(slices.Values(s.kinds), edges, open), err
}
