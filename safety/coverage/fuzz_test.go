package coverage_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/structural-memory/smp/safety/coverage"
)

// FuzzParse: no report makes the reader fail otherwise than by an error, and
// no answer lies outside of what percentages are.
func FuzzParse(f *testing.F) {
	names, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("mode: atomic\nexample.com/a/b.go:3.1,5.2 2 1\nexample.com/a/b.go:3.1,5.2 2 0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := coverage.Parse(bytes.NewReader(text))
		if err != nil {
			return
		}
		files := []string{"a/b.go", "b.go", "ring.c", "shop/cart.py", "src/login.js"}
		in := r.In(coverage.Tree{Root: "/home/ci/c", Report: "a/out.info", Files: files, Modules: map[string]string{"example.com": "."}})
		for _, name := range files {
			for line := range 20 {
				pct, measured := in.Function(name, coverage.Range{Start: line, Name: line + line%3, End: line + line%5})
				if pct < 0 || pct > 100 || !measured && pct != 0 {
					t.Fatalf("%s:%d: %v %v", name, line, pct, measured)
				}
			}
		}
		if in.Files()+len(in.Unmatched) > r.Files() {
			t.Fatalf("%d files and %d unmatched of %d", in.Files(), len(in.Unmatched), r.Files())
		}
	})
}
