package smp_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// dumped is a memory's canonical dump.
func dumped(t *testing.T, m *smp.Memory) string {
	t.Helper()
	var b strings.Builder
	if err := m.Dump(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// freshDump is the dump of a memory that is indexed from nothing, of these
// files.
func freshDump(t *testing.T, state map[string]string, name string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), name)
	writeAll(t, root, state)
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(root), smp.WithWorkers(1))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return dumped(t, m)
}

func writeAll(t *testing.T, root string, state map[string]string) {
	t.Helper()
	for p, s := range state {
		full := filepath.Join(root, p)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestViews: what sessions see is the graph that a fresh index has of the files
// as each of them has them, whatever the others and the disk do meanwhile.
func TestViews(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		x := newMutator(t, seed)
		views(t, x, rand.New(rand.NewPCG(seed, 3)))
		x.m.Close()
	}
}

func views(t *testing.T, x *mutator, rnd *rand.Rand) {
	ctx := context.Background()
	if _, err := x.m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(x.root)
	type agent struct {
		id    string
		state map[string]string
	}
	var agents []*agent
	steps := 25
	for i := range steps {
		switch k := rnd.IntN(6); {
		case k == 0 || len(agents) == 0: // a session opens
			s, err := x.m.OpenSession(ctx, smp.SessionRequest{AgentID: "a", Scope: []string{"**"}})
			if err != nil {
				t.Fatal(err)
			}
			agents = append(agents, &agent{s.SessionID, clone(x.state)})
		case k < 3: // the disk changes
			before := clone(x.state)
			x.mutate()
			x.write(before)
			if _, err := x.m.Index(ctx, nil); err != nil {
				t.Fatal(err)
			}
		default: // a session writes
			a := agents[rnd.IntN(len(agents))]
			y := &mutator{t: t, rnd: rnd, state: clone(a.state), n: 1000 * i}
			what := y.mutate()
			if changes := y.changes(a.state); len(changes) > 0 {
				if _, err := x.m.UpdateIn(ctx, a.id, changes...); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
			}
			a.state = y.state
		}
		if i%4 != 3 && i != steps-1 {
			continue
		}
		for _, a := range agents {
			v, release, err := x.m.InSession(ctx, a.id)
			if err != nil {
				t.Fatal(err)
			}
			got, want := dumped(t, v), freshDump(t, a.state, name)
			if got != want {
				t.Fatalf("step %d: the view of session %s differs from a fresh index:\n%s", i, a.id, difference(got, want))
			}
			release()
		}
		if got, want := dumped(t, x.m), freshDump(t, x.state, name); got != want {
			t.Fatalf("step %d: the graph differs from a fresh index:\n%s", i, difference(got, want))
		}
	}
}

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestAtCommit: the graph at a commit is that of a fresh index of it.
func TestAtCommit(t *testing.T) {
	ctx := context.Background()
	x := newMutator(t, 5)
	defer x.m.Close()
	gitIn(t, x.root, "init", "-q")
	type commit struct {
		sha   string
		state map[string]string
	}
	var commits []commit
	for range 5 {
		gitIn(t, x.root, "add", "-A")
		gitIn(t, x.root, "commit", "-q", "--allow-empty", "-m", "x")
		commits = append(commits, commit{gitIn(t, x.root, "rev-parse", "HEAD"), clone(x.state)})
		for range 4 {
			before := clone(x.state)
			x.mutate()
			x.write(before)
		}
		if _, err := x.m.Index(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		for _, c := range commits {
			v, release, err := x.m.AtCommit(ctx, c.sha)
			if err != nil {
				t.Fatal(err)
			}
			got, want := dumped(t, v), freshDump(t, c.state, filepath.Base(x.root))
			sources(t, v, c.state)
			release()
			if got != want {
				t.Fatalf("the graph at %s differs from a fresh index:\n%s", c.sha, difference(got, want))
			}
		}
	}
	if _, _, err := x.m.AtCommit(ctx, "nothing"); err == nil {
		t.Error("a revision that there is not has a view")
	}
}

// sources: a view shows the source of its own files, which the disk may have
// otherwise or not at all.
func sources(t *testing.T, v *smp.Memory, state map[string]string) {
	t.Helper()
	for file, text := range state {
		if !strings.HasSuffix(file, ".py") {
			continue
		}
		res, err := v.Context(t.Context(), smp.ContextQuery{FilePath: file, MaxTokens: 4000})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(res.Pack.Note, "changed") {
			t.Errorf("what %s holds at the commit is not found: %s", file, res.Pack.Note)
		}
		for _, p := range res.Pack.Pieces {
			if p.File == file && p.Kind == "body" && !strings.Contains(text, p.Text) {
				t.Errorf("%s shows %q, which it does not hold", file, p.Text)
			}
		}
	}
}

// TestSessionOnACommitInAColdProcess: the first write of a session that begins
// on another commit than the one on disk makes its view, also where the process
// has not indexed yet and the files have changed since.
func TestSessionOnACommitInAColdProcess(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	root, db := filepath.Join(t.TempDir(), "r"), filepath.Join(t.TempDir(), "smp.db")
	then := map[string]string{"a.py": "def a():\n    return b()\n\n\ndef b():\n    pass\n", "c.py": "from a import a\n\n\ndef c():\n    a()\n"}
	writeAll(t, root, then)
	gitIn(t, root, "init", "-q")
	gitIn(t, root, "add", "-A")
	gitIn(t, root, "commit", "-q", "-m", "x")
	commit := gitIn(t, root, "rev-parse", "HEAD")
	writeAll(t, root, map[string]string{"a.py": "def other():\n    pass\n"})
	open := func() *smp.Memory {
		m, err := smp.Open(ctx, db, smp.WithRoot(root))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := open()
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	s, err := m.OpenSession(ctx, smp.SessionRequest{AgentID: "a", Scope: []string{"**"}, CommitSHA: commit})
	if err != nil {
		t.Fatal(err)
	}
	m.Close()
	writeAll(t, root, map[string]string{"c.py": "x = 1\n"}) // not taken in by anybody yet
	m = open()
	defer m.Close()
	var writes sync.WaitGroup
	for _, file := range []string{"d.py", "e.py"} {
		writes.Go(func() {
			if _, err := m.UpdateIn(ctx, s.SessionID, smp.FileChange{Path: file, Content: []byte("from c import c\n\n\ndef more():\n    c()\n")}); err != nil {
				t.Error(err)
			}
		})
		then[file] = "from c import c\n\n\ndef more():\n    c()\n"
	}
	writes.Wait()
	v, release, err := m.InSession(ctx, s.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if got, want := dumped(t, v), freshDump(t, then, "r"); got != want {
		t.Errorf("the view differs from a fresh index:\n%s", difference(got, want))
	}
}

// TestAtCommitAtOnce: many may ask for a commit of which there is no view yet.
func TestAtCommitAtOnce(t *testing.T) {
	x := newMutator(t, 9)
	defer x.m.Close()
	gitIn(t, x.root, "init", "-q")
	gitIn(t, x.root, "add", "-A")
	gitIn(t, x.root, "commit", "-q", "-m", "x")
	want := freshDump(t, x.state, filepath.Base(x.root))
	before := clone(x.state)
	for range 5 {
		x.mutate()
	}
	x.write(before)
	if _, err := x.m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var asking sync.WaitGroup
	for range 6 {
		asking.Go(func() {
			v, release, err := x.m.AtCommit(t.Context(), "HEAD")
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			var b strings.Builder
			if err := v.Dump(t.Context(), &b); err != nil || b.String() != want {
				t.Errorf("%v\n%s", err, difference(b.String(), want))
			}
		})
	}
	asking.Wait()
}
