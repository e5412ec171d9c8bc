package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// bulk loads an empty graph. Row ids are assigned in one go, contiguous per
// file and by path: the repository, packages, files with their definitions,
// externals. Files pass one by one, in that order, so that all tables but
// edges_in grow at their end.
type bulk struct {
	conn  *sqlite.Conn
	files []Deferred // by path
	index map[string]int32
	base  []int64 // row id of each file's node
	next  int64   // the next free row id

	packages  *packageTree
	depends   map[[2]int64]bool
	externals map[string]int64
	leaves    map[ident]int64
	outside   []ident // in the order of their rows

	nodes *batcher[nodeRec]
	rows  *batcher[fileRec]
	open  *batcher[openRec]
	edges []edge // out of files, sorted
	prep  preparer
	stats Stats
	words *wordsLoader
}

func bulkLoad(conn *sqlite.Conn, ch *Change) (Stats, error) {
	b := &bulk{
		conn: conn, externals: map[string]int64{}, leaves: map[ident]int64{}, depends: map[[2]int64]bool{},
		nodes: newBatcher(conn, insertNode, nodeCols, (*nodeRec).bind),
		rows:  newBatcher(conn, insertFile, fileCols, (*fileRec).bind),
		open:  newBatcher(conn, insertOpen, openCols, (*openRec).bind),
	}
	b.assign(ch)
	b.words = loadWords(ch.Words)
	defer b.words.stop()
	indexes, err := dropIndexes(conn)
	if err != nil {
		return b.stats, err
	}
	for _, step := range []func() error{func() error { return b.structure(ch.Repo) }, b.passFiles, b.finishNodes, b.insertEdges} {
		if err := step(); err != nil {
			return b.stats, err
		}
	}
	for _, sql := range indexes {
		if err := exec(conn, sql, nil); err != nil {
			return b.stats, err
		}
	}
	if err := b.words.write(conn); err != nil {
		return b.stats, err
	}
	for i := range b.files {
		if err := writeDigest(conn, int64(i+1)); err != nil {
			return b.stats, err
		}
	}
	b.stats.Bulk, b.stats.changed = true, true
	b.stats.NodesAdded = int(b.next) - repoRow
	return b.stats, store.SetMetaInt(conn, nextNode, b.next)
}

// assign gives everything its row id but externals, which come last.
func (b *bulk) assign(ch *Change) {
	b.files = slices.Clone(ch.Deferred)
	for i := range ch.Files {
		f := &ch.Files[i]
		b.files = append(b.files, Deferred{Path: f.File.Path, Nodes: len(f.Nodes), Load: func() (*FileGraph, error) { return f, nil }})
	}
	slices.SortFunc(b.files, func(x, y Deferred) int { return strings.Compare(x.Path, y.Path) })
	dirs := map[string]bool{}
	for i := range b.files {
		dirs[folder(b.files[i].Path)] = true
	}
	b.packages = newPackageTree(dirs, repoRow)
	b.next = repoRow + 1 + int64(len(b.packages.dirs))
	b.index = make(map[string]int32, len(b.files))
	for i := range b.files {
		b.index[b.files[i].Path] = int32(i)
		b.base = append(b.base, b.next)
		b.next += int64(b.files[i].Nodes)
	}
}

// row is the row id of a target, 0 if there is no such thing.
func (b *bulk) row(t *Target) int64 {
	if t.Path == "" {
		return b.external(t.External)
	}
	if t.Def == PackageDef {
		return b.packages.rows[t.Path]
	}
	i, ok := b.index[t.Path]
	if !ok || t.Def < 0 || int(t.Def) >= b.files[i].Nodes {
		return 0
	}
	return b.base[i] + int64(t.Def)
}

func (b *bulk) external(s string) int64 {
	if s == "" {
		return 0
	}
	row, ok := b.externals[s]
	if !ok {
		// Two spellings can mean one leaf ("say" and "say#"): what counts is
		// what the row will say.
		in := externalIdent(s)
		if row, ok = b.leaves[in]; !ok {
			row = b.next
			b.next++
			b.leaves[in] = row
			b.outside = append(b.outside, in)
		}
		b.externals[s] = row
	}
	return row
}

// structure writes the repository and its packages.
func (b *bulk) structure(repo string) error {
	if err := b.nodes.add(structureRec(repoRow, ident{kind: facts.Repository, name: repo}, 0)); err != nil {
		return err
	}
	for i, dir := range b.packages.dirs {
		if err := b.nodes.add(structureRec(repoRow+1+int64(i), packageIdent(dir), b.packages.parents[i])); err != nil {
			return err
		}
	}
	return nil
}

func (b *bulk) passFiles() error {
	for i := range b.files {
		f, err := b.files[i].load()
		if err != nil {
			return err
		}
		if err := b.passFile(i, f); err != nil {
			return fmt.Errorf("%s: %w", f.File.Path, err)
		}
	}
	return nil
}

func (b *bulk) passFile(i int, f *FileGraph) error {
	file, base := int64(i+1), b.base[i]
	rows := func(def int32) int64 { return base + int64(def) }
	pkg := b.packages.rows[folder(f.File.Path)]
	b.prep.identities(f)
	for d := range f.Nodes {
		if err := b.nodes.add(b.prep.record(f, d, file, rows, pkg)); err != nil {
			return err
		}
	}
	edges := b.fileEdges(f, base, pkg)
	open := openRecs(f.Open, rows, b.row)
	for k := range open {
		if err := b.open.add(open[k]); err != nil {
			return err
		}
	}
	b.stats.OpenAdded += len(open)
	if b.words != nil {
		b.words.add(file, f.Words)
		if len(f.Vectors) > 0 {
			if err := writeVectors(b.conn, file, f.Vectors); err != nil {
				return err
			}
		}
	}
	return b.rows.add(fileRec{id: file, node: base, graph: f, tally: count(f.kinds, edges, len(open)).append(nil)})
}

// finishNodes writes the externals that the files refer to, and what the
// batches hold still.
func (b *bulk) finishNodes() error {
	for _, in := range b.outside {
		if err := b.nodes.add(structureRec(b.leaves[in], in, 0)); err != nil {
			return err
		}
	}
	for _, flush := range []func() error{b.nodes.flush, b.rows.flush, b.open.flush} {
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}

// dropIndexes removes the secondary indexes of what is loaded and returns the
// statements that make them again.
func dropIndexes(conn *sqlite.Conn) (create []string, err error) {
	var names []string
	err = query(conn, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('nodes', 'open_calls') AND sql IS NOT NULL", nil, func(st *sqlite.Stmt) bool {
		names, create = append(names, st.ColumnText(0)), append(create, st.ColumnText(1))
		return true
	})
	for _, n := range names {
		if err == nil {
			err = exec(conn, "DROP INDEX "+n, nil)
		}
	}
	return create, err
}
