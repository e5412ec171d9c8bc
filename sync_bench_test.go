package smp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// syncKLines is the size at which the benchmarks of sync are promised.
const syncKLines = 500

// quantiles reports the median and the 95th percentile.
func quantiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	at := func(q float64) float64 {
		return float64(took[min(len(took)-1, int(q*float64(len(took))))].Microseconds()) / 1000
	}
	b.ReportMetric(at(.5), "p50-ms")
	b.ReportMetric(at(.95), "p95-ms")
}

func benchIndexed(b *testing.B) (m *smp.Memory, root string, files []string) {
	b.Helper()
	root, files = synthetic(b, syncKLines)
	m = open(b, root)
	if _, err := m.Index(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
	return m, root, files
}

// edit gives a file another text each time.
func edit(b *testing.B, root, file string, n int) (text string) {
	b.Helper()
	src, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		b.Fatal(err)
	}
	return strings.Replace(string(src), "> 3", fmt.Sprintf("> %d", 100+n), 1)
}

// BenchmarkSync is what clients ask of a memory of 500,000 lines: one file
// updated, on disk or in a session's own view; a sync that finds nothing; a
// switch that changes 100 files.
func BenchmarkSync(b *testing.B) {
	m, root, files := benchIndexed(b)
	ctx := context.Background()
	update := func(b *testing.B, take func(f string, n int) error) {
		var took []time.Duration
		n := 0
		for b.Loop() {
			for _, f := range files {
				n++
				start := time.Now()
				if err := take(f, n); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
		}
		quantiles(b, took)
	}
	// First: later the files are hot, and sessions with them elevated.
	b.Run("session-update", func(b *testing.B) {
		s, err := m.OpenSession(ctx, smp.SessionRequest{AgentID: "bench", Scope: []string{"**"}})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.UpdateIn(ctx, s.SessionID, smp.FileChange{Path: "first.py", Content: []byte("x = 1\n")}); err != nil {
			b.Fatal(err) // makes the view
		}
		update(b, func(f string, n int) error {
			_, err := m.UpdateIn(ctx, s.SessionID, smp.FileChange{Path: f, Content: []byte(edit(b, root, f, n))})
			return err
		})
		if _, err := m.CloseSession(ctx, s.SessionID, "aborted"); err != nil {
			b.Fatal(err)
		}
	})
	b.Run("update", func(b *testing.B) {
		texts := map[string]string{}
		for _, f := range files {
			texts[f] = edit(b, root, f, 0)
		}
		update(b, func(f string, n int) error {
			text := strings.Replace(texts[f], "> 100", fmt.Sprintf("> %d", 1000+n), 1)
			if err := os.WriteFile(filepath.Join(root, f), []byte(text), 0o644); err != nil {
				return err
			}
			_, err := m.UpdateOutside(ctx, smp.FileChange{Path: f, Content: []byte(text)})
			return err
		})
	})
	b.Run("nothing-to-sync", func(b *testing.B) {
		tree, err := m.MerkleTree(ctx)
		if err != nil {
			b.Fatal(err)
		}
		have := map[string]string{}
		for _, f := range tree.Files() {
			have[f.Path] = f.Hash.String()
		}
		for b.Loop() {
			if res, err := m.Sync(ctx, smp.SyncQuery{RootHash: tree.Root().String(), Hashes: have}); err != nil || !res.InSync {
				b.Fatal(res, err)
			}
		}
	})
	b.Run("switch-100-files", func(b *testing.B) {
		var paths []string
		for i := range 100 {
			paths = append(paths, fmt.Sprintf([]string{"go/p%d/f0.go", "ts/p%d/f.ts", "py/p%d/f.py"}[i%3], i))
		}
		n := 0
		for b.Loop() {
			n++
			for _, f := range paths {
				if err := os.WriteFile(filepath.Join(root, f), []byte(edit(b, root, f, n%2)), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			if _, err := m.UpdateFiles(ctx, paths...); err != nil {
				b.Fatal(err)
			}
		}
	})
}
