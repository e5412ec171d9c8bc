package safety_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

const (
	childEnv = "SMP_SAFETY_CHILD" // the file that a child works on
	opsEnv   = "SMP_SAFETY_OPS"   // how many things it does
	longEnv  = "SMP_LONG"         // 1: the tests take minutes
)

// TestMain lets the tests run this binary as a process of agents.
func TestMain(m *testing.M) {
	if db := os.Getenv(childEnv); db != "" {
		if err := child(db); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child lets a few agents act, and acknowledges each entry when it is written.
func child(db string) error {
	ops, err := strconv.Atoi(os.Getenv(opsEnv))
	if err != nil {
		return err
	}
	ctx := context.Background()
	st, err := store.Open(ctx, db, store.Options{Readers: 1, BusyTimeout: 2 * time.Minute})
	if err != nil {
		return err
	}
	defer st.Close()
	s := safety.New(st)
	var actors []*actor
	for i := range 4 {
		actors = append(actors, &actor{name: fmt.Sprintf("agent%d.%d", os.Getpid(), i), rng: rand.New(rand.NewPCG(uint64(os.Getpid()), uint64(i))),
			ttl: func(r *rand.Rand) time.Duration { return time.Duration(5+r.IntN(200)) * time.Millisecond }})
	}
	for i := range ops {
		e, err := actors[i%len(actors)].act(ctx, s)
		if err != nil {
			return err
		}
		fmt.Printf("%d %s\n", e.Seq, e.Hash)
	}
	return nil
}

// acknowledged are the entries that children have said are written.
type acknowledged struct {
	mu  sync.Mutex
	all map[int64]string
}

func (a *acknowledged) read(r io.Reader, each func()) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		var seq int64
		var hash string
		if n, _ := fmt.Sscanf(lines.Text(), "%d %s", &seq, &hash); n == 2 && len(hash) == 64 { // the last may be cut off
			a.mu.Lock()
			a.all[seq] = hash
			a.mu.Unlock()
			each()
		}
	}
}

// TestProcesses lets processes of agents act on one file, kills some at random,
// and holds the log that they leave to the reference: no two hold a lock, what
// is over is released at once, and nothing that was acknowledged is lost.
func TestProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	processes, rounds, ops := 3, 2, 60
	if os.Getenv(longEnv) == "1" {
		processes, rounds, ops = 4, 30, 1200
	}
	db := filepath.Join(t.TempDir(), "smp.db")
	acks := &acknowledged{all: map[int64]string{}}
	killed := 0
	for round := range rounds {
		var wg sync.WaitGroup
		for i := range processes {
			kill := i == 0 || i == 1 && round%2 == 0
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env = append(os.Environ(), childEnv+"="+db, opsEnv+"="+strconv.Itoa(ops))
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			at, n := rand.IntN(ops), 0
			if kill {
				killed++
			}
			wg.Go(func() {
				acks.read(out, func() {
					if n++; kill && n == at {
						_ = cmd.Process.Kill()
					}
				})
				if err := cmd.Wait(); err != nil && !kill {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	st, err := store.Open(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	s := safety.New(st)
	ref, entries := newReference(), int64(0)
	var checkpoints []safety.Entry
	err = s.Read(t.Context(), func(tx *safety.Tx) error {
		return tx.AuditSince(0, func(e safety.Entry) error {
			entries++
			if hash, ok := acks.all[e.Seq]; ok && hash != e.Hash.String() {
				return fmt.Errorf("entry %d is another than was acknowledged", e.Seq)
			}
			delete(acks.all, e.Seq)
			if e.Method == "checkpoint" {
				checkpoints = append(checkpoints, e)
			}
			if err := ref.replay(e); err != nil {
				return fmt.Errorf("entry %d, %s: %w", e.Seq, e.Method, err)
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(acks.all) > 0 {
		t.Errorf("%d entries were acknowledged and are lost", len(acks.all))
	}
	err = s.Read(t.Context(), func(tx *safety.Tx) error {
		for _, e := range checkpoints {
			c, err := tx.Checkpoint(e.CheckpointID)
			if err != nil {
				return err
			}
			if content, err := tx.Content(c.Files[0].Hash); err != nil || string(content) != e.Detail["content"] {
				return fmt.Errorf("%s: %q %w", c.ID, content, err)
			}
		}
		return ref.compare(tx)
	})
	if err != nil {
		t.Error(err)
	}
	if c, err := s.VerifyAudit(t.Context(), safety.Hash{}); err != nil || !c.OK || c.Entries != entries {
		t.Errorf("%+v %v", c, err)
	}
	t.Logf("%d entries of %d processes, %d killed: %v, %d denials", entries, processes*rounds, killed, ref.counts, ref.denials)
}
