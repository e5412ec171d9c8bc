package git

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSweep: what was left long ago goes, what may be in use stays, and so does
// what has another name.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for name, age := range map[string]time.Duration{"smp-git-old": 48 * time.Hour, "smp-git-new": time.Minute, "other": 48 * time.Hour} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(at, "objects"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	sweep(dir, now)
	for name, want := range map[string]bool{"smp-git-old": false, "smp-git-new": true, "other": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
