package golink_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/linker/golink"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each testdata/*.txtar is a repository, and the links of its files.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			tr := tree{}
			var want []byte
			a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool {
				if f.Name == "links" {
					want = f.Data
					return true
				}
				tr[f.Name] = string(f.Data)
				return false
			})
			s := newState(tr, golink.Options{})
			s.update(t, tr.all(), nil)
			var got bytes.Buffer
			for _, p := range slices.Sorted(maps.Keys(s.links)) {
				for _, l := range s.links[p] {
					if !strings.Contains(l, " import ") {
						got.WriteString(l + "\n")
					}
				}
			}
			if *update {
				a.Files = append(a.Files, txtar.File{Name: "links", Data: got.Bytes()})
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got.String() != string(want) {
				t.Errorf("links differ (go test -update writes them anew)\n--- got\n%s--- want\n%s", &got, want)
			}
		})
	}
}
