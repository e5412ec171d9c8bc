package golink_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/linker/golink"
)

func smallModule() tree {
	return tree{
		"go.mod":      "module m\n",
		"a/a.go":      "package a\n\ntype T struct{ n int }\n\nfunc (t *T) Get() int { return t.n }\n\nfunc New() *T { return nil }\n\nvar Made = New()\n",
		"a/b.go":      "package a\n\nfunc own() int { return Made.Get() }\n",
		"a/a_test.go": "package a\n\nfunc TestT(t *testing.T) { New().Get() }\n",
		"b/b.go":      "package b\n\nimport \"m/a\"\n\ntype Holder struct{ T *a.T }\n\nfunc F(h Holder) int { return h.T.Get() }\n",
		"c/c.go":      "package c\n\nimport \"m/b\"\n\nfunc G(h b.Holder) { b.F(h); h.T.Get() }\n",
		"d/d.go":      "package d\n\nimport \"m/a\"\n\nfunc H() { a.New() }\n",
		"e/e.go":      "package e\n\ntype getter interface{ Get() int }\n\nfunc I(g getter) { g.Get() }\n",
		"main.go":     "package main\n\nimport (\n\t\"m/a\"\n\t\"m/e\"\n)\n\nfunc main() { e.I(a.New()) }\n",
	}
}

// An edit links again what it concerns and no more.
func TestEditsStayLocal(t *testing.T) {
	for _, c := range []struct{ what, file, old, new, want string }{
		{"a body", "a/a.go", "return t.n", "return own()", "a/a.go"},
		{"a comment", "a/a.go", "type T", "// T is.\ntype T", "a/a.go"},
		{"a new function", "a/a.go", "var Made", "func More() {}\n\nvar Made", "a/a.go"},
		{"a function that was missing", "a/a.go", "var Made", "func TestT() {}\n\nvar Made", "a/a.go a/a_test.go"},
		{"a signature", "a/a.go", "New() *T {", "New(...int) *T {", "a/a.go a/a_test.go a/b.go d/d.go main.go"},
		{"an unexported signature", "a/b.go", "own()", "own(x int)", "a/b.go"},
		{"a method", "a/a.go", "Get() int", "Get() int8", "a/a.go a/a_test.go a/b.go b/b.go c/c.go e/e.go"},
		{"a new method", "a/a.go", "var Made", "func (T) Put() {}\n\nvar Made", "a/a.go"},
		{"a field", "b/b.go", "T *a.T }", "T *a.T; x int }", "b/b.go"},
		{"an interface", "e/e.go", "Get() int }", "Get() int; Put() }", "a/a.go e/e.go main.go"},
	} {
		t.Run(c.what, func(t *testing.T) {
			tr := smallModule()
			s := newState(tr, golink.Options{Workers: 1})
			s.update(t, tr.all(), nil)
			tr[c.file] = strings.Replace(tr[c.file], c.old, c.new, 1)
			f := tr.file(c.file)
			links, err := s.l.Update(context.Background(), []golink.File{f}, nil)
			if err != nil {
				t.Fatal(err)
			}
			s.facts[c.file] = f.Facts
			for p, l := range links {
				s.links[p] = readable(s.facts, p, l)
			}
			s.same(t, c.what)
			got := strings.Join(slices.Sorted(maps.Keys(links)), " ")
			if got != c.want {
				t.Errorf("linked again: %s\nwant: %s", got, c.want)
			}
		})
	}
}

func TestAnInterruptedUpdateBeginsAnew(t *testing.T) {
	tr := smallModule()
	s := newState(tr, golink.Options{})
	s.update(t, tr.all(), nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr["a/a.go"] += "\nfunc More() { own() }\n"
	f := tr.file("a/a.go")
	if _, err := s.l.Update(ctx, []golink.File{f}, nil); err == nil {
		t.Fatal("an update with a context that has ended succeeds")
	}
	s.facts["a/a.go"] = f.Facts
	if n := s.update(t, nil, nil); n != len(tr)-1 {
		t.Errorf("%d files after the interruption, want all %d", n, len(tr)-1)
	}
	s.same(t, "after an interruption")
}

// A call with more implementations than anyone can read names the interface's
// method, and says that it is not all.
func TestDispatchIsBounded(t *testing.T) {
	var sb strings.Builder
	sb.WriteString("package a\n\ntype I interface{ M() }\n\nfunc f(i I) { i.M() }\n")
	for i := range 201 {
		fmt.Fprintf(&sb, "type T%d int\n\nfunc (T%d) M() {}\n\n", i, i)
	}
	tr := tree{"go.mod": "module m\n", "a.go": sb.String()}
	s := newState(tr, golink.Options{})
	s.update(t, tr.all(), nil)
	var got []string
	for _, l := range s.links["a.go"] {
		if strings.HasPrefix(l, "a.go#f:") {
			got = append(got, l)
		}
	}
	want := []string{"a.go#f:5 CALLS_STATIC exact -> a.go#I.M", "a.go#f:5 USES exact -> a.go#I", "a.go#f:5 open i.M: limit reached"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// Files that are no Go, or vanish between walking and linking, do no harm.
func TestOddFiles(t *testing.T) {
	tr := tree{
		"a.go":     "package a\n\nfunc F() { G() }\n",
		"b.go":     "package a\n\nfunc G() {}\n",
		"empty.go": "",
		"text.go":  "this is no Go\n",
		"half.go":  "package a\n\nfunc half( {\n\ntype X struct {\n",
		"bad.go":   "package a\n\nfunc (\xff T) M() { F() }\n",
		"rec.go":   "package a\n\ntype R struct{ R }\n\ntype Q = Q\n\ntype I interface{ I }\n\nfunc (r R) M() { r.M(); F() }\n",
		"go.mod":   "modul x\n((\nreplace => => \"\n",
	}
	s := newState(tr, golink.Options{})
	all := tr.all()
	delete(tr, "b.go")
	s.update(t, all, nil)
	if !slices.Contains(s.links["rec.go"], "rec.go#R.M:9 CALLS_STATIC exact -> a.go#F") {
		t.Errorf("links of rec.go: %q", s.links["rec.go"])
	}
	if l := s.links["a.go"]; !slices.Contains(l, "a.go#F:3 open .G: not in scope or imports") {
		t.Errorf("links of a.go: %q", l)
	}
	if _, err := s.l.Update(context.Background(), []golink.File{{Path: "x.go"}}, nil); err == nil {
		t.Error("a file without facts is taken")
	}
}

// The output does not depend on the number of workers.
func TestOutputIsDeterministic(t *testing.T) {
	tr := smallModule()
	one, many := newState(tr, golink.Options{Workers: 1}), newState(tr, golink.Options{Workers: 8})
	for _, s := range []*state{one, many} {
		s.update(t, tr.all(), nil)
	}
	for p := range one.links {
		if !slices.Equal(one.links[p], many.links[p]) {
			t.Errorf("%s differs", p)
		}
	}
}
