package golink_test

import (
	"context"
	"strings"
	"testing"

	"github.com/structural-memory/smp/linker/golink"
)

// A bounded look finds the faults of the files that come first, counts the
// files that it leaves out, and leaves no trace in what is linked later.
func TestABoundedLookLeavesNoTrace(t *testing.T) {
	for _, c := range []struct{ file, old, new, first, fault string }{
		{"a/a.go", "New() *T {", "New(x int) *T {", "d/d.go", "d/d.go"},
		{"a/a.go", "Get() int", "Get(x int) int", "c/c.go", "c/c.go"},
		{"e/e.go", "Get() int }", "Get() string }", "main.go", "main.go"},
		{"b/b.go", "T *a.T }", "T int }", "c/c.go", "c/c.go"},
	} {
		t.Run(c.file+" "+c.new, func(t *testing.T) {
			tr := smallModule()
			s := newState(tr, golink.Options{Workers: 1})
			s.update(t, tr.all(), nil)
			was := tr[c.file]
			s.l.NoteFaults(true)
			s.l.Bound(map[string]bool{c.first: true}, 2)
			step := func(text string) map[string]bool {
				tr[c.file] = text
				links, err := s.l.Update(context.Background(), []golink.File{tr.file(c.file)}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if len(links) > 2 {
					t.Errorf("%d files are looked at", len(links))
				}
				faults, _ := s.l.Faults()
				in := map[string]bool{}
				for _, f := range faults {
					in[f.Path] = true
				}
				return in
			}
			there := step(strings.Replace(was, c.old, c.new, 1))
			if !there[c.fault] {
				t.Errorf("no fault in %s: %v", c.fault, there)
			}
			if c.file == "a/a.go" && s.l.Left() == 0 {
				t.Error("files are left out and not counted")
			}
			if back := step(was); back[c.fault] {
				t.Errorf("faults on the way back: %v", back)
			}
			s.l.NoteFaults(false)
			for _, text := range []string{strings.Replace(was, c.old, c.new, 1), was} {
				tr[c.file] = text
				s.update(t, []golink.File{tr.file(c.file)}, nil)
				s.same(t, "after a look")
			}
		})
	}
}
