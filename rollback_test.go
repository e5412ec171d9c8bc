package smp_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// tree is what stands below a folder: by path, its mode and content.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && (d.Name() == ".smp" || d.Name() == ".git") {
				return fs.SkipDir
			}
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			out[rel] = "link to " + target
			return err
		}
		data, err := os.ReadFile(path)
		out[rel] = fmt.Sprintf("%v %x", info.Mode(), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func differences(a, b map[string]string) (out []string) {
	for p := range a {
		if a[p] != b[p] {
			out = append(out, fmt.Sprintf("%s: %.80q, was %.80q", p, b[p], a[p]))
		}
	}
	for p := range b {
		if _, ok := a[p]; !ok {
			out = append(out, fmt.Sprintf("%s: %.80q, was not there", p, b[p]))
		}
	}
	return out
}

// editor makes random edits of some paths.
type editor struct {
	root  string
	rng   *rand.Rand
	paths []string
}

func (e *editor) edit(t *testing.T) {
	t.Helper()
	at := filepath.Join(e.root, e.paths[e.rng.IntN(len(e.paths))])
	fail := func(err error) {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	clear := func() { // also what stands in the way of it
		for dir := filepath.Dir(at); dir != e.root; dir = filepath.Dir(dir) {
			if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
				fail(os.Remove(dir))
			}
		}
		fail(os.RemoveAll(at))
		fail(os.MkdirAll(filepath.Dir(at), 0o755))
	}
	switch e.rng.IntN(8) {
	case 0:
		clear()
	case 1:
		clear()
		fail(os.Symlink([]string{"a.py", "../nowhere", "/etc/hostname", "."}[e.rng.IntN(4)], at))
	case 2:
		if info, err := os.Lstat(at); err == nil && info.Mode().IsRegular() {
			fail(os.Chmod(at, []fs.FileMode{0o644, 0o755, 0o600, 0o444, 0o640}[e.rng.IntN(5)]))
		}
	default:
		clear()
		data := make([]byte, e.rng.IntN(200))
		for i := range data {
			data[i] = byte(e.rng.IntN(256))
		}
		if e.rng.IntN(2) == 0 {
			data = fmt.Appendf(nil, "def f%d():\n    return %d\n", e.rng.IntN(10), e.rng.IntN(100))
		}
		fail(os.WriteFile(at, data, 0o644))
	}
}

// TestRollbackIsByteIdentical: after 1,000 random edits of content, modes, links,
// deletions, new files, and files in the place of folders, each rollback brings
// back what was, and the graph that a fresh index has.
func TestRollbackIsByteIdentical(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	e := &editor{s.root, rand.New(rand.NewPCG(1, 2)), []string{"a.py", "b.py", "pkg/c.py", "pkg/deep/er/d.py", "pkg/deep", "run.sh", "empty", "x/y.py", "x"}}
	id := s.session(t, "exclusive", "**")
	if _, err := s.Lock(ctx, id, e.paths...); err != nil {
		t.Fatal(err)
	}
	edits, rounds := 0, 40
	for round := range rounds {
		for range 5 {
			e.edit(t)
		}
		was := tree(t, s.root)
		// Only what is no folder can be named.
		var files []string
		for _, p := range e.paths {
			if info, err := os.Lstat(filepath.Join(s.root, p)); err != nil || !info.IsDir() {
				files = append(files, p)
			}
		}
		for p := range was { // and all that is in the folders
			if !slices.Contains(files, p) && slices.ContainsFunc(e.paths, func(q string) bool { return p == q || strings.HasPrefix(p, q+"/") }) {
				files = append(files, p)
			}
		}
		files = slices.DeleteFunc(files, func(p string) bool { // what is behind a link is refused
			return slices.ContainsFunc(e.paths, func(q string) bool {
				return strings.HasPrefix(p, q+"/") && strings.HasPrefix(was[q], "link to")
			})
		})
		c, err := s.Checkpoint(ctx, id, files...)
		if err != nil {
			t.Fatal(err)
		}
		inScope := &editor{s.root, e.rng, files}
		for range 25 {
			inScope.edit(t)
			edits++
		}
		if round%8 == 0 { // the graph knows of the edits
			if _, err := s.UpdateFiles(ctx, files...); err != nil {
				t.Fatal(err)
			}
		}
		res, err := s.Rollback(ctx, id, c.CheckpointID, false)
		if err != nil {
			t.Fatal(err)
		}
		if d := differences(was, tree(t, s.root)); len(d) > 0 {
			t.Fatalf("round %d: %s", round, strings.Join(d, "\n"))
		}
		if !res.MemoryResynced || res.ResyncError != "" || len(res.FilesRestored)+len(res.Unchanged) != len(files) {
			t.Fatalf("%+v of %d files", res, len(files))
		}
	}
	if edits < 1000 {
		t.Errorf("%d edits", edits)
	}
	again, err := smp.Open(ctx, ":memory:", smp.WithRoot(s.root))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := again.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	var have, want bytes.Buffer
	if err := errors.Join(s.Graph().Dump(ctx, &have), again.Graph().Dump(ctx, &want)); err != nil {
		t.Fatal(err)
	}
	if have.String() != want.String() {
		t.Error("the graph is another than that of a fresh index")
	}
}

func TestRollbackRefusesWhatOthersWrote(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	id := s.session(t, "exclusive", "src/**")
	login, crypto := filepath.Join(s.root, "src/auth/login.ts"), filepath.Join(s.root, "src/util/crypto.ts")
	c, err := s.Checkpoint(ctx, id, "src/auth/login.ts", "src/util/crypto.ts", "src/new.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Absent, []string{"src/new.ts"}) {
		t.Errorf("absent: %q", c.Absent)
	}
	was := tree(t, s.root)
	if res, err := s.Rollback(ctx, id, c.CheckpointID, false); err != nil || len(res.FilesRestored) != 0 || len(res.Unchanged) != 3 {
		t.Fatalf("nothing has changed: %+v %v", res, err)
	}
	write(t, login, "export function login() { return 'by someone' }\n")
	write(t, filepath.Join(s.root, "src/new.ts"), "export const x = 1\n")
	now := tree(t, s.root)
	var foreign *smp.RollbackError
	_, err = s.Rollback(ctx, id, c.CheckpointID, false)
	if !errors.As(err, &foreign) || !slices.Equal(foreign.Files, []string{"src/auth/login.ts", "src/new.ts"}) {
		t.Fatalf("%v", err)
	}
	if d := differences(now, tree(t, s.root)); len(d) > 0 {
		t.Error("a refused rollback has changed", d)
	}
	// Who holds the locks has written them.
	if _, err := s.Lock(ctx, id, "src/auth/login.ts"); err != nil {
		t.Fatal(err)
	}
	_, err = s.Rollback(ctx, id, c.CheckpointID, false)
	if !errors.As(err, &foreign) || !slices.Equal(foreign.Files, []string{"src/new.ts"}) {
		t.Fatalf("%v", err)
	}
	write(t, crypto, "changed too\n")
	res, err := s.Rollback(ctx, id, c.CheckpointID, true)
	if err != nil || !slices.Equal(res.FilesRestored, []string{"src/auth/login.ts", "src/new.ts", "src/util/crypto.ts"}) {
		t.Fatalf("%+v %v", res, err)
	}
	if d := differences(was, tree(t, s.root)); len(d) > 0 {
		t.Error(d)
	}
	want := []string{"smp/checkpoint snapshotted", "smp/rollback rolled_back", "smp/rollback rollback_conflict", "smp/lock granted", "smp/rollback rollback_conflict", "smp/rollback rolled_back"}
	if got := auditOf(t, s.Memory, ctx, id); !slices.Equal(got, want) {
		t.Errorf("audit %q, want %q", got, want)
	}
}

func TestRollbackToTheCheckpointOfAnEndedSession(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	id := s.session(t, "exclusive", "src/**")
	c, err := s.Checkpoint(ctx, id, "src/auth/login.ts")
	if err != nil {
		t.Fatal(err)
	}
	next := s.session(t, "exclusive", "src/**")
	if _, err := s.Rollback(ctx, next, c.CheckpointID, false); err == nil {
		t.Error("a session that is open still lost its checkpoint to another")
	}
	s.pass(time.Hour)
	next = s.session(t, "exclusive", "src/**")
	if res, err := s.Rollback(ctx, next, c.CheckpointID, false); err != nil || len(res.Unchanged) != 1 {
		t.Errorf("%+v %v", res, err)
	}
	o, err := s.OpenSession(ctx, smp.SessionRequest{AgentID: "another", Scope: []string{"**"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Rollback(ctx, o.SessionID, c.CheckpointID, false); err == nil {
		t.Error("of another agent")
	}
	if _, err := s.Rollback(ctx, next, "chk_none", false); !errors.Is(err, smp.ErrNoCheckpoint) {
		t.Error(err)
	}
}

// TestRollbackIsAllOrNothing: where one file cannot be restored, none is.
func TestRollbackIsAllOrNothing(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	id := s.session(t, "exclusive", "**")
	write(t, filepath.Join(s.root, "a.py"), "a = 1\n")
	write(t, filepath.Join(s.root, "z"), "z\n")
	c, err := s.Checkpoint(ctx, id, "a.py", "z", "b.py")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(s.root, "a.py"), "a = 2\n")
	write(t, filepath.Join(s.root, "b.py"), "b = 2\n")
	if err := os.Remove(filepath.Join(s.root, "z")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(s.root, "z/in the way"), "of another\n")
	was := tree(t, s.root)
	if _, err := s.Rollback(ctx, id, c.CheckpointID, true); err == nil || !strings.Contains(err.Error(), "z/in the way") {
		t.Fatalf("%v", err)
	}
	if d := differences(was, tree(t, s.root)); len(d) > 0 {
		t.Error(d)
	}
	if got := auditOf(t, s.Memory, ctx, id); !slices.Equal(got, []string{"smp/checkpoint snapshotted", "smp/rollback failed"}) {
		t.Errorf("%q", got)
	}
}

// TestNothingLeadsOutOfTheRoot: no link on the way to a file is followed.
func TestNothingLeadsOutOfTheRoot(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	outside := t.TempDir()
	write(t, filepath.Join(outside, "secret"), "secret\n")
	id := s.session(t, "exclusive", "**")
	write(t, filepath.Join(s.root, "dir/secret"), "mine\n")
	c, err := s.Checkpoint(ctx, id, "dir/secret")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(s.root, "dir")), os.Symlink(outside, filepath.Join(s.root, "dir"))); err != nil {
		t.Fatal(err)
	}
	var scope *smp.ScopeError
	if _, err := s.Checkpoint(ctx, id, "dir/secret"); !errors.As(err, &scope) {
		t.Errorf("checkpoint: %v", err)
	}
	if _, err := s.Rollback(ctx, id, c.CheckpointID, true); !errors.As(err, &scope) {
		t.Errorf("rollback: %v", err)
	}
	if l, err := s.Lock(ctx, id, "dir/secret", ".git/HEAD", ".smp/smp.db"); err != nil || len(l.Granted) != 0 || len(l.Denied) != 3 {
		t.Errorf("lock: %+v %v", l, err)
	}
	var bad *smp.ParamError
	if _, err := s.Checkpoint(ctx, id, "../x"); !errors.As(err, &bad) {
		t.Errorf("%v", err)
	}
	if _, err := s.Checkpoint(ctx, id, "src"); !errors.As(err, &bad) {
		t.Errorf("a folder: %v", err)
	}
	if data, err := os.ReadFile(filepath.Join(outside, "secret")); err != nil || string(data) != "secret\n" {
		t.Errorf("%q %v", data, err)
	}
}

// TestRollbackOfAView: an mvcc session goes back to what it had written at the
// checkpoint, and to what was there before it wrote anything; the disk has never
// had any of it.
func TestRollbackOfAView(t *testing.T) {
	s := openShelf(t)
	ctx := t.Context()
	was := tree(t, s.root)
	id := s.session(t, "mvcc", "src/**")
	checkpoint := func() string {
		c, err := s.Checkpoint(ctx, id, "src/util/crypto.ts", "src/new.ts")
		if err != nil {
			t.Fatal(err)
		}
		return c.CheckpointID
	}
	update := func(path, text string) {
		if _, err := s.UpdateIn(ctx, id, smp.FileChange{Path: path, Content: []byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	sees := func(name string, want bool) {
		t.Helper()
		v, release, err := s.InSession(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		if _, err = v.Navigate(ctx, smp.NavigateQuery{Query: name}); (err == nil) != want {
			t.Errorf("the session sees %s: %v, want %v", name, err == nil, want)
		}
	}
	first := checkpoint()
	update("src/util/crypto.ts", "export function hash(p: string) { return p }\nexport function salt() {}\n")
	second := checkpoint()
	update("src/util/crypto.ts", "export function pepper() {}\n")
	update("src/new.ts", "export function fresh() {}\n")
	sees("pepper", true)
	sees("salt", false)
	for _, back := range []struct {
		to                string
		hash, salt, fresh bool
	}{{second, true, true, false}, {first, true, false, false}} {
		if _, err := s.Rollback(ctx, id, back.to, false); err != nil {
			t.Fatal(err)
		}
		sees("hash", back.hash)
		sees("salt", back.salt)
		sees("fresh", back.fresh)
		sees("pepper", false)
	}
	if d := differences(was, tree(t, s.root)); len(d) > 0 {
		t.Error(d)
	}
	c, err := s.CloseSession(ctx, id, "aborted")
	if err != nil || len(c.FilesWritten) != 0 {
		t.Errorf("%+v %v", c, err)
	}
}
