package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"pgregory.net/rapid"
)

var (
	somePaths = []string{"a.ts", "src/a.ts", "src/b.ts", "src/x/c.ts", "src/x/y/d.go", "lib/e.go", "lib/deep/er/f.py"}
	someNames = []string{"f", "g", "A", "B", "run"}
)

func genSource(t *rapid.T, text int) *source {
	s := &source{text: text}
	if rapid.IntRange(0, 9).Draw(t, "config") == 0 {
		s.kind = facts.Config
	}
	for i := range rapid.IntRange(0, 5).Draw(t, "defs") {
		d := def{
			name: rapid.SampledFrom(someNames).Draw(t, "name"), kind: rapid.SampledFrom([]facts.Kind{facts.Class, facts.Function, facts.Variable}).Draw(t, "kind"),
			parent: -1, disc: rapid.SampledFrom([]string{"", "", "(int)"}).Draw(t, "disc"), lines: rapid.IntRange(1, 3).Draw(t, "lines"),
			doc: rapid.SampledFrom([]string{"", "doc"}).Draw(t, "doc"),
		}
		if i > 0 && s.defs[i-1].kind == facts.Class && rapid.Bool().Draw(t, "member") {
			d.parent = i - 1
		}
		s.defs = append(s.defs, d)
	}
	for range rapid.IntRange(0, 6).Draw(t, "uses") {
		u := use{from: rapid.IntRange(-1, len(s.defs)-1).Draw(t, "from"), line: rapid.IntRange(1, 9).Draw(t, "line"), typ: CallsStatic}
		switch rapid.IntRange(0, 3).Draw(t, "target") {
		case 0:
			u.name = rapid.SampledFrom([]string{"os#open", "os", "fetch"}).Draw(t, "ext")
		case 1:
			u.typ, u.path = Imports, rapid.SampledFrom(somePaths).Draw(t, "import")
		default:
			u.path = rapid.SampledFrom(somePaths).Draw(t, "path")
			u.name = rapid.SampledFrom([]string{"f", "g", "A", "A.f", "B.run"}).Draw(t, "used")
			u.dispatch = rapid.Bool().Draw(t, "dispatch")
		}
		s.uses = append(s.uses, u)
	}
	return s
}

// step edits a repository a little.
func step(t *rapid.T, from repo, text int) repo {
	next := from.clone()
	for range rapid.IntRange(1, 3).Draw(t, "edits") {
		p := rapid.SampledFrom(somePaths).Draw(t, "file")
		switch {
		case next[p] == nil || rapid.IntRange(0, 3).Draw(t, "whole") == 0:
			next[p] = genSource(t, text)
		case rapid.IntRange(0, 3).Draw(t, "remove") == 0:
			delete(next, p)
		default: // insert a definition at the front: everything behind it moves
			s := next[p]
			s.text = text
			s.defs = append([]def{{name: rapid.SampledFrom(someNames).Draw(t, "new"), kind: facts.Function, parent: -1, lines: 1}}, s.defs...)
			for i := range s.defs[1:] {
				if s.defs[i+1].parent >= 0 {
					s.defs[i+1].parent++
				}
			}
			for i := range s.uses {
				if s.uses[i].from >= 0 {
					s.uses[i].from++
				}
			}
		}
	}
	return next
}

// The invariant that everything rests on.
func TestIncrementalEqualsFull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, done := tempGraph(t)
		defer done()
		state := repo{}
		for i := range rapid.IntRange(1, 6).Draw(t, "steps") {
			next := step(t, state, i+1)
			ch := next.all()
			if i > 0 {
				ch = state.toward(next)
			}
			if rapid.Bool().Draw(t, "deferred") {
				deferFiles(ch)
			}
			apply(t, g, ch)
			state = next
			full, doneFull := tempGraph(t)
			apply(t, full, state.all())
			if got, want := dump(t, g), dump(t, full); got != want {
				t.Fatalf("step %d: incremental differs from full:\n%s", i, difference(got, want))
			}
			compareOverviews(t, g, full)
			checkHealthy(t, g)
			doneFull()
		}
	})
}

// deferFiles makes the files of a change come one by one.
func deferFiles(ch *Change) {
	for i := range ch.Files {
		f := &ch.Files[i]
		ch.Deferred = append(ch.Deferred, Deferred{Path: f.File.Path, Nodes: len(f.Nodes), Load: func() (*FileGraph, error) { return f, nil }})
	}
	ch.Files = nil
}

func tempGraph(t fataler) (*Graph, func()) {
	st, err := store.Open(context.Background(), ":memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(st), func() { st.Close() }
}

func compareOverviews(t *rapid.T, a, b *Graph) {
	x, err := a.Overview(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	y, err := b.Overview(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for l := range x.ByLanguage {
		if y.ByLanguage[l] == nil || *x.ByLanguage[l] != *y.ByLanguage[l] {
			t.Fatalf("language %s: %+v, want %+v", l, x.ByLanguage[l], y.ByLanguage[l])
		}
	}
	x.ByLanguage, y.ByLanguage = nil, nil
	if fmt.Sprint(x) != fmt.Sprint(y) {
		t.Fatalf("overview %+v, want %+v", x, y)
	}
}

// faults is what the doctor finds, but for facts: these tests write rows alone.
func faults(g *Graph) ([]Problem, error) {
	problems, err := g.Doctor(context.Background())
	return slices.DeleteFunc(problems, func(p Problem) bool { return p.Check == "files have their facts" }), err
}

func checkHealthy(t fataler, g *Graph) {
	t.Helper()
	problems, err := faults(g)
	if err != nil {
		t.Fatal(err)
	}
	if len(problems) > 0 {
		t.Fatal("the doctor finds: ", problems)
	}
}

// difference lists the lines that only one of two dumps has.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	var b strings.Builder
	for _, l := range g {
		if !slices.Contains(w, l) {
			b.WriteString("got  " + l + "\n")
		}
	}
	for _, l := range w {
		if !slices.Contains(g, l) {
			b.WriteString("want " + l + "\n")
		}
	}
	return b.String()
}
