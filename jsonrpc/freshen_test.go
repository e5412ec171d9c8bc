package jsonrpc

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/index/watch"
)

// TestWatch: a server that watches takes in changes although nobody has asked
// it anything yet, and tells whoever listens.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.py", "def one():\n    pass\n")
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(dir))
	if err != nil {
		t.Fatal(err)
	}
	s := New(m, Options{})
	l := s.Bus.Listen(100, func(e Event) bool { _, ok := e.Notification.(MemoryUpdated); return ok })
	t.Cleanup(func() {
		_ = s.Close(t.Context())
		_ = m.Close()
	})
	s.Indexer.Watch(t.Context(), smp.WatchWith(watch.Options{Quiet: 5 * time.Millisecond}))
	time.Sleep(20 * time.Millisecond)
	if ready, err := m.Ready(t.Context()); ready || err != nil {
		t.Errorf("it is not for the watch to build an index: %v %v", ready, err)
	}
	s.Indexer.Start()
	told := func(change string) {
		t.Helper()
		late := time.After(20 * time.Second)
		for {
			select {
			case e := <-l.C:
				if slices.Contains(e.Notification.(MemoryUpdated).Changes.StructuralChanges, change) {
					return
				}
			case <-late:
				t.Fatalf("not told of %s", change)
			}
		}
	}
	told("func:a.py#one added")
	write("a.py", "def one():\n    pass\n\n\ndef second():\n    pass\n")
	told("func:a.py#second added")
	write("b.py", "def third():\n    pass\n")
	told("func:b.py#third added")
	if err := os.Remove(filepath.Join(dir, "a.py")); err != nil {
		t.Fatal(err)
	}
	told("func:a.py#one removed")
	if _, err := m.Navigate(t.Context(), smp.NavigateQuery{Query: "third"}); err != nil {
		t.Error(err)
	}
}
