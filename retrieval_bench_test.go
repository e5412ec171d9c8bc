package smp_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// hundredThousand is how many thousand lines have about 100,000 symbols.
const hundredThousand = 1170

// mixed are questions of all sorts: rare and common words, names, prefixes.
var mixed = []string{"does the work of step 7", "make", "do11", "T0 Do3 int", "step 3 work", "wor*", "p77 new", "other range", "New1", "where is the work of a step done"}

// percentiles asks the mixed questions in turn and reports what half and 95 of
// 100 take at most.
func percentiles(b *testing.B, ask func(q string) error) {
	b.Helper()
	for _, q := range mixed { // hot
		if err := ask(q); err != nil {
			b.Fatal(err)
		}
	}
	var took []time.Duration
	for b.Loop() {
		q := mixed[len(took)%len(mixed)]
		start := time.Now()
		if err := ask(q); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds()), "p95-µs")
}

// BenchmarkRetrieval asks a memory of 100,000 symbols.
func BenchmarkRetrieval(b *testing.B) {
	root, _ := synthetic(b, hundredThousand)
	db := filepath.Join(b.TempDir(), "smp.db")
	m, err := smp.Open(bg, db, smp.WithRoot(root))
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(bg, nil); err != nil {
		b.Fatal(err)
	}
	b.Run("search", func(b *testing.B) {
		percentiles(b, func(q string) error {
			_, err := m.Search(bg, smp.SearchQuery{Query: q})
			return err
		})
	})
	b.Run("locate", func(b *testing.B) {
		percentiles(b, func(q string) error {
			_, err := m.Locate(bg, smp.LocateQuery{Query: q})
			return err
		})
	})
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			m, err := smp.Open(bg, db, smp.WithRoot(root), smp.ReadOnly())
			if err != nil {
				b.Fatal(err)
			}
			if _, err := m.Search(bg, smp.SearchQuery{Query: "make"}); err != nil {
				b.Fatal(err)
			}
			m.Close()
		}
	})
}
