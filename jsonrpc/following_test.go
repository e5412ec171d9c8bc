package jsonrpc_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
)

// TestOthersChangesAreTold: what another process writes into the file is told
// here as well, and what this one writes once.
func TestOthersChangesAreTold(t *testing.T) {
	s := servetest.Indexed(t, servetest.Pair, jsonrpc.Options{Static: true})
	l := s.Bus.Listen(100, func(e jsonrpc.Event) bool { return e.Notification != nil })
	defer l.Close()
	told := func() jsonrpc.MemoryUpdated {
		t.Helper()
		select {
		case e := <-l.C:
			return e.Notification.(jsonrpc.MemoryUpdated)
		case <-time.After(20 * time.Second):
			t.Fatal("nothing was told")
		}
		panic("not reached")
	}
	none := func() {
		t.Helper()
		select {
		case e := <-l.C:
			t.Fatalf("told of %+v", e.Notification)
		case <-time.After(1500 * time.Millisecond):
		}
	}
	none() // what was before is no news
	root := s.Memory().Root()
	other, err := smp.Open(t.Context(), s.Memory().Path(), smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := os.WriteFile(filepath.Join(root, "b.py"), []byte("def three():\n    return 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := told().Changes; len(got.FilesAffected) != 1 || got.FilesAffected[0] != "b.py" || got.NotCompared != 1 {
		t.Errorf("told %+v", got)
	}
	err = s.Changing(t.Context(), []string{"a.py"}, func() error {
		_, err := s.Memory().Update(t.Context(), smp.FileChange{Path: "a.py", Content: []byte("def one(): pass\n")})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := told().Changes; len(got.FilesAffected) != 1 || got.FilesAffected[0] != "a.py" || got.NotCompared != 0 {
		t.Errorf("told %+v", got)
	}
	none()
}
