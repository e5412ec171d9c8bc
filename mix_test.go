package smp_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/index/watch"
)

// op is something that happens to a repository or to its memory. do says what.
// A test file adds its own to mixOps in an init function.
type op struct {
	weight int
	do     func(x *mix) string
}

var mixOps []op

// mix drives ops over a git repository whose memory is kept up to date by a
// watcher, by a hook or by both, and holds the graph after each against one
// that is indexed from nothing.
type mix struct {
	*mutator
	watches bool
	hooks   bool

	ops     []op
	running string // a folder with a file for each hook at work

	end    context.CancelFunc // of the watcher
	ended  sync.WaitGroup
	mu     sync.Mutex
	events []smp.WatchEvent
}

// TestMix: incremental equals full, whatever happens in whatever order. In
// short mode it takes a few steps, with SMP_LONG=1 over 10,000 in all.
func TestMix(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	steps := 14
	if testing.Short() {
		steps = 8
	}
	if os.Getenv("SMP_LONG") != "" {
		steps = 3400
	}
	for i, keeps := range []struct{ watches, hooks bool }{{true, false}, {false, true}, {true, true}} {
		t.Run(fmt.Sprintf("watches=%v,hooks=%v", keeps.watches, keeps.hooks), func(t *testing.T) {
			t.Parallel()
			x := newMix(t, uint64(i), keeps.watches, keeps.hooks)
			for n := range steps {
				x.step(n)
			}
		})
	}
}

func newMix(t *testing.T, seed uint64, watches, hooks bool) *mix {
	x := &mix{watches: watches, hooks: hooks, running: t.TempDir()}
	x.mutator = &mutator{t: t, rnd: rand.New(rand.NewPCG(seed, 11)), root: t.TempDir(), db: filepath.Join(t.TempDir(), "smp.db"), state: map[string]string{}}
	for p, s := range project() {
		x.state[p] = s
	}
	x.write(nil)
	x.git("init", "-q", "-b", "main")
	x.git("add", "-A")
	x.git("commit", "-q", "-m", "start")
	if hooks {
		x.installHooks()
	}
	x.openWatched()
	t.Cleanup(x.awaitHooks)
	t.Cleanup(x.closeWatched)
	for _, o := range mixOps {
		for range o.weight {
			x.ops = append(x.ops, o)
		}
	}
	x.settled("the start")
	return x
}

// git runs git in the repository; ok is false when it fails.
func (x *mix) git(args ...string) (out string, ok bool) {
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "core.editor=true", "-c", "commit.gpgSign=false"}, args...)...)
	cmd.Dir = x.root
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	text, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(text)), err == nil
}

// installHooks makes git index in a process of its own, as smp hook does.
func (x *mix) installHooks() {
	for _, name := range []string{"post-commit", "post-checkout", "post-merge", "post-rewrite"} {
		script := fmt.Sprintf("#!/bin/sh\nexport SMP_TEST_ROOT='%s' SMP_TEST_DB='%s' SMP_TEST_ROLE=once\n(touch '%s'/$$; '%s' -test.run='^$'; rm '%s'/$$) </dev/null >/dev/null 2>&1 &\n",
			x.root, x.db, x.running, os.Args[0], x.running)
		if err := os.WriteFile(filepath.Join(x.root, ".git", "hooks", name), []byte(script), 0o755); err != nil {
			x.t.Fatal(err)
		}
	}
}

func (x *mix) openWatched() {
	x.open()
	if _, err := x.m.Index(context.Background(), nil); err != nil {
		x.t.Fatal(err)
	}
	if !x.watches {
		return
	}
	ctx, end := context.WithCancel(context.Background())
	x.end = end
	x.ended.Go(func() {
		o := watch.Options{Quiet: 10 * time.Millisecond, GitQuiet: 30 * time.Millisecond}
		if err := x.m.Watch(ctx, x.told, smp.WatchWith(o)); err != nil {
			x.t.Error(err)
		}
	})
}

func (x *mix) told(ev smp.WatchEvent) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.events = append(x.events, ev)
}

func (x *mix) closeWatched() {
	if x.end != nil {
		x.end()
		x.ended.Wait()
	}
	x.m.Close()
}

// awaitHooks waits for those at work.
func (x *mix) awaitHooks() {
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		if at, err := os.ReadDir(x.running); err != nil || len(at) == 0 {
			return
		}
	}
}

// step does one thing and waits until the memory shows it.
func (x *mix) step(n int) {
	what := x.ops[x.rnd.IntN(len(x.ops))].do(x)
	if !x.watches { // nobody has told of what was only edited
		x.git("add", "-A")
		x.git("commit", "-q", "--allow-empty", "-m", fmt.Sprint("after step ", n))
		what += ", committed"
	}
	x.settled(fmt.Sprintf("step %d, %s", n, what))
	x.readDisk()
}

const patience = 30 * time.Second

// settled waits until the graph is that of a fresh index, and knows the commit.
func (x *mix) settled(what string) {
	x.t.Helper()
	ctx := context.Background()
	want := fresh(x.t, x.root)
	head, _ := x.git("rev-parse", "HEAD")
	for late := time.Now().Add(patience); ; time.Sleep(15 * time.Millisecond) {
		got, err := x.m.DumpHash(ctx)
		if err != nil {
			x.t.Fatalf("%s: %v", what, err)
		}
		commit, _, err := x.m.Commit(ctx)
		if err == nil && got == want && commit == head {
			return
		}
		if time.Now().After(late) {
			if commit != head {
				x.t.Errorf("after %s the commit is %q, not %q", what, commit, head)
			}
			x.fail(what)
		}
	}
}

// fail shows how the graph differs.
func (x *mix) fail(what string) {
	x.t.Helper()
	m := must[*smp.Memory](x.t)(smp.Open(context.Background(), ":memory:", smp.WithRoot(x.root)))
	defer m.Close()
	must[*smp.IndexResult](x.t)(m.Index(context.Background(), nil))
	var a, b strings.Builder
	if x.m.Dump(context.Background(), &a) != nil || m.Dump(context.Background(), &b) != nil {
		x.t.Fatal("the dumps cannot be made")
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, ev := range x.events[max(0, len(x.events)-5):] {
		x.t.Logf("told: %+v", ev)
	}
	x.t.Fatalf("after %s the graph differs from a fresh one:\n%s", what, difference(a.String(), b.String()))
}

// readDisk makes the state what is on disk.
func (x *mix) readDisk() {
	x.state = map[string]string{}
	err := filepath.WalkDir(x.root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".git" {
			if d != nil && d.IsDir() && d.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		if !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return nil
		}
		text, err := os.ReadFile(p)
		rel, _ := filepath.Rel(x.root, p)
		x.state[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		x.t.Fatal(err)
	}
	if len(x.state) == 0 { // a mutation needs something
		for p, s := range project() {
			x.state[p] = s
		}
		x.write(nil)
	}
}
