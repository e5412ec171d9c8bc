package smp_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// FuzzScope: whatever an agent asks for, nothing is granted that leads out of
// the repository, to git or to the index.
func FuzzScope(f *testing.F) {
	for _, s := range []string{"src/a.ts", "../x", "/etc/passwd", "a/../../x", ".git", ".GIT/config", "src/.git/x", ".smp/**", ".smp", "**", "[", "a[b", "{a,../b}", "\\../x", "./", "a//b/", "..", "a/..", " ../x ", "a\x00b", "~/x", "C:\\x", "*/../../x", "a\nb"} {
		f.Add(s)
	}
	root := f.TempDir()
	m, err := smp.Open(f.Context(), filepath.Join(root, ".smp", "smp.db"), smp.WithRoot(root))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { m.Close() })
	f.Fuzz(func(t *testing.T, entry string) {
		granted, denied := m.Grant(entry)
		if len(granted)+len(denied) != 1 {
			t.Fatalf("%q: granted %q, denied %v", entry, granted, denied)
		}
		for _, g := range granted {
			if !filepath.IsLocal(g) {
				t.Errorf("%q: %q leaves the repository", entry, g)
			}
			first, _, _ := strings.Cut(g, "/")
			if strings.EqualFold(first, ".git") || first == ".smp" {
				t.Errorf("%q: %q is granted", entry, g)
			}
			if again, _ := m.Grant(g); len(again) != 1 || again[0] != g {
				t.Errorf("%q becomes %q, and that %q", entry, g, again)
			}
		}
		for _, d := range denied {
			if d.Reason == "" || d.Path != entry {
				t.Errorf("%q: %+v", entry, d)
			}
		}
	})
}
