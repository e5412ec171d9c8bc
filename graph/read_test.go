package graph

import (
	"context"
	"reflect"
	"testing"

	"github.com/structural-memory/smp/facts"
)

func TestEdgesBothWays(t *testing.T) {
	g := memory(t)
	apply(t, g, caller().all())
	err := g.View(context.Background(), func(r *Reader) error {
		f, err := r.Resolve("x/a.ts#f", Filter{})
		if err != nil {
			return err
		}
		to, err := r.Resolve("y/b.ts#g", Filter{})
		if err != nil {
			return err
		}
		calls := []Edge{
			{f.Row, to.Row, CallsStatic, 1, Exact, ViaImport},
			{f.Row, to.Row, CallsStatic, 3, Dispatch, ViaDispatch},
		}
		defines := Edge{to.Row - 1, to.Row, Defines, 0, Exact, ViaStructure}
		for _, c := range []struct {
			name string
			read func() ([]Edge, error)
			want []Edge
		}{
			{"out", func() ([]Edge, error) { return r.Out(f.Row) }, calls},
			{"out of two types", func() ([]Edge, error) { return r.Out(f.Row, Inherits, CallsStatic, CallsStatic) }, calls},
			{"out of another type", func() ([]Edge, error) { return r.Out(f.Row, Inherits) }, nil},
			{"in", func() ([]Edge, error) { return r.In(to.Row) }, append([]Edge{defines}, calls...)},
			{"in of a type", func() ([]Edge, error) { return r.In(to.Row, CallsStatic) }, calls},
		} {
			if got, err := c.read(); err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
			}
		}
		var each []Edge
		err = r.EachEdge(func(e Edge) bool { each = append(each, e); return true }, CallsStatic)
		if len(each) != 3 { // and the call of an external
			t.Errorf("each: %v", each)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestPackagesDependAsFilesImport(t *testing.T) {
	g := memory(t)
	state := caller()
	depends := func() (n int) {
		err := g.View(context.Background(), func(r *Reader) error {
			return r.EachEdge(func(e Edge) bool { n++; return true }, DependsOn)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	apply(t, g, state.all())
	if n := depends(); n != 1 {
		t.Errorf("%d dependencies, want 1", n)
	}
	next := state.clone()
	next["x/c.ts"] = &source{text: 1, uses: []use{{from: -1, typ: Imports, path: "y/b.ts", line: 1}}}
	next["x/a.ts"].uses = nil
	next["x/a.ts"].text = 2
	apply(t, g, state.toward(next))
	if n := depends(); n != 1 {
		t.Errorf("%d dependencies after one of two imports went, want 1", n)
	}
	last := next.clone()
	delete(last, "x/c.ts")
	apply(t, g, next.toward(last))
	if n := depends(); n != 0 {
		t.Errorf("%d dependencies after all imports went", n)
	}
}

func TestByLineIsTheInnermost(t *testing.T) {
	g := memory(t)
	span := func(name string, from, to uint32, parent int32) NodeRow {
		return NodeRow{Kind: facts.Function, Name: name, StartLine: from, EndLine: to, Parent: parent, StartByte: from}
	}
	apply(t, g, &Change{Files: []FileGraph{{File: FileRow{Path: "a", Lines: 30}, Nodes: []NodeRow{{Kind: facts.File},
		span("outer", 5, 20, 0), span("inner", 8, 10, 1), span("one", 12, 12, 1), span("other", 12, 12, 1)}}}})
	for line, want := range map[int]string{1: "a", 5: "outer", 8: "inner", 10: "inner", 11: "outer", 12: "one", 20: "outer", 21: "a", 30: "a"} {
		n, err := Get(context.Background(), g, func(r *Reader) (Node, error) { return r.ByLine("a", line) })
		if err != nil || n.Name != want {
			t.Errorf("line %d is in %q, %v; want %q", line, n.Name, err, want)
		}
	}
}

func TestOverview(t *testing.T) {
	g := memory(t)
	r := caller()
	r["x/a.ts"].uses = append(r["x/a.ts"].uses, use{from: 0, typ: CallsStatic, path: "nowhere", name: "n", line: 9})
	ch := r.all()
	ch.Files[0].File.Flags = facts.ParseErrors
	ch.Skips = []Skip{{Path: "z", Reason: "binary"}}
	apply(t, g, ch)
	o, err := g.Overview(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if o.Files != 2 || o.Nodes != 8 || o.Skipped != 1 || o.ParseErrors != 1 {
		t.Errorf("%+v", o)
	}
	if want := map[string]int{"Repository": 1, "Package": 2, "File": 2, "Function": 2, "External": 1}; !reflect.DeepEqual(o.ByKind, want) {
		t.Errorf("kinds %v", o.ByKind)
	}
	if want := map[string]int{"CONTAINS": 4, "DEFINES": 2, "IMPORTS": 1, "CALLS_STATIC": 3, "DEPENDS_ON": 1}; !reflect.DeepEqual(o.ByEdge, want) || o.Edges != 11 {
		t.Errorf("edges %v", o.ByEdge)
	}
	want := Calls{Exact: 1, Dispatch: 1, Candidates: 1, External: 1, Unresolved: 1}
	if o.Calls != want || o.ByLanguage["ts"].Calls != want {
		t.Errorf("calls %+v", o.Calls)
	}
	if s := o.Calls.ResolvedShare(); s != 2.0/3 {
		t.Errorf("share %v", s)
	}
	if (Calls{External: 4}).ResolvedShare() != 1 {
		t.Error("without calls inside, the share is not 1")
	}
}

func TestFilesComeBackWhole(t *testing.T) {
	g := memory(t)
	row := FileRow{
		Path: "a/b.ts", Lang: "typescript", Package: "p", Size: 10, Lines: 3, Flags: facts.IsTest, Mtime: 5, Blob: [16]byte{1, 15: 2}, SHA256: [32]byte{3, 31: 4},
		Imports: []FileImport{{From: "./c", Items: []string{"x", "y"}, Line: 1, File: "a/c.ts", TypeOnly: true}}, Exports: []string{"z"}, Lookups: []uint32{1, 0xffffffff},
	}
	apply(t, g, &Change{Files: []FileGraph{{File: row, Nodes: []NodeRow{{Kind: facts.File}}}, repo{"0": {text: 1}}.build("0")}})
	files, err := Get(context.Background(), g, (*Reader).Files)
	if err != nil || len(files) != 2 || files[0].Path != "0" {
		t.Fatalf("%v, %v", files, err)
	}
	got := files[1]
	want := FileInfo{
		Row: got.Row, Node: got.Node, Path: row.Path, Lang: row.Lang, Kind: facts.File, Package: row.Package, Size: 10, Lines: 3, Flags: row.Flags,
		Mtime: 5, Blob: row.Blob, SHA256: row.SHA256, Imports: row.Imports, Exports: row.Exports, Lookups: row.Lookups,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	states, err := Get(context.Background(), g, (*Reader).FileStates)
	state := FileState{Path: row.Path, Lang: row.Lang, Kind: facts.File, Flags: row.Flags, Size: 10, Mtime: 5, Blob: row.Blob, Lookups: row.Lookups}
	if err != nil || len(states) != 2 || !reflect.DeepEqual(states[1], state) {
		t.Errorf("states %+v, %v", states, err)
	}
}
