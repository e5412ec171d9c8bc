package golink_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/linker/golink"
)

func callbacks() tree {
	return tree{
		"go.mod":      "module m\n",
		"a/a.go":      "package a\n\nfunc Walk(fn func()) { fn() }\n\nfunc Pass(fn func()) { Walk(fn) }\n\nfunc One() {}\n\nfunc Two() {}\n",
		"b/b.go":      "package b\n\nimport \"m/a\"\n\nfunc B() { a.Pass(a.One) }\n",
		"c/c.go":      "package c\n\nimport \"m/a\"\n\nfunc C() { a.Two() }\n",
		"d/d.go":      "package d\n\nfunc D() {}\n",
		"a/a_test.go": "package a\n\nfunc TestWalk() { Walk(Two) }\n",
	}
}

// Who calls a function elsewhere decides what it calls: its file is linked
// again when that changes, and only then.
func TestCallbacksFollowTheirCallers(t *testing.T) {
	for _, c := range []struct{ what, file, old, new, want string }{
		{"another function", "b/b.go", "a.One", "a.Two", "a/a.go b/b.go"},
		{"one more caller", "c/c.go", "a.Two()", "a.Walk(a.Two)", "a/a.go c/c.go"},
		{"another call of the same", "c/c.go", "a.Two()", "a.Walk(a.One)", "c/c.go"},
		{"a caller less", "b/b.go", "a.Pass(a.One)", "", "a/a.go b/b.go"},
		{"a caller in a test", "a/a_test.go", "Two", "One", "a/a_test.go"},
		{"what is handed over is gone", "a/a.go", "func One() {}", "", "a/a.go b/b.go"},
		{"nothing of it", "d/d.go", "{}", "{ D() }", "d/d.go"},
		{"passed on no more", "a/a.go", "{ Walk(fn) }", "{}", "a/a.go"},
	} {
		t.Run(c.what, func(t *testing.T) {
			for _, resume := range []bool{false, true} {
				tr := callbacks()
				s := newState(tr, golink.Options{Workers: 1})
				s.update(t, tr.all(), nil)
				stored := s.l.State()
				tr[c.file] = strings.Replace(tr[c.file], c.old, c.new, 1)
				f := tr.file(c.file)
				update := func() (map[string]*linker.Links, error) {
					return s.l.Update(context.Background(), []golink.File{f}, nil)
				}
				if resume {
					s.l = golink.New(tr, golink.Options{Workers: 1})
					update = func() (map[string]*linker.Links, error) {
						return s.l.Resume(context.Background(), stored, tr.all(), []string{c.file})
					}
				}
				links, err := update()
				if err != nil {
					t.Fatal(err)
				}
				s.facts[c.file] = f.Facts
				for p, l := range links {
					s.links[p] = readable(s.facts, p, l)
				}
				s.same(t, c.what)
				if got := strings.Join(slices.Sorted(maps.Keys(links)), " "); got != c.want {
					t.Errorf("linked again (resumed: %v): %s\nwant: %s", resume, got, c.want)
				}
			}
		})
	}
}

func TestCallbacksAfterARemoval(t *testing.T) {
	tr := callbacks()
	s := newState(tr, golink.Options{})
	s.update(t, tr.all(), nil)
	delete(tr, "b/b.go")
	if n := s.update(t, nil, []string{"b/b.go"}); n != 1 {
		t.Errorf("%d files linked again, want the one that the removed one handed a function to", n)
	}
	s.same(t, "a removed caller")
}

// More functions than anyone can read are cut off, and the call says so.
func TestCallbacksAreBounded(t *testing.T) {
	tr := tree{"go.mod": "module m\n", "a/a.go": "package a\n\nfunc Walk(fn func()) { fn() }\n"}
	var b strings.Builder
	b.WriteString("package a\n\nfunc all() {\n")
	for i := range 250 {
		fmt.Fprintf(&b, "\tWalk(f%d)\n", i)
	}
	b.WriteString("}\n")
	for i := range 250 {
		fmt.Fprintf(&b, "\nfunc f%d() {}\n", i)
	}
	tr["a/b.go"] = b.String()
	s := newState(tr, golink.Options{})
	s.update(t, tr.all(), nil)
	dispatch := slices.DeleteFunc(slices.Clone(s.links["a/a.go"]), func(l string) bool { return !strings.Contains(l, "dispatch") })
	if len(dispatch) != 200 || !slices.ContainsFunc(s.links["a/a.go"], func(l string) bool { return strings.Contains(l, "open .fn: limit reached") }) {
		t.Errorf("%d dispatch edges, and %q", len(dispatch), s.links["a/a.go"][len(s.links["a/a.go"])-2:])
	}
}
