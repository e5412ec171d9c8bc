package graph

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
)

// caller calls b.ts#g, imports b.ts and uses an external, each alone.
func caller() repo {
	return repo{
		"x/a.ts": {text: 1, defs: []def{{name: "f", kind: facts.Function, parent: -1}}, uses: []use{
			{from: 0, typ: CallsStatic, path: "y/b.ts", name: "g", line: 1}, {from: -1, typ: Imports, path: "y/b.ts", line: 2},
			{from: 0, typ: CallsStatic, path: "y/b.ts", name: "g", line: 3, dispatch: true}}},
		"y/b.ts": {text: 1, defs: []def{{name: "g", kind: facts.Function, parent: -1}}, uses: []use{{from: 0, typ: CallsStatic, name: "os#open", line: 1}}},
	}
}

// The linker may come later: until then no edge dangles, and the counts hold.
func TestEdgesToWhatGoesAreRemoved(t *testing.T) {
	for name, ch := range map[string]*Change{
		"definition removed": {Files: []FileGraph{repo{"y/b.ts": {text: 2}}.build("y/b.ts")}},
		"file removed":       {Removed: []string{"y/b.ts"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := memory(t)
			apply(t, g, caller().all())
			apply(t, g, ch)
			checkHealthy(t, g)
			d := dump(t, g)
			for _, gone := range []string{"#g", "ext:os"} {
				if strings.Contains(d, gone) {
					t.Errorf("%s is still there:\n%s", gone, d)
				}
			}
			o, err := g.Overview(context.Background())
			if err != nil || o.Calls.Exact+o.Calls.Dispatch+o.Calls.External != 0 {
				t.Errorf("calls %+v, %v", o.Calls, err)
			}
		})
	}
}

func TestRowsSurviveAnEditOfTheirFile(t *testing.T) {
	g := memory(t)
	state := caller()
	apply(t, g, state.all())
	row := func() NodeID {
		n, err := g.Resolve(context.Background(), "y/b.ts#g", Filter{})
		if err != nil {
			t.Fatal(err)
		}
		return n.Row
	}
	before := row()
	next := state.clone()
	next["y/b.ts"].text = 2
	next["y/b.ts"].defs = append([]def{{name: "first", kind: facts.Function, parent: -1, lines: 3}}, next["y/b.ts"].defs...)
	next["y/b.ts"].uses[0].from = 1
	s := apply(t, g, &Change{Files: []FileGraph{next.build("y/b.ts")}}) // the caller is not linked again
	if row() != before || s.NodesAdded != 1 || s.NodesRemoved != 0 {
		t.Errorf("row %d, was %d; %+v", row(), before, s)
	}
	full := memory(t)
	apply(t, full, next.all())
	if got, want := dump(t, g), dump(t, full); got != want {
		t.Error(difference(got, want))
	}
}

