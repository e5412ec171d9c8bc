package smp_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/structural-memory/smp"
)

// TestEqualGraphsMakeEqualSnapshots: a graph that random edits have led to,
// over several processes' worth of memories, is exported as one that is fresh.
func TestEqualGraphsMakeEqualSnapshots(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	dir := t.TempDir()
	lay(t, dir, snapRepo)
	m := reopen(t, dir)
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	edits := []func(){
		func() {
			lay(t, dir, map[string]string{"auth/check.go": fmt.Sprintf("package auth\n\nfunc check(name string) bool { return valid(name, %d) }\n\nfunc valid(s string, n int) bool { return len(s) > n }\n", rnd.IntN(9))})
		},
		func() {
			lay(t, dir, map[string]string{fmt.Sprintf("web/new%d.py", rnd.IntN(3)): "from web.api.util import trim, gone\n\n\ndef more():\n    return gone(trim('x'))\n"})
		},
		func() { _ = os.Remove(filepath.Join(dir, fmt.Sprintf("web/new%d.py", rnd.IntN(3)))) },
		func() {
			lay(t, dir, map[string]string{"web/api/util.py": "def trim(text):\n    return text.strip()\n\n\ndef gone(t):\n    return t\n"})
		},
		func() { lay(t, dir, map[string]string{"web/api/util.py": snapRepo["web/api/util.py"]}) },
		func() { lay(t, dir, map[string]string{"main.go": snapRepo["main.go"] + "\nfunc extra() { main() }\n"}) },
	}
	for i := range 24 {
		edits[rnd.IntN(len(edits))]()
		if _, err := m.Index(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if i%6 != 5 {
			continue
		}
		_, evolved := export(t, m, smp.ExportOptions{Unsigned: true, Dir: t.TempDir()})
		fresh, err := smp.Open(t.Context(), filepath.Join(t.TempDir(), "fresh.db"), smp.WithRoot(dir))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fresh.Index(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		_, anew := export(t, fresh, smp.ExportOptions{Unsigned: true, Dir: t.TempDir()})
		if err := fresh.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(evolved, anew) {
			keep := os.Getenv("SMP_KEEP")
			if keep != "" {
				_ = os.WriteFile(filepath.Join(keep, "evolved.tar.zst"), evolved, 0o644)
				_ = os.WriteFile(filepath.Join(keep, "anew.tar.zst"), anew, 0o644)
			}
			t.Fatalf("after %d edits the snapshot depends on them", i+1)
		}
		m = reopen(t, dir) // as another process
	}
}

// TestExportIsNotMadeAgain: what exists is given, and leaves no drafts.
func TestExportIsNotMadeAgain(t *testing.T) {
	k := ring(t)
	m := indexed(t, snapRepo)
	first, _ := export(t, m, smp.ExportOptions{Keys: k})
	before, err := os.Stat(first.Path)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := export(t, m, smp.ExportOptions{Keys: k})
	after, err := os.Stat(again.Path)
	if err != nil || !os.SameFile(before, after) || again.Signature != first.Signature {
		t.Error("it was made again", err)
	}
	if err := os.Truncate(first.Path, 100); err != nil {
		t.Fatal(err)
	}
	if _, data := export(t, m, smp.ExportOptions{Keys: k}); len(data) < 200 {
		t.Error("a damaged one was kept")
	}
	list, err := os.ReadDir(filepath.Dir(first.Path))
	if err != nil || len(list) != 1 {
		t.Error(list, err)
	}
}
