//go:build unix

package smp_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/structural-memory/smp"
)

// wholeTree is what stands below a folder: modes of files and folders, contents,
// links, and which names are of one file.
func wholeTree(t *testing.T, root string) map[string]string {
	t.Helper()
	out, first := map[string]string{}, map[uint64]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".smp" {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		s := info.Mode().String()
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			var target string
			target, err = os.Readlink(path)
			s += " " + target
		case info.Mode().IsRegular():
			var data []byte
			data, err = os.ReadFile(path)
			s += " " + string(data)
			if st := info.Sys().(*syscall.Stat_t); st.Nlink > 1 {
				if first[st.Ino] == "" {
					first[st.Ino] = rel
				}
				s += " is " + first[st.Ino]
			}
		}
		out[rel] = s
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// killedWrite is a repository with a session that is about to write many files:
// by completion or by rollback.
type killedWrite struct {
	t                     *testing.T
	template, root        string
	session, agent, check string
	before, after         map[string]string
	copied                bool
}

func (k *killedWrite) db(dir string) string { return filepath.Join(dir, "r", ".smp", "smp.db") }

func (k *killedWrite) must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

func prepareKilledWrite(t *testing.T, rollback bool) *killedWrite {
	t.Helper()
	ctx := t.Context()
	k := &killedWrite{t: t, template: t.TempDir(), agent: "a"}
	root := filepath.Join(k.template, "r")
	at := func(p string) string { return filepath.Join(root, p) }
	writeAll(t, root, map[string]string{
		"a.py": "def a(): return 1\n", "d/b.py": "def b(): return 1\n", "d/e/c.py": "def c(): return 1\n", "run.sh": "run() { :; }\n",
		"one.py": "def one(): return 1\n", "other.py": "def other(): pass\n", "gone/x.py": "def x(): pass\n", "keep.txt": "kept",
	})
	k.must(os.Link(at("one.py"), at("two.py")))
	k.must(os.Symlink("a.py", at("link")))
	k.must(os.Chmod(at("run.sh"), 0o755|fs.ModeSetuid))
	k.must(os.Chmod(at("d/b.py"), 0o444))
	k.must(os.Chmod(at("d/e"), 0o750))
	files := []string{"a.py", "d/b.py", "d/e/c.py", "run.sh", "one.py", "two.py", "gone/x.py", "new/deep/n.py", "link"}
	m, err := smp.Open(ctx, k.db(k.template), smp.WithRoot(root))
	k.must(err)
	defer m.Close()
	_, err = m.Index(ctx, nil)
	k.must(err)
	how := map[bool]string{true: "exclusive", false: "mvcc"}[rollback]
	s, err := m.OpenSession(ctx, smp.SessionRequest{AgentID: k.agent, Task: "t", Mode: "write", Concurrency: how, Scope: []string{"**"}})
	k.must(err)
	k.session = s.SessionID
	if !rollback {
		for _, f := range []string{"a.py", "d/b.py", "d/e/c.py", "run.sh", "new/deep/n.py"} {
			_, err := m.UpdateIn(ctx, k.session, smp.FileChange{Path: f, Content: []byte("def written(): return 2\n")})
			k.must(err)
		}
		_, err := m.UpdateIn(ctx, k.session, smp.FileChange{Path: "gone/x.py", Deleted: true})
		k.must(err)
		return k
	}
	_, err = m.Lock(ctx, k.session, files...)
	k.must(err)
	c, err := m.Checkpoint(ctx, k.session, files...)
	k.must(err)
	k.check = c.CheckpointID
	k.after = wholeTree(t, root)
	k.must(os.WriteFile(at("a.py"), []byte("def a(): return 2\n"), 0o644))
	k.must(os.Remove(at("d/b.py")))
	k.must(os.RemoveAll(at("d/e")))
	k.must(os.WriteFile(at("d/e"), nil, 0o644))
	k.must(os.WriteFile(at("run.sh"), []byte("run() { exit; }\n"), 0o600))
	k.must(os.Chmod(at("run.sh"), 0o600))
	k.must(os.WriteFile(at("one.py"), []byte("def one(): return 2\n# and more\n"), 0o644))
	k.must(os.RemoveAll(at("gone")))
	k.must(os.Chmod(at("d"), 0o700))
	k.must(os.MkdirAll(at("new/deep"), 0o755))
	k.must(os.WriteFile(at("new/deep/n.py"), []byte("def n(): pass\n"), 0o644))
	k.must(os.Remove(at("link")))
	k.must(os.MkdirAll(at("link/in"), 0o755))
	k.must(os.Remove(at("d/e"))) // now a folder with another mode
	k.must(os.Mkdir(at("d/e"), 0o700))
	return k
}

// fresh is the repository as it was prepared: prepared again, or a copy, in which
// no file is the one that the checkpoint knows.
func (k *killedWrite) fresh() {
	k.t.Helper()
	if !k.copied {
		again := prepareKilledWrite(k.t, k.check != "")
		k.root, k.session, k.check = filepath.Join(again.template, "r"), again.session, again.check
		return
	}
	dir := k.t.TempDir()
	out, err := exec.Command("cp", "-a", filepath.Join(k.template, "r"), dir).CombinedOutput()
	if err != nil {
		k.t.Fatalf("%v %s", err, out)
	}
	k.root = filepath.Join(dir, "r")
}

// run carries the write out in a process that dies at a point, and tells
// whether it got there.
func (k *killedWrite) run(point int, what string) (died bool) {
	k.t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), "SMP_TEST_ROOT="+k.root, "SMP_TEST_DB="+filepath.Join(k.root, ".smp", "smp.db"), fmt.Sprintf("SMP_TEST_ROLE=die %d %s %s %s", point, what, k.session, k.check))
	out, err := c.CombinedOutput()
	if ee, ok := err.(*exec.ExitError); ok {
		if ee.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
			return true
		}
	}
	if err != nil {
		k.t.Fatalf("point %d: %v %s", point, err, out)
	}
	return false
}

