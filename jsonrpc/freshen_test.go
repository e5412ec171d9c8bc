package jsonrpc

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// TestLook: a server that watches takes in changes although nobody has asked it
// anything yet.
func TestLook(t *testing.T) {
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
	t.Cleanup(func() {
		_ = s.Close(t.Context())
		_ = m.Close()
	})
	look := func(files int) {
		t.Helper()
		if err := s.Indexer.look(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Indexer.wait()
		st, err := m.Status(t.Context(), 0)
		if err != nil || st.Files != files {
			t.Fatalf("%d files, not %d: %v", st.Files, files, err)
		}
	}
	look(0) // it is not for the watch to build an index
	s.Indexer.Start()
	s.Indexer.wait()
	write("a.py", "def one():\n    pass\n\n\ndef second():\n    pass\n")
	look(1)
	if _, err := m.Navigate(t.Context(), smp.NavigateQuery{Query: "second"}); err != nil {
		t.Error(err)
	}
	write("b.py", "def third():\n    pass\n")
	look(1) // new files are looked for now and then
	s.Indexer.last = time.Now().Add(-2 * searchEvery)
	look(2)
}
