package smp_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/index/watch"
)

// watched is a memory that is kept up to date, and what was told of that.
type watched struct {
	t      *testing.T
	m      *smp.Memory
	events chan smp.WatchEvent
	end    context.CancelFunc
	ended  chan error
}

func watchMemory(t *testing.T, m *smp.Memory, opts ...smp.WatchOption) *watched {
	x := &watched{t: t, m: m, events: make(chan smp.WatchEvent, 1000), ended: make(chan error, 1)}
	ctx, end := context.WithCancel(t.Context())
	x.end = end
	opts = append([]smp.WatchOption{smp.WatchWith(watch.Options{Quiet: 5 * time.Millisecond})}, opts...)
	go func() { x.ended <- m.Watch(ctx, func(ev smp.WatchEvent) { x.events <- ev }, opts...) }()
	t.Cleanup(x.stop)
	return x
}

func (x *watched) stop() {
	x.end()
	if err := <-x.ended; err != nil {
		x.t.Error(err)
	}
	x.ended <- nil
}

// next waits for an event of a kind.
func (x *watched) next(kind string) smp.WatchEvent {
	x.t.Helper()
	late := time.After(patience)
	for {
		select {
		case ev := <-x.events:
			if ev.Event == kind {
				return ev
			}
		case <-late:
			x.t.Fatalf("no event %q", kind)
		}
	}
}

func TestWatchTakesChangesIn(t *testing.T) {
	r := newRepo(t, map[string]string{"a.py": "def one():\n    pass\n"})
	x := watchMemory(t, r.m)
	if ev := x.next(smp.WatchBegins); ev.Folders != 1 || ev.At.IsZero() || ev.Files == nil {
		t.Errorf("%+v", ev)
	}
	put := func(name, text string) {
		t.Helper()
		full := filepath.Join(r.root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("sub/b.py", "from a import one\n\n\ndef two():\n    one()\n")
	if ev := x.next(smp.WatchChanged); ev.Changed != 1 || ev.Whole {
		t.Errorf("a new folder: %+v", ev)
	}
	if err := os.Rename(filepath.Join(r.root, "sub"), filepath.Join(r.root, "moved")); err != nil {
		t.Fatal(err)
	}
	for removed, changed := 0, 0; removed < 1 || changed < 1; {
		ev := x.next(smp.WatchChanged)
		removed, changed = removed+ev.Removed, changed+ev.Changed
	}
	put(".gitignore", "moved\n")
	if ev := x.next(smp.WatchChanged); !ev.Whole || ev.Removed != 1 {
		t.Errorf("other rules: %+v", ev)
	}
	if got, want := must[string](t)(r.m.DumpHash(bg)), fresh(t, r.root); got != want {
		t.Error("the graph is not a fresh one")
	}
}

// TestWatchTriesAgain: what fails is told, and nothing of it is lost.
func TestWatchTriesAgain(t *testing.T) {
	r := newRepo(t, map[string]string{"a.py": "def one():\n    pass\n"})
	fails := 1
	x := watchMemory(t, r.m, smp.WatchThrough(func(_ context.Context, _ []string, take func() error) error {
		if fails--; fails == 0 {
			return errors.New("the disk is full")
		}
		return take()
	}))
	if ev := x.next(smp.WatchFailed); !strings.Contains(ev.Text, "the disk is full; it is tried again in 1s") {
		t.Errorf("%+v", ev)
	}
	x.next(smp.WatchBegins)
}

// TestOneOfSeveralTakesIn: the others wait, and take its place.
func TestOneOfSeveralTakesIn(t *testing.T) {
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, "a.py"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("def one():\n    pass\n")
	open := func() *smp.Memory {
		m := must[*smp.Memory](t)(smp.Open(bg, db, smp.WithRoot(root)))
		t.Cleanup(func() { m.Close() })
		return m
	}
	first, second := open(), open()
	if first.IsWatched() {
		t.Error("watched by nobody")
	}
	x := watchMemory(t, first)
	x.next(smp.WatchBegins)
	if !second.IsWatched() {
		t.Error("not known as watched")
	}
	y := watchMemory(t, second)
	y.next(smp.WatchBegins)
	put("def two():\n    pass\n")
	if ev := x.next(smp.WatchChanged); ev.Changed != 1 {
		t.Errorf("%+v", ev)
	}
	x.stop()
	put("def three():\n    pass\n\n\ndef four():\n    pass\n")
	for ev := y.next(smp.WatchChanged); ev.Changed != 1; {
		ev = y.next(smp.WatchChanged)
	}
	must[*smp.NavigateResult](t)(second.Navigate(bg, smp.NavigateQuery{Query: "four"}))
}

func TestWatchNeedsToWrite(t *testing.T) {
	root := t.TempDir()
	db := filepath.Join(t.TempDir(), "smp.db")
	m := must[*smp.Memory](t)(smp.Open(bg, db, smp.WithRoot(root)))
	must[*smp.IndexResult](t)(m.Index(bg, nil))
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m = must[*smp.Memory](t)(smp.Open(bg, db, smp.WithRoot(root), smp.ReadOnly()))
	defer m.Close()
	if err := m.Watch(t.Context(), func(smp.WatchEvent) {}); !errors.Is(err, smp.ErrReadOnly) {
		t.Error(err)
	}
}
