package graph

import (
	"context"
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// events are what churn has, by text id.
func events(t *testing.T, g *Graph, ids ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := g.View(context.Background(), func(r *Reader) error {
		return r.query("SELECT sid, event, agent, session FROM churn ORDER BY rowid", nil, func(st *sqlite.Stmt) bool {
			name := "?"
			for _, id := range ids {
				if int64(SID(id)) == st.ColumnInt64(0) {
					name = id
				}
			}
			out[name] += []string{"", "added", "modified", "removed"}[st.ColumnInt(1)] + " by " + st.ColumnText(2) + " in " + st.ColumnText(3) + ";"
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAnAuthorsChangesAreChurn(t *testing.T) {
	const file, f, g2, h, fileB, c = "file:x/a.ts", "func:x/a.ts#f", "func:x/a.ts#g", "func:x/a.ts#h", "file:y/b.ts", "func:y/b.ts#c"
	ids := []string{file, f, g2, h, fileB, c}
	state := repo{
		"x/a.ts": {text: 1, defs: []def{{name: "f", kind: facts.Function, parent: -1, lines: 1}, {name: "g", kind: facts.Function, parent: -1, lines: 1}}},
		"y/b.ts": {text: 1, defs: []def{{name: "c", kind: facts.Function, parent: -1}}},
	}
	next := state.clone()
	next["x/a.ts"] = &source{text: 2, defs: []def{{name: "h", kind: facts.Function, parent: -1}, {name: "f", kind: facts.Function, parent: -1, lines: 2}}}
	delete(next, "y/b.ts")
	const by = " by ann in ses_1;"
	for name, test := range map[string]struct {
		by   *Author
		want map[string]string
	}{
		"all":        {&Author{Agent: "ann", Session: "ses_1"}, map[string]string{f: "modified" + by, g2: "removed" + by, h: "added" + by, fileB: "removed" + by, c: "removed" + by}},
		"some files": {&Author{Agent: "ann", Session: "ses_1", Files: []string{"a", "y/b.ts"}}, map[string]string{fileB: "removed" + by, c: "removed" + by}},
		"nobody":     {nil, map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			g := memory(t)
			apply(t, g, state.all())
			ch := state.toward(next)
			ch.By = test.by
			apply(t, g, ch)
			if got := events(t, g, ids...); !maps.Equal(got, test.want) {
				t.Errorf("%v\nwant %v", got, test.want)
			}
		})
	}
}

func TestMovedLinesAreNoChurn(t *testing.T) {
	g := memory(t)
	state := caller()
	apply(t, g, state.all())
	next := state.clone()
	next["y/b.ts"].text = 5 // everything stands five lines further down
	ch := state.toward(next)
	ch.By = &Author{Agent: "ann"}
	if s := apply(t, g, ch); s.NodesChanged == 0 {
		t.Fatal("nothing has moved")
	}
	if got := events(t, g); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestChurnIsWrittenWithTheChangeOrNotAtAll(t *testing.T) {
	g := memory(t)
	apply(t, g, caller().all())
	no := errors.New("no")
	_, err := g.Apply(context.Background(), &Change{Removed: []string{"y/b.ts"}, By: &Author{Agent: "ann"}, Guard: func(*sqlite.Conn) error { return no }})
	if !errors.Is(err, no) || len(events(t, g)) != 0 {
		t.Errorf("%v; %v", err, events(t, g))
	}
	at := time.UnixMilli(1e12)
	apply(t, g, &Change{Removed: []string{"y/b.ts"}, By: &Author{At: at}})
	apply(t, g, &Change{Removed: []string{"x/a.ts"}, By: &Author{}})
	err = g.View(context.Background(), func(r *Reader) error {
		since, err := r.Note(ChurnSince)
		if since != "1000000000000" {
			t.Errorf("known since %q", since)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// BenchmarkChurn is an edit of one method: it, its class and its file are
// modified.
func BenchmarkChurn(b *testing.B) {
	for _, by := range []*Author{nil, {Agent: "ann", Session: "ses_1"}} {
		b.Run(map[bool]string{true: "nobody", false: "author"}[by == nil], func(b *testing.B) {
			g, ch := loaded(b)
			f := ch.Files[1234]
			n := uint64(0)
			for b.Loop() {
				n++
				f.File.Blob[15], f.File.SHA256[0] = byte(n), byte(n)
				for i := range 3 {
					f.Nodes[i].Hash = n
				}
				if _, err := g.Apply(context.Background(), &Change{Files: []FileGraph{f}, By: by}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
