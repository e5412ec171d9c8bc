package smp_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/safety"
)

// mergeBase is a file of two functions.
const mergeBase = "import os\n\ndef first():\n    return 1\n\ndef second():\n    return 2\n"

// workshop is a repository with some files and a memory of it.
type workshop struct {
	*smp.Memory
	t    *testing.T
	root string
}

func openWorkshop(t *testing.T, files map[string]string) *workshop {
	t.Helper()
	w := &workshop{t: t, root: t.TempDir()}
	writeAll(t, w.root, files)
	w.Memory = w.again()
	if _, err := w.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *workshop) again() *smp.Memory {
	m, err := smp.Open(w.t.Context(), filepath.Join(w.root, ".smp", "smp.db"), smp.WithRoot(w.root), smp.WithWorkers(1))
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { m.Close() })
	return m
}

func (w *workshop) open(scope ...string) string {
	w.t.Helper()
	o, err := w.OpenSession(w.t.Context(), smp.SessionRequest{AgentID: "a", Scope: scope})
	if err != nil {
		w.t.Fatal(err)
	}
	return o.SessionID
}

func (w *workshop) update(id, path, text string) {
	w.t.Helper()
	if _, err := w.UpdateIn(w.t.Context(), id, smp.FileChange{Path: path, Content: []byte(text)}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workshop) remove(id, path string) {
	w.t.Helper()
	if _, err := w.UpdateIn(w.t.Context(), id, smp.FileChange{Path: path, Deleted: true}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workshop) complete(id string) *smp.ClosedSession {
	w.t.Helper()
	res, err := w.CloseSession(w.t.Context(), id, "completed")
	if err != nil {
		w.t.Fatal(err)
	}
	return res
}

func (w *workshop) disk(path string) string {
	data, err := os.ReadFile(filepath.Join(w.root, path))
	if err != nil {
		return "gone"
	}
	return string(data)
}

// TestCompleteMerges: two sessions that changed different functions of one file
// both have their way, on disk and in the graph.
func TestCompleteMerges(t *testing.T) {
	w := openWorkshop(t, map[string]string{"a.py": mergeBase, "b.py": "def old():\n    pass\n", "c.py": "def keep():\n    pass\n"})
	if err := os.Chmod(filepath.Join(w.root, "a.py"), 0o755); err != nil {
		t.Fatal(err)
	}
	one, two := w.open("**"), w.open("**")
	w.update(one, "a.py", strings.Replace(mergeBase, "return 1", "return 10", 1)+"\ndef third():\n    return 3\n")
	w.update(one, "new/d.py", "def made():\n    pass\n")
	w.remove(one, "b.py")
	w.update(two, "a.py", strings.Replace(strings.Replace(mergeBase, "return 2", "return 20", 1), "import os", "import os\nimport sys", 1)+"\ndef fourth():\n    return 4\n")
	if got := w.disk("a.py"); got != mergeBase {
		t.Fatalf("before anybody is done the disk has %q", got)
	}
	res := w.complete(one)
	if want := []string{"a.py", "b.py", "new/d.py"}; !slices.Equal(res.FilesWritten, want) || !slices.Equal(slices.Sorted(slices.Values(res.FilesMerged)), want) || res.ResyncError != "" {
		t.Errorf("%+v", res)
	}
	w.complete(two)
	want := "import os\nimport sys\n\ndef first():\n    return 10\n\ndef second():\n    return 20\n\ndef fourth():\n    return 4\n\ndef third():\n    return 3\n"
	if got := w.disk("a.py"); len(got) != len(want) || !strings.Contains(got, "return 10") || !strings.Contains(got, "return 20") {
		t.Errorf("merged to %q", got)
	}
	if w.disk("b.py") != "gone" || w.disk("new/d.py") == "gone" {
		t.Error("what came and went is not on disk")
	}
	if info, err := os.Stat(filepath.Join(w.root, "a.py")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	if stale, err := w.Stale(t.Context()); err != nil || len(stale) > 0 {
		t.Errorf("the graph lacks %v %v", stale, err)
	}
	views, _ := filepath.Glob(filepath.Join(w.root, ".smp", "smp.views", "*.db"))
	if len(views) > 0 {
		t.Errorf("views are left: %v", views)
	}
}

// TestCompleteConflicts: the same function changed twice is told with all
// versions, nothing is written, and the session can go on.
func TestCompleteConflicts(t *testing.T) {
	w := openWorkshop(t, map[string]string{"a.py": mergeBase, "b.py": "x = 1\n"})
	one, two := w.open("**"), w.open("**")
	w.update(one, "a.py", strings.Replace(mergeBase, "return 1", "return 10", 1))
	w.update(two, "a.py", strings.Replace(strings.Replace(mergeBase, "return 1", "return 11", 1), "return 2", "return 20", 1))
	w.update(two, "b.py", "x = 2\n")
	w.complete(one)
	_, err := w.CloseSession(t.Context(), two, "completed")
	var conflict *smp.MergeConflictError
	if !errors.As(err, &conflict) || len(conflict.Conflicts) != 1 {
		t.Fatalf("%v", err)
	}
	c := conflict.Conflicts[0]
	if c.File != "a.py" || c.NodeID != "func:a.py#first" || c.Kind != "both_changed" || c.Line != 3 ||
		c.Base != "def first():\n    return 1\n" || c.Mine != "def first():\n    return 11\n" || c.Theirs != "def first():\n    return 10\n" {
		t.Errorf("%+v", c)
	}
	if w.disk("b.py") != "x = 1\n" {
		t.Error("a file was written although another conflicts")
	}
	if _, err := w.CloseSession(t.Context(), two, "completed"); !errors.As(err, &conflict) {
		t.Errorf("a second time: %v", err)
	}
	w.update(two, "a.py", strings.Replace(strings.Replace(mergeBase, "return 1", "return 21", 1), "return 2", "return 20", 1))
	w.complete(two)
	want := strings.Replace(strings.Replace(mergeBase, "return 1", "return 21", 1), "return 2", "return 20", 1)
	if w.disk("a.py") != want || w.disk("b.py") != "x = 2\n" {
		t.Errorf("%q %q", w.disk("a.py"), w.disk("b.py"))
	}
}

// TestCompleteMergesWithTheDisk: what somebody wrote with an editor meanwhile
// stays, also where the index has not seen it.
func TestCompleteMergesWithTheDisk(t *testing.T) {
	w := openWorkshop(t, map[string]string{"a.py": mergeBase, "gone.py": "x = 1\n", "same.py": "x = 1\n"})
	id := w.open("**")
	w.update(id, "a.py", strings.Replace(mergeBase, "return 1", "return 10", 1))
	w.update(id, "same.py", "x = 2\n")
	write(t, filepath.Join(w.root, "a.py"), strings.Replace(mergeBase, "return 2", "return 20", 1))
	write(t, filepath.Join(w.root, "same.py"), "x = 2\n")
	if res := w.complete(id); !slices.Equal(res.FilesMerged, []string{"a.py"}) {
		t.Errorf("merged %v", res.FilesMerged)
	}
	if got, want := w.disk("a.py"), strings.Replace(strings.Replace(mergeBase, "return 1", "return 10", 1), "return 2", "return 20", 1); got != want {
		t.Errorf("%q", got)
	}
	id = w.open("**")
	w.remove(id, "gone.py")
	write(t, filepath.Join(w.root, "gone.py"), "x = 3\n")
	var conflict *smp.MergeConflictError
	if _, err := w.CloseSession(t.Context(), id, "completed"); !errors.As(err, &conflict) || conflict.Conflicts[0].Kind != "deleted_and_changed" {
		t.Errorf("%v", err)
	}
	if _, err := w.CloseSession(t.Context(), id, "aborted"); err != nil || w.disk("gone.py") != "x = 3\n" {
		t.Errorf("%v %q", err, w.disk("gone.py"))
	}
}

// TestCompleteIsRefused: a merge respects locks and links that have come
// meanwhile.
func TestCompleteIsRefused(t *testing.T) {
	w := openWorkshop(t, map[string]string{"a.py": mergeBase, "b.py": "x = 1\n"})
	id := w.open("**")
	w.update(id, "a.py", "x = 1\n")
	o, err := w.OpenSession(t.Context(), smp.SessionRequest{AgentID: "b", Scope: []string{"a.py"}, Concurrency: "exclusive"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Lock(t.Context(), o.SessionID, "a.py"); err != nil {
		t.Fatal(err)
	}
	var lock *smp.LockError
	if _, err := w.CloseSession(t.Context(), id, "completed"); !errors.As(err, &lock) || lock.HeldBySession != safety.Handle(o.SessionID) {
		t.Errorf("%v", err)
	}
	if _, err := w.CloseSession(t.Context(), o.SessionID, "completed"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(w.root, "a.py")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b.py", filepath.Join(w.root, "a.py")); err != nil {
		t.Fatal(err)
	}
	var conflict *smp.MergeConflictError
	if _, err := w.CloseSession(t.Context(), id, "completed"); !errors.As(err, &conflict) || conflict.Conflicts[0].Hint == "" {
		t.Errorf("%v", err)
	}
}

// TestSessionBeginsOnItsCommit: with a commit that is not what the files are,
// the session sees the commit and merges over it.
func TestSessionBeginsOnItsCommit(t *testing.T) {
	w := openWorkshop(t, map[string]string{"a.py": mergeBase})
	gitIn(t, w.root, "init", "-q")
	write(t, filepath.Join(w.root, ".gitignore"), ".smp\n")
	gitIn(t, w.root, "add", "-A")
	gitIn(t, w.root, "commit", "-q", "-m", "x")
	sha := gitIn(t, w.root, "rev-parse", "HEAD")
	if _, err := w.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Scope: []string{"**"}, CommitSHA: "0123456789"}); err == nil || !strings.Contains(err.Error(), "commit_sha") {
		t.Errorf("a commit that there is not: %v", err)
	}
	write(t, filepath.Join(w.root, "a.py"), strings.Replace(mergeBase, "return 2", "return 20", 1)+"\ndef third():\n    pass\n")
	if _, err := w.UpdateFiles(t.Context(), "a.py"); err != nil {
		t.Fatal(err)
	}
	o, err := w.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Scope: []string{"**"}, CommitSHA: sha[:10]})
	if err != nil || o.CommitSHA != sha[:10] {
		t.Fatal(err, o)
	}
	v, release, err := w.InSession(t.Context(), o.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Navigate(t.Context(), smp.NavigateQuery{Query: "third"}); err == nil {
		t.Error("the session sees what its commit has not")
	}
	release()
	w.update(o.SessionID, "a.py", strings.Replace(mergeBase, "return 1", "return 10", 1))
	w.complete(o.SessionID)
	if got := w.disk("a.py"); !strings.Contains(got, "return 10") || !strings.Contains(got, "return 20") || !strings.Contains(got, "third") {
		t.Errorf("%q", got)
	}
}

// TestManyComplete: agents on several handles change functions of the same
// files and complete; each change is there in the end, or was told as a
// conflict and given up.
func TestManyComplete(t *testing.T) {
	const agents, functions = 8, 6
	var b strings.Builder
	for i := range functions {
		fmt.Fprintf(&b, "def f%d():\n    return 0\n\n", i)
	}
	w := openWorkshop(t, map[string]string{"a.py": b.String(), "b.py": b.String()})
	type outcome struct {
		changes []string // "file function value"
		err     error
	}
	done := make(chan outcome, agents)
	for agent := range agents {
		m := w.again()
		go func() {
			done <- func() (o outcome) {
				s, err := m.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Scope: []string{"**"}})
				if err != nil {
					o.err = err
					return o
				}
				for k, path := range []string{"a.py", "b.py"} {
					f := (agent*(k+1) + k) % functions
					text := strings.Replace(b.String(), fmt.Sprintf("def f%d():\n    return 0", f), fmt.Sprintf("def f%d():\n    return %d", f, 100+agent), 1)
					if _, err := m.UpdateIn(t.Context(), s.SessionID, smp.FileChange{Path: path, Content: []byte(text)}); err != nil {
						o.err = err
						return o
					}
					o.changes = append(o.changes, fmt.Sprintf("%s f%d %d", path, f, 100+agent))
				}
				_, o.err = m.CloseSession(t.Context(), s.SessionID, "completed")
				return o
			}()
		}()
	}
	accepted := 0
	for range agents {
		o := <-done
		var conflict *smp.MergeConflictError
		if errors.As(o.err, &conflict) {
			continue
		}
		if o.err != nil {
			t.Fatal(o.err)
		}
		accepted++
		for _, c := range o.changes {
			var path string
			var f, value int
			if _, err := fmt.Sscanf(strings.Replace(c, " f", " ", 1), "%s %d %d", &path, &f, &value); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(w.disk(path), fmt.Sprintf("def f%d():\n    return %d\n", f, value)) {
				t.Errorf("%s is lost: %s", c, w.disk(path))
			}
		}
	}
	if accepted < 2 {
		t.Errorf("%d sessions were accepted", accepted)
	}
}

// TestCompleteAgain: where a completion was cut off after some of the files were
// written, it can be done again.
func TestCompleteAgain(t *testing.T) {
	w := openWorkshop(t, map[string]string{"a.py": mergeBase, "b.py": mergeBase})
	one, two := w.open("**"), w.open("**")
	third := "\ndef third():\n    return 3\n"
	for _, path := range []string{"a.py", "b.py"} {
		w.update(one, path, mergeBase+third)
		w.update(two, path, strings.Replace(mergeBase, "return 1", "return 10", 1)+"\ndef fourth():\n    return 4\n")
	}
	w.complete(one)
	want := strings.Replace(mergeBase, "return 1", "return 10", 1) + third + "\ndef fourth():\n    return 4\n"
	write(t, filepath.Join(w.root, "a.py"), want)
	w.complete(two)
	for _, path := range []string{"a.py", "b.py"} {
		if got := w.disk(path); strings.Count(got, "\n") != strings.Count(want, "\n") || !strings.Contains(got, "fourth") || !strings.Contains(got, "third") || !strings.Contains(got, "return 10") {
			t.Errorf("%s: %q", path, got)
		}
	}
}
