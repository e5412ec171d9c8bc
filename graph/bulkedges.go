package graph

import (
	"slices"

	"zombiezen.com/go/sqlite"
)

// fileEdges are the edges out of a file's nodes, sorted and without doubles;
// they are appended to all edges.
func (b *bulk) fileEdges(f *FileGraph, base, pkg int64) []edge {
	first := len(b.edges)
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
			dir := e.To.Path
			if e.To.Def != PackageDef {
				dir = folder(dir)
			}
			if to := b.packages.rows[dir]; to != pkg {
				b.depends[[2]int64{pkg, to}] = true
			}
		}
	}
	own := b.edges[first:]
	slices.SortFunc(own, compareEdges)
	own = slices.CompactFunc(own, sameEdge)
	b.edges = b.edges[:first+len(own)]
	return own
}

// packageEdges are the edges out of the repository and the packages, sorted.
func (b *bulk) packageEdges() []edge {
	var out []edge
	for i, parent := range b.packages.parents {
		out = append(out, edge{src: uint32(parent), dst: uint32(repoRow + 1 + i), typ: Contains, how: structureHow})
	}
	for i := range b.files {
		out = append(out, edge{src: uint32(b.packages.rows[folder(b.files[i].Path)]), dst: uint32(b.base[i]), typ: Contains, how: structureHow})
	}
	for pair := range b.depends {
		out = append(out, edge{src: uint32(pair[0]), dst: uint32(pair[1]), typ: DependsOn, how: dependsHow})
	}
	slices.SortFunc(out, compareEdges)
	return out
}

// insertEdges writes all edges both ways. Packages have the lowest row ids,
// so their edges come first.
func (b *bulk) insertEdges() error {
	first := b.packageEdges()
	b.stats.EdgesAdded = len(first) + len(b.edges)
	out := newBatcher(b.conn, insertOut, edgeCols, (*edge).bindOut)
	if err := out.addAll(first); err != nil {
		return err
	}
	if err := out.addAll(b.edges); err != nil {
		return err
	}
	in := newBatcher(b.conn, insertIn, edgeCols, (*edge).bindIn)
	if err := in.addAll(byTarget(b.next, first, b.edges)); err != nil {
		return err
	}
	if err := out.flush(); err != nil {
		return err
	}
	return in.flush()
}

// byTarget sorts edges for edges_in, in time linear but for what meets in one
// target. Targets are below limit.
func byTarget(limit int64, lists ...[]edge) []edge {
	start := make([]uint32, limit+1)
	total := 0
	for _, list := range lists {
		total += len(list)
		for i := range list {
			start[list[i].dst+1]++
		}
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	out := make([]edge, total)
	for _, list := range lists {
		for _, e := range list {
			out[start[e.dst]] = e
			start[e.dst]++
		}
	}
	from := uint32(0)
	for _, to := range start[:limit] { // where each target began, the one before ends now
		if group := out[from:to]; len(group) > 1 {
			slices.SortFunc(group, compareIncoming)
		}
		from = to
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
