package smp_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/merkle"
)

// countersFile holds functions that each list who has counted there, so that no
// two changes are the same: the same change twice is one change to a merge.
const (
	countersFile = "counters.py"
	counters     = 5
)

type counts [counters]string // "a.b.c."

func countersText(n counts) string {
	var b strings.Builder
	for i, v := range n {
		fmt.Fprintf(&b, "def counter%d():\n    return '%s'\n\n\n", i, v)
	}
	return b.String()
}

// counted reads the lists of the file's text.
func counted(text string) (n counts, err error) {
	for i := range n {
		_, rest, ok := strings.Cut(text, fmt.Sprintf("def counter%d():\n    return '", i))
		list, _, ended := strings.Cut(rest, "'\n")
		if n[i] = list; !ok || !ended {
			return n, fmt.Errorf("counter %d is lost in %q", i, text)
		}
	}
	return n, nil
}

// counting adds to one counter after the other, each in a session of its own,
// and prints which ones were taken in.
func counting(m *smp.Memory, root string, rounds int) int {
	ctx := context.Background()
	rnd := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	for done := 0; done < rounds; {
		which, name := rnd.IntN(counters), fmt.Sprintf("%d-%d", os.Getpid(), done)
		err := countOnce(ctx, m, root, which, name)
		var conflict *smp.MergeConflictError
		switch {
		case err == nil:
			fmt.Println(which, name)
			done++
		case errors.As(err, &conflict), errors.Is(err, errMovedOn):
		default:
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

// errMovedOn says that the file was changed before the session had read it.
var errMovedOn = errors.New("the file is not what the session sees")

func countOnce(ctx context.Context, m *smp.Memory, root string, which int, name string) error {
	s, err := m.OpenSession(ctx, smp.SessionRequest{AgentID: fmt.Sprint("agent ", os.Getpid()), Scope: []string{countersFile}})
	if err != nil {
		return err
	}
	abort := func(why error) error {
		_, err := m.CloseSession(ctx, s.SessionID, "aborted")
		return errors.Join(why, err)
	}
	text, err := os.ReadFile(filepath.Join(root, countersFile))
	if err != nil {
		return err
	}
	v, release, err := m.InSession(ctx, s.SessionID)
	if err != nil {
		return err
	}
	tree, err := v.MerkleTree(ctx)
	release()
	if err != nil {
		return err
	}
	if f, ok := tree.File(countersFile); !ok || f.Hash != merkle.Hash(sha256.Sum256(text)) {
		return abort(errMovedOn)
	}
	n, err := counted(string(text))
	if err != nil {
		return err
	}
	n[which] += name + "."
	if s.SafetyLevel == "elevated" {
		return errors.New("nothing calls the counters, yet the session is elevated")
	}
	if _, err := m.UpdateIn(ctx, s.SessionID, smp.FileChange{Path: countersFile, Content: []byte(countersText(n))}); err != nil {
		return err
	}
	if _, err := m.CloseSession(ctx, s.SessionID, "completed"); err != nil {
		return abort(err)
	}
	return nil
}

// TestNoUpdateIsLost: agents in several processes change functions of one file,
// each in its own view; what was taken in is in the file at the end, and
// nothing else.
func TestNoUpdateIsLost(t *testing.T) {
	processes, rounds := 3, 6
	if os.Getenv("SMP_LONG") != "" {
		processes, rounds = 5, 120
	}
	ctx := context.Background()
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	writeAll(t, root, map[string]string{countersFile: countersText(counts{}), "other.py": "x = 1\n"})
	m, err := smp.Open(ctx, db, smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	var want [counters][]string
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range processes {
		c := exec.Command(os.Args[0], "-test.run=^$")
		c.Env = append(os.Environ(), "SMP_TEST_ROOT="+root, "SMP_TEST_DB="+db, fmt.Sprint("SMP_TEST_ROLE=count ", rounds))
		c.Stderr = os.Stderr
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for in := bufio.NewScanner(out); in.Scan(); {
				number, name, _ := strings.Cut(in.Text(), " ")
				which, err := strconv.Atoi(number)
				if err != nil {
					t.Error(in.Text())
					continue
				}
				mu.Lock()
				want[which] = append(want[which], name)
				mu.Unlock()
			}
			if err := c.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	text, err := os.ReadFile(filepath.Join(root, countersFile))
	if err != nil {
		t.Fatal(err)
	}
	got, err := counted(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		has := strings.Split(strings.TrimSuffix(got[i], "."), ".")
		if got[i] == "" {
			has = nil
		}
		slices.Sort(has)
		slices.Sort(want[i])
		if !slices.Equal(has, want[i]) {
			t.Errorf("counter %d has %v, the agents were told %v", i, has, want[i])
		}
	}
	if _, err := m.Index(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := m.DumpHash(ctx); got != fresh(t, root) {
		t.Error("the graph differs from a fresh index")
	}
	if ps, err := m.Doctor(ctx); err != nil || len(ps) > 0 {
		t.Error(ps, err)
	}
}
