package graph

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// bulk loads an empty graph. Row ids are assigned in one go, contiguous per
// file and by path: the repository, packages, files with their definitions,
// externals. Everything is sorted before it is inserted.
type bulk struct {
	conn  *sqlite.Conn
	repo  string
	files []*FileGraph // by path
	index map[string]int32
	base  []int64 // row id of each file's node
	next  int64   // the next free row id

	packages  *packageTree
	externals map[string]int64
	outside   []string // sorted

	edges []edge
	stats Stats
}

func bulkLoad(conn *sqlite.Conn, ch *Change) (Stats, error) {
	b := &bulk{conn: conn, repo: ch.Repo}
	b.assign(ch)
	b.collectEdges()
	indexes, err := dropIndexes(conn)
	if err != nil {
		return b.stats, err
	}
	if err := b.insertNodes(); err != nil {
		return b.stats, err
	}
	if err := b.insertEdges(); err != nil {
		return b.stats, err
	}
	if err := b.insertOpen(); err != nil {
		return b.stats, err
	}
	for _, sql := range indexes {
		if err := exec(conn, sql, nil); err != nil {
			return b.stats, err
		}
	}
	b.stats.Bulk, b.stats.changed = true, true
	return b.stats, store.SetMetaInt(conn, nextNode, b.next)
}

// assign gives everything its row id.
func (b *bulk) assign(ch *Change) {
	dirs := map[string]bool{}
	for i := range ch.Files {
		b.files = append(b.files, &ch.Files[i])
		dirs[folder(ch.Files[i].File.Path)] = true
	}
	slices.SortFunc(b.files, func(x, y *FileGraph) int { return strings.Compare(x.File.Path, y.File.Path) })
	b.packages = newPackageTree(dirs, repoRow)
	b.next = repoRow + 1 + int64(len(b.packages.dirs))
	b.index = make(map[string]int32, len(b.files))
	for i, f := range b.files {
		b.index[f.File.Path] = int32(i)
		b.base = append(b.base, b.next)
		b.next += int64(len(f.Nodes))
	}
	b.externals = map[string]int64{}
	for _, f := range b.files {
		for i := range f.Edges {
			if to := &f.Edges[i].To; to.Path == "" && to.External != "" {
				if _, ok := b.externals[to.External]; !ok {
					b.externals[to.External] = 0
					b.outside = append(b.outside, to.External)
				}
			}
		}
	}
	slices.Sort(b.outside)
	for i, s := range b.outside {
		b.externals[s] = b.next + int64(i)
	}
	b.next += int64(len(b.outside))
}

// row is the row id of a target, 0 if there is no such thing.
func (b *bulk) row(t *Target) int64 {
	if t.Path == "" {
		return b.externals[t.External]
	}
	i, ok := b.index[t.Path]
	if !ok || t.Def < 0 || int(t.Def) >= len(b.files[i].Nodes) {
		return 0
	}
	return b.base[i] + int64(t.Def)
}

func (b *bulk) insertNodes() error {
	repo := ident{kind: facts.Repository, name: b.repo}
	total := int(b.next - repoRow)
	file, def := 0, 0
	var prep preparer
	err := insertRows(b.conn, insertNode, nodeCols, total, func(st *sqlite.Stmt, at, i int) {
		id := repoRow + int64(i)
		var rec nodeRec
		switch pkgs := len(b.packages.dirs); {
		case i == 0:
			rec = structureRec(id, repo, 0)
		case i <= pkgs:
			rec = structureRec(id, packageIdent(b.packages.dirs[i-1]), b.packages.parents[i-1])
		case file < len(b.files):
			f := b.files[file]
			if def == 0 {
				prep.identities(f)
			}
			rec = prep.record(f, def, int64(file+1), func(d int32) int64 { return b.base[file] + int64(d) }, b.packages.rows[folder(f.File.Path)])
			if def++; def == len(f.Nodes) {
				file, def = file+1, 0
			}
		default:
			rec = structureRec(id, externalIdent(b.outside[i-total+len(b.outside)]), 0)
		}
		rec.bind(st, at)
	})
	b.stats.NodesAdded = total
	return err
}

func (b *bulk) insertOpen() error {
	var cands []byte
	for i, f := range b.files {
		open := openRecs(f.Open, func(def int32) int64 { return b.base[i] + int64(def) }, b.row)
		b.stats.OpenAdded += len(open)
		err := insertRows(b.conn, insertOpen, openCols, len(open), func(st *sqlite.Stmt, at, i int) { cands = open[i].bind(st, at, cands) })
		if err != nil {
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
