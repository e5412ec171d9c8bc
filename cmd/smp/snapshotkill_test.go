package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// killPoints is how often each command is killed: 200 in long runs, with
// SMP_LONG set.
func killPoints() int {
	if os.Getenv("SMP_LONG") != "" {
		return 200
	}
	return 6
}

// TestKillDuringSnapshots kills imports and exports at random points: the file
// is sound afterwards and holds what it held or what it shall hold, and no
// half of a snapshot is offered.
func TestKillDuringSnapshots(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for dir, n := range map[string]int{a: 300, b: 40} {
		for i := range n {
			text := fmt.Sprintf("from m%d import f%d\n\n\ndef f%d(x):\n    return f%d(x)\n", (i+1)%n, (i+1)%n, i, (i+1)%n)
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("m%d.py", i)), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Args[0] = "smp" // see TestMain
		return cmd
	}
	must := func(args ...string) string {
		t.Helper()
		out, err := run(args...).CombinedOutput()
		if err != nil {
			t.Fatalf("smp %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	out := t.TempDir()
	must("snapshot", "export", "--repo", a, "--unsigned", "--output", out, "-q")
	files, err := filepath.Glob(filepath.Join(out, "snap_*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	must("index", b, "-q")
	db := filepath.Join(b, ".smp", "smp.db")
	old := must("dump", "--hash", "--repo", b, "-q")
	kept, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	taken := must("snapshot", "import", files[0], "--repo", b, "--unverified", "-q")
	after := must("dump", "--hash", "--repo", b, "-q")
	if !strings.Contains(taken, "partial import") || after != old {
		t.Fatalf("the import alone: %s, %s, %s", taken, old, after)
	}
	long := timed(t, run("snapshot", "import", files[0], "--repo", b, "--unverified", "-q"))
	states := map[int]int{}
	for range killPoints() {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(db + suffix)
		}
		if err := os.WriteFile(db, kept, 0o644); err != nil {
			t.Fatal(err)
		}
		killed(t, run("snapshot", "import", files[0], "--repo", b, "--unverified", "-q"), long)
		m, err := smp.Open(t.Context(), db, smp.WithRoot(b))
		if err != nil {
			t.Fatal(err)
		}
		problems, err := m.Doctor(t.Context())
		if err != nil || len(problems) > 0 {
			t.Error(problems, err)
		}
		s, err := m.Status(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		states[s.Files]++
		if s.Files != 40 && s.Files != 300 {
			t.Errorf("the file holds %d files, neither the 40 before nor the 300 of the snapshot", s.Files)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if hash := must("dump", "--hash", "--repo", b, "-q", "--fresh"); hash != old {
			t.Error("an index run does not lead to the files")
		}
	}
	t.Log("files after a killed import:", states)
	own := filepath.Join(a, ".smp", "snapshots")
	long = timed(t, run("snapshot", "export", "--repo", a, "--unsigned", "-q"))
	for range killPoints() {
		if err := os.RemoveAll(own); err != nil {
			t.Fatal(err)
		}
		killed(t, run("snapshot", "export", "--repo", a, "--unsigned", "-q"), long)
		whole, err := filepath.Glob(filepath.Join(own, "snap_*.tar.zst"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range whole {
			must("snapshot", "import", f, "--repo", b, "--unverified", "-q")
		}
		must("doctor", "--repo", a, "-q")
	}
}

func timed(t *testing.T, cmd *exec.Cmd) time.Duration {
	t.Helper()
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return time.Since(start)
}

// killed runs a command and kills it at a random point.
func killed(t *testing.T, cmd *exec.Cmd, long time.Duration) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(rand.N(long))
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()
}
