package safety_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

// TestModel lets agents on several handles of one file do random things, with a
// clock that jumps, and holds each to the reference.
func TestModel(t *testing.T) {
	fresh := emptyFile(t)
	rapid.Check(t, func(t *rapid.T) {
		path := filepath.Join(tempDir(t), "smp.db")
		if err := os.WriteFile(path, fresh, 0o644); err != nil {
			t.Fatal(err)
		}
		now := time.Date(2025, 2, 15, 10, 44, 0, 0, time.UTC)
		var handles []*safety.Safety
		for range 3 {
			st, err := store.Open(t.Context(), path, store.Options{Readers: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			handles = append(handles, safety.New(st, safety.WithClock(func() time.Time { return now })))
		}
		var actors []*actor
		for i := range 5 {
			actors = append(actors, &actor{name: fmt.Sprint("agent", i), rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), uint64(i))),
				ttl: func(r *rand.Rand) time.Duration { return time.Duration(1+r.IntN(400)) * time.Second }})
		}
		ref, seq := newReference(), int64(0)
		for range rapid.IntRange(1, 60).Draw(t, "actions") {
			now = now.Add(time.Duration(rapid.IntRange(0, 100_000).Draw(t, "pass")) * time.Millisecond)
			s := rapid.SampledFrom(handles).Draw(t, "handle")
			if _, err := rapid.SampledFrom(actors).Draw(t, "actor").act(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			err := rapid.SampledFrom(handles).Draw(t, "reader").Read(t.Context(), func(tx *safety.Tx) error {
				err := tx.AuditSince(seq, func(e safety.Entry) error {
					seq = e.Seq
					if err := ref.replay(e); err != nil {
						return fmt.Errorf("entry %d, %s: %w", e.Seq, e.Method, err)
					}
					return nil
				})
				if err != nil {
					return err
				}
				return ref.compare(tx)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if c, err := handles[0].VerifyAudit(t.Context(), safety.Hash{}); err != nil || !c.OK || c.Entries != seq {
			t.Fatalf("%+v %v", c, err)
		}
	})
}

// emptyFile are the bytes of a store with nothing in it: making one takes
// longer than a check.
func emptyFile(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "smp.db")
	st, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// tempDir is a folder that ends with one check.
func tempDir(t *rapid.T) string {
	dir, err := os.MkdirTemp("", "safety")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
