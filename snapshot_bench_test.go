//go:build unix

package smp_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// benchRepo is the repository of the benchmarks of snapshots.
func benchRepo(b *testing.B) string {
	dir := os.Getenv("SMP_BENCH_REPO")
	if dir == "" {
		b.Skip("SMP_BENCH_REPO names no repository")
	}
	return dir
}

func emptyMemory(b *testing.B, root string) *smp.Memory {
	m, err := smp.Open(b.Context(), filepath.Join(b.TempDir(), "smp.db"), smp.WithRoot(root))
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// processorTime reports what all threads took until the function it gives is
// called: on a machine that does other things too, that says more than time.
func processorTime(b *testing.B) func() {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N)/1e6, "cpu-ms/op") }
}

// BenchmarkSnapshot compares indexing with importing, both into a new file and
// with its closing, and says how much faster the latter is.
func BenchmarkSnapshot(b *testing.B) {
	root := benchRepo(b)
	source := emptyMemory(b, root)
	defer source.Close()
	if _, err := source.Index(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	k := ring(b)
	out, err := source.ExportSnapshot(b.Context(), smp.ExportOptions{Keys: k})
	if err != nil {
		b.Fatal(err)
	}
	data, err := os.ReadFile(out.Path)
	if err != nil {
		b.Fatal(err)
	}
	timed := func(use func(m *smp.Memory) error) func(b *testing.B) {
		return func(b *testing.B) {
			defer processorTime(b)()
			for b.Loop() {
				m := emptyMemory(b, root)
				if err := use(m); err != nil {
					b.Fatal(err)
				}
				if err := m.Close(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("index", timed(func(m *smp.Memory) error { _, err := m.Index(b.Context(), nil); return err }))
	b.Run("open", func(b *testing.B) {
		defer processorTime(b)()
		for b.Loop() {
			m, res, err := smp.OpenSnapshot(b.Context(), filepath.Join(b.TempDir(), "smp.db"), smp.ImportOptions{Source: bytes.NewReader(data), Keys: k}, smp.WithRoot(root))
			if err != nil || res.Status != smp.StatusImported {
				b.Fatal(res, err)
			}
			if err := m.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("import", timed(func(m *smp.Memory) error {
		res, err := m.ImportSnapshot(b.Context(), smp.ImportOptions{Source: bytes.NewReader(data), Keys: k})
		if err == nil && res.Status != smp.StatusImported {
			b.Fatal(res)
		}
		return err
	}))
	b.Run("export", func(b *testing.B) {
		defer processorTime(b)()
		defer b.ReportMetric(float64(len(data)), "archive-bytes")
		for b.Loop() {
			if _, err := source.ExportSnapshot(b.Context(), smp.ExportOptions{Unsigned: true, Dir: b.TempDir()}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
