package watch

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/structural-memory/smp/index/walk/gitdir"
)

// repository is a watched one with a branch that has other files.
func repository(t *testing.T, o Options) *fixture {
	t.Helper()
	x := &fixture{t: t, dir: real(t, t.TempDir()), notices: make(chan string, 100)}
	x.git("init", "-q", "-b", "main")
	for i := range 40 {
		x.write(fmt.Sprintf("d%d/f%d.go=%d", i%5, i, i))
	}
	x.git("add", ".")
	x.git("commit", "-q", "-m", "one")
	x.git("checkout", "-q", "-b", "other")
	for i := range 40 {
		x.write(fmt.Sprintf("d%d/f%d.go=other %d", i%5, i, i))
	}
	x.write("only/here.go=1")
	x.git("add", ".")
	x.git("commit", "-q", "-m", "two")
	x.git("checkout", "-q", "main")
	x.watch(o)
	return x
}

func TestASwitchIsOneBatch(t *testing.T) {
	for name, o := range map[string]Options{"told": {}, "scanned": {MaxWatches: -1, Scan: 30 * time.Millisecond}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := repository(t, o)
			for _, branch := range []string{"other", "main"} {
				x.git("checkout", "-q", branch)
				all, b := x.collect("d0/f0.go", "d4/f39.go", "only")
				want := gitdir.Head{Commit: x.git("rev-parse", "HEAD"), Branch: branch}
				if name == "told" && len(all) != len(b.Paths) {
					t.Errorf("%s: more than one batch: %q and %q", branch, all, b.Paths)
				}
				if !b.Moved || b.Head != want {
					t.Errorf("%s: %v %+v, want %+v", branch, b.Moved, b.Head, want)
				}
			}
			x.write("d0/f0.go=edited")
			x.collect("d0/f0.go")
			x.git("commit", "-q", "-am", "three")
			b := <-x.w.Events()
			if !b.Moved || b.Head.Commit != x.git("rev-parse", "HEAD") || len(b.Paths) != 0 {
				t.Errorf("a commit: %+v", b)
			}
			x.git("update-ref", "refs/heads/main", "HEAD~1")
			if b := <-x.w.Events(); !b.Moved || b.Head.Commit != x.git("rev-parse", "HEAD") {
				t.Errorf("a moved branch: %+v", b)
			}
			x.git("status")
			x.quiet()
		})
	}
}

func TestALockHolds(t *testing.T) {
	t.Parallel()
	x := repository(t, Options{GitDelay: 2 * time.Second})
	x.write(".git/index.lock=")
	x.write("d0/f0.go=edited")
	x.quiet()
	x.write("d1/f1.go=edited")
	x.do(os.Remove(x.full(".git/index.lock")))
	if _, b := x.collect("d0/f0.go", "d1/f1.go"); len(b.Paths) != 2 {
		t.Errorf("%+v", b)
	}
	x.write(".git/index.lock=", "d0/f0.go=again") // of a git that has died
	x.collect("d0/f0.go")
}

func TestARebaseIsOneBatch(t *testing.T) {
	t.Parallel()
	x := repository(t, Options{GitQuiet: 300 * time.Millisecond})
	for i := range 5 {
		x.write(fmt.Sprintf("r%d.go=1", i))
		x.git("add", ".")
		x.git("commit", "-q", "-m", "r")
	}
	x.collect("r4.go")
	for range 2 { // what is still to come of these
		select {
		case <-x.w.Events():
		case <-time.After(500 * time.Millisecond):
		}
	}
	x.git("rebase", "-q", "other")
	if all, b := x.collect("d0/f0.go", "only"); len(all) != len(b.Paths) || !b.Moved || b.Head.Commit != x.git("rev-parse", "HEAD") {
		t.Errorf("%q, %+v", all, b)
	}
	x.quiet()
}

// TestTracked: what git tracks decides with the rules.
func TestTracked(t *testing.T) {
	t.Parallel()
	x := repository(t, Options{})
	x.write(".gitignore=/ign/\n")
	x.collect(".")
	x.write("ign/a.go=1", "ign/b.go=1")
	x.git("add", "-f", "ign/a.go")
	x.collect("ign/a.go")
	x.write("ign/a.go=22")
	x.collect("ign/a.go")
	x.git("rm", "-qf", "--cached", "ign/a.go")
	x.collect("ign/a.go")
	x.write(".git/info/exclude=d0\n")
	if _, b := x.collect("."); !b.Whole {
		t.Errorf("%+v", b)
	}
}

func TestRepositoriesBeginAndEnd(t *testing.T) {
	t.Parallel()
	x := watching(t, Options{}, "a/x.go=1", "b.go=1")
	x.git("init", "-q", "-b", "main")
	x.collect(".")
	x.git("add", ".")
	x.git("commit", "-q", "-m", "one")
	for b := range x.w.Events() {
		if b.Moved && b.Head.Commit == x.git("rev-parse", "HEAD") {
			break
		}
	}
	if !x.w.State().Git {
		t.Error("not known as a repository")
	}
	x.do(os.RemoveAll(x.full(".git")))
	x.collect(".")
	if out, err := exec.Command("git", "-C", x.full("a"), "init", "-q").CombinedOutput(); err != nil {
		t.Fatal(string(out))
	}
	x.collect("a")
	x.write("b.go=22")
	if all, _ := x.collect("b.go"); slices.Contains(all, "a/x.go") {
		t.Errorf("%q", all)
	}
}

// TestBelowTheTop: the rules above a root count too, and its repository is
// found.
func TestBelowTheTop(t *testing.T) {
	t.Parallel()
	top := &fixture{t: t, dir: real(t, t.TempDir())}
	top.write("sub/root/a.go=1", "sub/root/gen/b.go=1", "elsewhere.go=1")
	top.git("init", "-q", "-b", "main")
	top.git("add", "sub/root/a.go")
	top.git("commit", "-q", "-m", "one")
	x := &fixture{t: t, dir: top.full("sub/root"), notices: make(chan string, 9)}
	x.watch(Options{})
	top.write("elsewhere.go=22", "sub/other.go=1")
	x.quiet()
	top.write("sub/.gitignore=gen\n")
	x.collect(".")
	x.write("gen/b.go=22")
	x.quiet()
	top.git("checkout", "-q", "-b", "next")
	if b := <-x.w.Events(); !b.Moved || b.Head.Branch != "next" {
		t.Errorf("%+v", b)
	}
}
