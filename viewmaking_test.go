package smp_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/structural-memory/smp"
)

// What a process that was killed has left of a view goes with the next one, and
// what somebody makes right now stays; the views of many commits together are
// no larger than the index.
func TestViewsDoNotAddUp(t *testing.T) {
	root := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("git", append([]string{"-C", root, "-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...).CombinedOutput(); err != nil {
			t.Skipf("git: %v\n%s", err, out)
		}
	}
	run("init", "-q")
	big := strings.Repeat("package big\n\nfunc F() { G(1, 2, 3) }\n\nfunc G(a, b, c int) {}\n\n", 1)
	for i := range 400 {
		writeAll(t, root, map[string]string{fmt.Sprintf("p%d/big.go", i): strings.ReplaceAll(big, "G", fmt.Sprintf("G%d", i))})
	}
	writeAll(t, root, map[string]string{".gitignore": ".smp\n"})
	for i := range 6 {
		writeAll(t, root, map[string]string{"last/big.go": fmt.Sprintf("package last\n\nfunc F%d() {}\n", i)})
		run("add", "-A")
		run("commit", "-q", "-m", fmt.Sprint(i))
	}
	db := filepath.Join(root, ".smp", "smp.db")
	size := func() (n int64) {
		_ = filepath.WalkDir(filepath.Join(root, ".smp"), func(p string, e fs.DirEntry, err error) error {
			if info, err := e.Info(); err == nil && !e.IsDir() {
				n += info.Size()
			}
			return nil
		})
		return n
	}
	views := filepath.Join(root, ".smp", "smp.views")
	var first int64
	for i := range 6 {
		if i == 3 { // cut off long ago, cut off just now, and being made
			held := flock.New(filepath.Join(views, "making-held.hold"))
			if ok, err := held.TryLock(); !ok || err != nil {
				t.Fatal(err)
			}
			defer held.Unlock()
			writeAll(t, views, map[string]string{"making-dead-commit-1.db": "x", ".making-dead-commit-1.db.7": "x", "making-held-commit-2.db": "x", "making-gone.hold": "", "making-gone-commit-3.db": "x", "commit-x.db.lock": ""})
			for _, e := range []string{"making-dead-commit-1.db", ".making-dead-commit-1.db.7", "making-held-commit-2.db", "making-held.hold", "making-gone.hold", "making-gone-commit-3.db", "commit-x.db.lock"} {
				old := time.Now().Add(-time.Minute)
				if err := os.Chtimes(filepath.Join(views, e), old, old); err != nil {
					t.Fatal(err)
				}
			}
		}
		m, err := smp.Open(t.Context(), db, smp.WithRoot(root))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Index(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Gate(t.Context(), smp.GateQuery{Base: fmt.Sprintf("HEAD~%d", i)}); err != nil {
			t.Fatal(err)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = size()
		}
	}
	left, _ := os.ReadDir(views)
	var names []string
	for _, e := range left {
		if strings.Contains(e.Name(), "making") || !strings.HasSuffix(e.Name(), ".db") {
			names = append(names, e.Name())
		}
	}
	info, err := os.Stat(db)
	if err != nil {
		t.Fatal(err)
	}
	if now := size(); now > first+max(info.Size(), 5<<20) {
		t.Errorf("%d bytes became %d", first, now)
	}
	for _, n := range names {
		if strings.Contains(n, "dead") || strings.Contains(n, "gone") || n == "commit-x.db.lock" {
			t.Errorf("%s is left", n)
		}
	}
	if !slices.Contains(names, "making-held-commit-2.db") {
		t.Errorf("what is being made is removed: %q", names)
	}
}
