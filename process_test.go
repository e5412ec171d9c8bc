//go:build unix

package smp_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// TestMain lets the tests run this binary as another process of SMP.
func TestMain(m *testing.M) {
	if root := os.Getenv("SMP_TEST_ROOT"); root != "" {
		os.Exit(child(root, os.Getenv("SMP_TEST_DB"), os.Getenv("SMP_TEST_ROLE")))
	}
	os.Exit(m.Run())
}

// child indexes or asks in a process of its own.
func child(root, db, role string) int {
	if strings.HasPrefix(role, "die ") {
		return dying(root, db, role)
	}
	ctx := context.Background()
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer m.Close()
	if role == "once" { // as smp hook does
		if _, err := m.Index(ctx, nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	if role == "switch" {
		return switching(m)
	}
	if n, ok := strings.CutPrefix(role, "count "); ok {
		rounds, _ := strconv.Atoi(n) // given by the test
		return counting(m, root, rounds)
	}
	for i := range 6 {
		if role == "index" {
			p := filepath.Join(root, fmt.Sprintf("extra%d_%d.py", os.Getpid(), i))
			os.WriteFile(p, []byte(fmt.Sprintf("from lib import save\ndef run%d(): save()\n", i)), 0o644)
			if _, err := m.Index(ctx, nil); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
			continue
		}
		if _, err := m.Trace(ctx, smp.TraceQuery{Start: "lib.py#save", Direction: "in"}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

func start(t *testing.T, root, db, role string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), "SMP_TEST_ROOT="+root, "SMP_TEST_DB="+db, "SMP_TEST_ROLE="+role)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

func fresh(t *testing.T, root string) string {
	t.Helper()
	ctx := context.Background()
	m, err := smp.Open(ctx, ":memory:", smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	h, err := m.DumpHash(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestProcessesShareAFile: two that index and two that ask lose nothing and
// never wait for one another for good.
func TestProcessesShareAFile(t *testing.T) {
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	os.WriteFile(filepath.Join(root, "lib.py"), []byte("def save(): pass\n"), 0o644)
	ctx := context.Background()
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, role := range []string{"index", "ask", "index", "ask"} {
		c := start(t, root, db, role)
		wg.Go(func() {
			if err := c.Wait(); err != nil {
				t.Errorf("%s: %v", role, err)
			}
		})
	}
	wg.Wait()
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := m.DumpHash(ctx); got != fresh(t, root) {
		t.Error("the shared file differs from a fresh index")
	}
}

// TestKilledIndexCompletes: a process that is killed while it indexes leaves a
// file that opens, is sound, and is completed by the next run.
func TestKilledIndexCompletes(t *testing.T) {
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	os.WriteFile(filepath.Join(root, "lib.py"), []byte("def save(): pass\n"), 0o644)
	for i := range 60 {
		os.WriteFile(filepath.Join(root, fmt.Sprintf("m%d.py", i)), []byte(fmt.Sprintf("from lib import save\ndef f%d():\n    save()\n", i)), 0o644)
	}
	ctx := context.Background()
	for i := range 6 {
		c := start(t, root, db, "index")
		time.Sleep(time.Duration(i*i) * 8 * time.Millisecond)
		c.Process.Kill()
		c.Wait()
		m, err := smp.Open(ctx, db, smp.WithRoot(root))
		if err != nil {
			t.Fatalf("after kill %d: %v", i, err)
		}
		if ps, err := m.Doctor(ctx); err != nil || len(ps) > 0 {
			t.Fatalf("after kill %d: %v %v", i, ps, err)
		}
		m.Close()
	}
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := m.DumpHash(ctx); got != fresh(t, root) {
		t.Error("the completed file differs from a fresh index")
	}
}