func TestPackagesFollowTheirFiles(t *testing.T) {
	g := memory(t)
	tree := func() string {
		var b strings.Builder
		err := g.View(context.Background(), func(r *Reader) error {
			var show func(n Node, indent string) error
			show = func(n Node, indent string) error {
				b.WriteString(indent + n.ID + "\n")
				children, err := r.Children(n.Row)
				slices.SortFunc(children, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
				for _, c := range children {
					if err := show(c, indent+" "); err != nil {
						return err
					}
				}
				return err
			}
			n, err := r.ByID("repo:")
			if err != nil {
				return err
			}
			return show(n, "")
		})
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	state := repo{}
	for _, c := range []struct {
		add, remove string
		want        string
	}{
		{"s/a/b/x.go", "", "repo:\n pkg:s/a/b\n  file:s/a/b/x.go\n"},
		{"s/y.go", "", "repo:\n pkg:s\n  file:s/y.go\n  pkg:s/a/b\n   file:s/a/b/x.go\n"},
		{"s/a/z.go", "", "repo:\n pkg:s\n  file:s/y.go\n  pkg:s/a\n   file:s/a/z.go\n   pkg:s/a/b\n    file:s/a/b/x.go\n"},
		{"r.go", "s/y.go", "repo:\n pkg:.\n  file:r.go\n  pkg:s/a\n   file:s/a/z.go\n   pkg:s/a/b\n    file:s/a/b/x.go\n"},
		{"", "s/a/z.go", "repo:\n pkg:.\n  file:r.go\n  pkg:s/a/b\n   file:s/a/b/x.go\n"},
		{"", "r.go", "repo:\n pkg:s/a/b\n  file:s/a/b/x.go\n"},
		{"", "s/a/b/x.go", "repo:\n"},
	} {
		next := state.clone()
		if c.add != "" {
			next[c.add] = &source{text: 1}
		}
		delete(next, c.remove)
		apply(t, g, state.toward(next))
		state = next
		if got := tree(); got != c.want {
			t.Errorf("after adding %q and removing %q:\n%swant\n%s", c.add, c.remove, got, c.want)
		}
		checkHealthy(t, g)
	}
}

func TestAChangeThatChangesNothingIsNoVersion(t *testing.T) {
	g := memory(t)
	first := apply(t, g, caller().all())
	ch := caller().all()
	ch.Relinked, ch.Files = ch.Files[:1], ch.Files[1:]
	ch.Touched = map[string]int64{"y/b.ts": 77}
	ch.SkipsComplete = false
	second := apply(t, g, ch)
	if first.Version != 1 || second.Version != 1 || second.NodesChanged+second.EdgesAdded+second.EdgesRemoved != 0 {
		t.Errorf("%+v", second)
	}
	f, err := Get(context.Background(), g, func(r *Reader) (FileInfo, error) { return r.File("y/b.ts") })
	if err != nil || f.Mtime != 77 {
		t.Errorf("mtime %d, %v", f.Mtime, err)
	}
}

func TestBrokenChangesAreRefused(t *testing.T) {
	good := func() FileGraph {
		return FileGraph{File: FileRow{Path: "a"}, Nodes: []NodeRow{{Kind: facts.File}, {Kind: facts.Function, Name: "f"}}}
	}
	for name, breakIt := range map[string]func(*Change){
		"no path":        func(c *Change) { c.Files[0].File.Path = "" },
		"twice":          func(c *Change) { c.Removed = []string{"a"} },
		"no nodes":       func(c *Change) { c.Files[0].Nodes = nil },
		"no file node":   func(c *Change) { c.Files[0].Nodes[0].Kind = facts.Class },
		"no kind":        func(c *Change) { c.Files[0].Nodes[1].Kind = 0 },
		"parent outside": func(c *Change) { c.Files[0].Nodes[1].Parent = 2 },
		"own parent":     func(c *Change) { c.Files[0].Nodes[1].Parent = 1 },
		"source outside": func(c *Change) { c.Files[0].Edges = []EdgeRow{{Src: 2, Type: CallsStatic}} },
		"derived edge":   func(c *Change) { c.Files[0].Edges = []EdgeRow{{Type: Defines}} },
		"open outside":   func(c *Change) { c.Files[0].Open = []OpenRow{{Src: -1}} },
		"other number":   func(c *Change) { deferFiles(c); c.Deferred[0].Nodes = 9 },
		"other path":     func(c *Change) { deferFiles(c); c.Deferred[0].Path = "b" },
		"cannot load": func(c *Change) {
			deferFiles(c)
			c.Deferred[0].Load = func() (*FileGraph, error) { return nil, errors.New("gone") }
		},
	} {
		ch := &Change{Files: []FileGraph{good()}}
		breakIt(ch)
		g := memory(t)
		if _, err := g.Apply(context.Background(), ch); err == nil {
			t.Errorf("%s: it was taken", name)
		}
		if d := dump(t, g); d != "" {
			t.Errorf("%s: something of it is there: %s", name, d)
		}
	}
}

func TestSkips(t *testing.T) {
	g, ctx := memory(t), context.Background()
	skips := func() string {
		list, err := Get(ctx, g, (*Reader).Skips)
		if err != nil {
			t.Fatal(err)
		}
		var s []string
		for _, k := range list {
			s = append(s, k.Path+" "+k.Reason)
		}
		return strings.Join(s, ", ")
	}
	apply(t, g, &Change{Skips: []Skip{{Path: "b", Reason: "binary"}, {Path: "a", Reason: "large", Size: 9}}, SkipsComplete: true})
	apply(t, g, &Change{Skips: []Skip{{Path: "b", Reason: "vendored"}}})
	if got := skips(); got != "a large, b vendored" {
		t.Error(got)
	}
	apply(t, g, &Change{Files: []FileGraph{repo{"a": {text: 1}}.build("a")}})
	if got := skips(); got != "b vendored" {
		t.Error(got)
	}
	apply(t, g, &Change{SkipsComplete: true})
	if got := skips(); got != "" {
		t.Error(got)
	}
}
