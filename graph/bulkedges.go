package graph

import (
	"cmp"
	"slices"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// edge is an edge with row ids, as it is sorted and stored.
type edge struct {
	src, dst uint32
	line     uint32
	typ      EdgeType
	how      uint8
}

// compareOut orders the edges of one source as the table does; the surest of
// several that say the same comes first.
func compareOut(a, b edge) int {
	return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.dst, b.dst), cmp.Compare(a.line, b.line), cmp.Compare(a.how, b.how))
}

func compareIn(a, b edge) int {
	return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.src, b.src), cmp.Compare(a.line, b.line))
}

// same tells whether two edges are one row.
func same(a, b edge) bool {
	return a.src == b.src && a.typ == b.typ && a.dst == b.dst && a.line == b.line
}

var structureHow = uint8(packHow(Exact, ViaStructure))

// collectEdges makes all edges, sorted by source and without doubles.
func (b *bulk) collectEdges() {
	n := len(b.packages.dirs)
	for _, f := range b.files {
		n += len(f.Edges) + len(f.Nodes)
	}
	b.edges = make([]edge, 0, n)
	for i, parent := range b.packages.parents {
		b.edges = append(b.edges, edge{src: uint32(parent), dst: uint32(repoRow + 1 + i), typ: Contains, how: structureHow})
	}
	depends := map[[2]int64]bool{}
	for i, f := range b.files {
		b.fileEdges(i, f, depends)
	}
	for pair := range depends {
		b.edges = append(b.edges, edge{src: uint32(pair[0]), dst: uint32(pair[1]), typ: DependsOn, how: dependsHow})
	}
	b.edges = bucket(b.edges, b.next, func(e edge) uint32 { return e.src }, compareOut)
	b.edges = slices.CompactFunc(b.edges, same)
}

func (b *bulk) fileEdges(i int, f *FileGraph, depends map[[2]int64]bool) {
	base := b.base[i]
	pkg := b.packages.rows[folder(f.File.Path)]
	b.edges = append(b.edges, edge{src: uint32(pkg), dst: uint32(base), typ: Contains, how: structureHow})
	for d := 1; d < len(f.Nodes); d++ {
		b.edges = append(b.edges, edge{src: uint32(base + int64(f.Nodes[d].Parent)), dst: uint32(base + int64(d)), typ: Defines, how: structureHow})
	}
	for k := range f.Edges {
		e := &f.Edges[k]
		dst := b.row(&e.To)
		if dst == 0 {
			b.stats.Dropped++
			continue
		}
		b.edges = append(b.edges, edge{src: uint32(base + int64(e.Src)), dst: uint32(dst), line: e.Line, typ: e.Type, how: uint8(packHow(e.Class, e.Via))})
		if e.Type == Imports && e.To.Path != "" {
			if to := b.packages.rows[folder(e.To.Path)]; to != pkg {
				depends[[2]int64{pkg, to}] = true
			}
		}
	}
}

// bucket sorts edges by a key below limit, and those with the same key by
// cmp, in time linear but for the latter.
func bucket(in []edge, limit int64, key func(edge) uint32, cmp func(a, b edge) int) []edge {
	start := make([]uint32, limit+1)
	for _, e := range in {
		start[key(e)+1]++
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	out := make([]edge, len(in))
	at := slices.Clone(start)
	for _, e := range in {
		k := key(e)
		out[at[k]] = e
		at[k]++
	}
	for k := range limit {
		if group := out[start[k]:start[k+1]]; len(group) > 1 {
			slices.SortFunc(group, cmp)
		}
	}
	return out
}

const (
	insertOut = "INSERT INTO edges (src, type, dst, line, how)"
	insertIn  = "INSERT INTO edges_in (dst, type, src, line, how)"
	edgeCols  = 5
)

func (e *edge) bindOut(st *sqlite.Stmt, at int) {
	st.BindInt64(at+1, int64(e.src))
	st.BindInt64(at+2, int64(e.typ))
	st.BindInt64(at+3, int64(e.dst))
	st.BindInt64(at+4, int64(e.line))
	st.BindInt64(at+5, int64(e.how))
}

func (e *edge) bindIn(st *sqlite.Stmt, at int) {
	st.BindInt64(at+1, int64(e.dst))
	st.BindInt64(at+2, int64(e.typ))
	st.BindInt64(at+3, int64(e.src))
	st.BindInt64(at+4, int64(e.line))
	st.BindInt64(at+5, int64(e.how))
}

// insertEdges writes the edges both ways, and the files, whose tallies are
// known now.
func (b *bulk) insertEdges() error {
	if err := insertRows(b.conn, insertOut, edgeCols, len(b.edges), func(st *sqlite.Stmt, at, i int) { b.edges[i].bindOut(st, at) }); err != nil {
		return err
	}
	if err := b.insertFiles(); err != nil {
		return err
	}
	b.stats.EdgesAdded = len(b.edges)
	b.edges = bucket(b.edges, b.next, func(e edge) uint32 { return e.dst }, compareIn)
	return insertRows(b.conn, insertIn, edgeCols, len(b.edges), func(st *sqlite.Stmt, at, i int) { b.edges[i].bindIn(st, at) })
}

func (b *bulk) insertFiles() error {
	k := 0
	return insertRows(b.conn, insertFile, fileCols, len(b.files), func(st *sqlite.Stmt, at, i int) {
		f, base := b.files[i], b.base[i]
		for k < len(b.edges) && int64(b.edges[k].src) < base {
			k++ // of packages
		}
		from := k
		for end := base + int64(len(f.Nodes)); k < len(b.edges) && int64(b.edges[k].src) < end; {
			k++
		}
		kinds := func(yield func(facts.Kind) bool) {
			for d := range f.Nodes {
				if !yield(f.Nodes[d].Kind) {
					return
				}
			}
		}
		t := count(kinds, b.edges[from:k], len(openRecs(f.Open, func(d int32) int64 { return int64(d) }, b.row)))
		bindFile(st, at, int64(i+1), base, f, &t)
	})
}
