package smp_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// BenchmarkGuardAndPlan asks of each file of the repository at SMP_BENCH_REPO
// in turn, and says how long the median and the slowest of twenty take.
func BenchmarkGuardAndPlan(b *testing.B) {
	root := os.Getenv("SMP_BENCH_REPO")
	if root == "" {
		b.Skip("SMP_BENCH_REPO names no repository")
	}
	m := open(b, root)
	if _, err := m.Index(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	seen := map[string]bool{}
	var files []string
	if err := m.EachCall(b.Context(), func(c smp.CallRow) error {
		if !seen[c.CallerFile] {
			seen[c.CallerFile] = true
			files = append(files, c.CallerFile)
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	pick := func(i int) string { return files[(i*7919)%len(files)] }
	measure := func(name string, ask func(i int) error) {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				if err := ask(i); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
		})
	}
	measure("guard", func(i int) error {
		_, err := m.Guard(b.Context(), smp.GuardQuery{Target: pick(i)})
		return err
	})
	measure("plan of 5", func(i int) error {
		_, err := m.Plan(b.Context(), smp.PlanQuery{IntendedWrites: []string{pick(i), pick(i + 1), pick(i + 2), pick(i + 3), "new/file.go"}})
		return err
	})
}
