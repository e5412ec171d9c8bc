package graph

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
)

// synthetic is a repository of about the given size: 25 definitions a file,
// 20 files a folder, most calls close by and a few hubs, as in real ones.
func synthetic(nodes, edges int) *Change {
	const perFile = 25
	r := rand.New(rand.NewSource(1))
	ch := &Change{Repo: "bench"}
	files := nodes / (perFile + 1)
	path := func(i int) string { return fmt.Sprintf("internal/area%d/package%d/file%d.go", i/400, i/20, i) }
	for i := range files {
		f := FileGraph{File: FileRow{Path: path(i), Lang: "go", Lines: 500, Size: 15000}}
		f.File.Blob[0], f.File.Blob[1], f.File.Blob[2] = byte(i), byte(i>>8), byte(i>>16)
		f.Nodes = append(f.Nodes, NodeRow{Kind: facts.File, Parent: -1, StartLine: 1, EndLine: 500})
		for d := range perFile {
			n := NodeRow{
				Kind: facts.Function, Form: "method", Name: fmt.Sprintf("handle%dRequest%d", r.Intn(4000), d), Scope: fmt.Sprintf("Type%d", d/6),
				StartLine: uint32(d*20 + 1), EndLine: uint32(d*20 + 18), NameLine: uint32(d*20 + 1), StartByte: uint32(d * 600), EndByte: uint32(d*600 + 550),
				Mods: facts.Exported, Complexity: uint16(d), Hash: r.Uint64(), Sig: "func (t *Type) handleRequest(ctx context.Context, w io.Writer) error",
				Params: []Param{{Name: "ctx", Type: "context.Context"}, {Name: "w", Type: "io.Writer"}}, Returns: "error",
			}
			if d%3 == 0 {
				n.Doc = "handleRequest answers one request and says what went wrong."
			}
			f.Nodes = append(f.Nodes, n)
		}
		for range edges/files - perFile - 1 {
			e := EdgeRow{Src: int32(1 + r.Intn(perFile)), Type: CallsStatic, Line: uint32(1 + r.Intn(499)), Class: Exact, Via: ViaTypes}
			switch k := r.Intn(10); {
			case k == 0:
				e.To, e.Class = Target{External: fmt.Sprintf("std%d#F%d", r.Intn(40), r.Intn(30))}, Outside
			case k == 1:
				e.To = Target{Path: path(r.Intn(1 + files/50)), Def: 1}
			default:
				e.To = Target{Path: path(min(files-1, i/20*20+r.Intn(20))), Def: int32(1 + r.Intn(perFile))}
			}
			f.Edges = append(f.Edges, e)
		}
		ch.Files = append(ch.Files, f)
	}
	return ch
}

func benchGraph(b *testing.B, dir string) *Graph {
	b.Helper()
	st, err := store.Open(context.Background(), filepath.Join(dir, "x.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { st.Close() })
	return New(st)
}

func BenchmarkBulk(b *testing.B) {
	for _, size := range []int{20_000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			ch := synthetic(size, 5*size)
			var bytes int64
			for b.Loop() {
				dir := b.TempDir()
				g := benchGraph(b, dir)
				s, err := g.Apply(context.Background(), ch)
				if err != nil {
					b.Fatal(err)
				}
				g.Store().Close()
				fi, err := os.Stat(filepath.Join(dir, "x.db"))
				if err != nil {
					b.Fatal(err)
				}
				bytes = fi.Size()
				b.ReportMetric(float64(s.NodesAdded), "nodes")
				b.ReportMetric(float64(s.EdgesAdded), "edges")
			}
			b.ReportMetric(float64(bytes)/1e6, "MB")
		})
	}
}

// loaded is a graph of 100,000 nodes and 500,000 edges in a file.
func loaded(b *testing.B) (*Graph, *Change) {
	b.Helper()
	ch := synthetic(100_000, 500_000)
	g := benchGraph(b, b.TempDir())
	if _, err := g.Apply(context.Background(), ch); err != nil {
		b.Fatal(err)
	}
	return g, ch
}

// BenchmarkUpdate edits one file: a definition in its middle grows by a line,
// and one call goes elsewhere.
func BenchmarkUpdate(b *testing.B) {
	g, ch := loaded(b)
	f := ch.Files[1234]
	n := 0
	for b.Loop() {
		n++
		f.File.Blob[15], f.File.SHA256[0] = byte(n), byte(n)
		for i := 12; i < len(f.Nodes); i++ {
			f.Nodes[i].StartLine, f.Nodes[i].EndLine, f.Nodes[i].NameLine = f.Nodes[i].StartLine+1, f.Nodes[i].EndLine+1, f.Nodes[i].NameLine+1
		}
		f.Edges[5].To.Def = int32(1 + n%20)
		s, err := g.Apply(context.Background(), &Change{Files: []FileGraph{f}})
		if err != nil {
			b.Fatal(err)
		}
		if s.NodesAdded+s.NodesRemoved > 0 {
			b.Fatal("an edit inside made other nodes")
		}
	}
}

func BenchmarkRead(b *testing.B) {
	g, ch := loaded(b)
	ctx := context.Background()
	b.Run("node", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i++
			if _, err := Get(ctx, g, func(r *Reader) (Node, error) { return r.Node(NodeID(2000 + i%90000)) }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("resolve", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i++
			f := &ch.Files[i%len(ch.Files)]
			if _, err := g.Resolve(ctx, f.File.Path+"#"+f.Nodes[7].Name, Filter{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("notfound", func(b *testing.B) {
		for b.Loop() {
			if _, err := g.Resolve(ctx, "handle77Reqest3x", Filter{}); err == nil {
				b.Fatal("found")
			}
		}
	})
	b.Run("adjacency", func(b *testing.B) {
		for b.Loop() {
			g.cache = adjacencyCache{}
			if _, err := g.Adjacency(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("overview", func(b *testing.B) {
		for b.Loop() {
			if _, err := g.Overview(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("files", func(b *testing.B) {
		for b.Loop() {
			if _, err := Get(ctx, g, (*Reader).Files); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWalk compares the two ways to walk.
func BenchmarkWalk(b *testing.B) {
	g, _ := loaded(b)
	ctx := context.Background()
	a, err := g.Adjacency(ctx)
	if err != nil {
		b.Fatal(err)
	}
	for _, depth := range []int{2, 4} {
		o := WalkOptions{Depth: depth, Types: []EdgeType{CallsStatic}}
		b.Run(fmt.Sprintf("memory/%d", depth), func(b *testing.B) {
			n := 0
			for i := 0; b.Loop(); i++ {
				v, _ := a.Walk([]NodeID{NodeID(3000 + i*7%90000)}, o)
				n += len(v)
			}
			b.ReportMetric(float64(n)/float64(b.N), "nodes")
		})
		b.Run(fmt.Sprintf("stored/%d", depth), func(b *testing.B) {
			_ = g.View(ctx, func(r *Reader) error {
				for i := 0; b.Loop(); i++ {
					if _, _, err := r.WalkStored([]NodeID{NodeID(3000 + i*7%90000)}, o); err != nil {
						b.Fatal(err)
					}
				}
				return nil
			})
		})
	}
}