// dying is the child: it dies at the given point, counted from when it opens.
func dying(root, db, role string) int {
	var point int
	var what, session, check string
	_, _ = fmt.Sscanf(role, "die %d %s %s %s", &point, &what, &session, &check) // a completion has no checkpoint
	smp.AtPoint(func(string) {
		if point--; point == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
	ctx := context.Background()
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err == nil {
		defer m.Close()
		switch what {
		case "close":
			_, err = m.CloseSession(ctx, session, "completed")
		case "rollback":
			_, err = m.Rollback(ctx, session, check, false)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// verify opens the index: all of the write is there, or nothing.
func (k *killedWrite) verify(point int, what string) (all bool) {
	k.t.Helper()
	ctx := k.t.Context()
	m, err := smp.Open(ctx, filepath.Join(k.root, ".smp", "smp.db"), smp.WithRoot(k.root))
	k.must(err)
	defer m.Close()
	got := wholeTree(k.t, k.root)
	switch {
	case len(differences(k.before, got)) == 0:
	case len(differences(k.after, got)) == 0:
		all = true
	default:
		k.t.Fatalf("%s cut off at point %d: half the files; to before: %s; to after: %s", what, point,
			strings.Join(differences(k.before, got), "\n"), strings.Join(differences(k.after, got), "\n"))
	}
	if left, _ := filepath.Glob(filepath.Join(k.root, ".smp", "tmp", "*")); len(left) > 0 {
		k.t.Errorf("point %d: %v is left", point, left)
	}
	if what == "close" {
		r, err := m.RecoverSession(ctx, k.session, k.agent)
		k.must(err)
		if (r.Status == "completed") != all {
			k.t.Errorf("point %d: the session is %s and all files are written: %v", point, r.Status, all)
		}
	}
	_, err = m.Index(ctx, nil)
	k.must(err)
	if ps, err := m.Doctor(ctx); err != nil || len(ps) > 0 {
		k.t.Errorf("point %d: %v %v", point, ps, err)
	}
	return all
}

// TestKillWhileFilesAreWritten kills a completion and a rollback at every point
// between their steps, and a process that undoes this at a point of its own:
// whoever opens the index next finds all files as before or all as after, with
// their modes and names, and what was cut off can be done again.
func TestKillWhileFilesAreWritten(t *testing.T) {
	for _, name := range []string{"close", "rollback", "rollback in a copy"} {
		t.Run(name, func(t *testing.T) {
			what, _, copied := strings.Cut(name, " ")
			if copied && os.Getenv("SMP_LONG") == "" {
				t.Skip("it takes as long again; with SMP_LONG=1")
			}
			k := prepareKilledWrite(t, what == "rollback")
			k.copied = copied
			k.before = wholeTree(t, filepath.Join(k.template, "r"))
			if k.after == nil {
				k.fresh()
				if k.run(0, what) {
					t.Fatal("killed without a point")
				}
				k.after = wholeTree(t, k.root)
			}
			kills, undone := 0, 0
			for point := 1; ; point++ {
				k.fresh()
				if !k.run(point, what) {
					if got := wholeTree(t, k.root); len(differences(k.after, got)) > 0 {
						t.Fatalf("%s did not do it all: %s", what, strings.Join(differences(k.after, got), "\n"))
					}
					break
				}
				kills++
				if k.run(1+point%7, "open") { // the undoing is cut off too
					kills++
				}
				if k.verify(point, what) {
					continue
				}
				undone++
				if k.run(0, what) || !k.verify(point, what) {
					t.Fatalf("point %d: it cannot be done again", point)
				}
			}
			t.Logf("%s: %d kills; undone after %d points", what, kills, undone)
			if undone < 10 {
				t.Errorf("only %d points", undone)
			}
		})
	}
}

// TestTwoUndoAtOnce: of several processes that find a write cut off, one undoes
// it; all of them find it undone, and what is written afterwards stays.
func TestTwoUndoAtOnce(t *testing.T) {
	k := prepareKilledWrite(t, true)
	k.before = wholeTree(t, filepath.Join(k.template, "r"))
	for _, point := range []int{3, 9, 15} {
		k.fresh()
		if !k.run(point, "rollback") {
			t.Fatal("it was not cut off")
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				m, err := smp.Open(context.Background(), filepath.Join(k.root, ".smp", "smp.db"), smp.WithRoot(k.root))
				if err != nil {
					t.Error(err)
					return
				}
				defer m.Close()
				if got := wholeTree(t, k.root); len(differences(k.before, got)) > 0 {
					t.Errorf("point %d: %s", point, strings.Join(differences(k.before, got), "\n"))
				}
			})
		}
		wg.Wait()
	}
}
