package smp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// killedStates are two states of the same files, told apart in every file.
func killedStates() [2]map[string]string {
	var out [2]map[string]string
	for k := range out {
		out[k] = map[string]string{}
		for i := range 12 {
			next := (i + 1) % 12
			out[k][fmt.Sprintf("p%d/m.py", i)] = fmt.Sprintf("from p%d.m import f%d_%d\n\ndef f%d_%d():\n    return f%d_%d()\n", next, next, k, i, k, next, k)
		}
		out[k][fmt.Sprintf("only%d.py", k)] = "def only(): pass\n"
	}
	return out
}

// switching tells a memory of one state after the other until it is killed.
func switching(m *smp.Memory) int {
	states := killedStates()
	for i := 1; ; i++ {
		to, from := states[i%2], states[(i+1)%2]
		var changes []smp.FileChange
		for p, s := range to {
			changes = append(changes, smp.FileChange{Path: p, Content: []byte(s)})
		}
		for p := range from {
			if _, ok := to[p]; !ok {
				changes = append(changes, smp.FileChange{Path: p, Deleted: true})
			}
		}
		if _, err := m.UpdateOutside(context.Background(), changes...); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Println(i)
	}
}

// TestKillDuringUpdates kills a process that updates at random points: the file
// opens, is sound, and holds the state before the last update or after it.
func TestKillDuringUpdates(t *testing.T) {
	points := 12
	if testing.Short() {
		points = 3
	}
	if os.Getenv("SMP_LONG") != "" {
		points = 200
	}
	ctx := context.Background()
	root, db := filepath.Join(t.TempDir(), "r"), filepath.Join(t.TempDir(), "smp.db")
	states := killedStates()
	writeAll(t, root, states[0])
	var want [2]string
	for k := range want {
		want[k] = freshDump(t, states[k], "r")
	}
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	m.Close()
	rnd := rand.New(rand.NewPCG(4, 2))
	var seen [2]int
	for range points {
		c := exec.Command(os.Args[0], "-test.run=^$")
		c.Env = append(os.Environ(), "SMP_TEST_ROOT="+root, "SMP_TEST_DB="+db, "SMP_TEST_ROLE=switch")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = out.Read(make([]byte, 64)) // the first update is done
		time.Sleep(time.Duration(rnd.IntN(60_000)) * time.Microsecond)
		_ = c.Process.Kill()
		_ = c.Wait() // killed
		m, err := smp.Open(ctx, db, smp.WithRoot(root))
		if err != nil {
			t.Fatal(err)
		}
		if ps, err := m.Doctor(ctx); err != nil || len(ps) > 0 {
			t.Fatalf("after a kill: %v %v", ps, err)
		}
		switch got := dumped(t, m); got {
		case want[0]:
			seen[0]++
		case want[1]:
			seen[1]++
		default:
			t.Fatalf("neither the state before nor the one after:\n%s", difference(got, want[0]))
		}
		m.Close()
	}
	t.Logf("%d kills, left in the two states %d and %d times", points, seen[0], seen[1])
}
