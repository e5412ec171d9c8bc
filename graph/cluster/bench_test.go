package cluster

import (
	"fmt"
	"math"
	"syscall"
	"testing"
	"time"
)

// The sizes grow tenfold, so the exponent of the growth is the decimal
// logarithm of the ratio of one to the next.
var benchSizes = []int{10_000, 100_000, 1_000_000}

// processorTime is what counts on a machine that others use too.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchGraph is like a code base: groups of 40 in groups of 1,000, five edges
// a node.
func benchGraph(n int) []Edge {
	_, edges := planted(n/40, 40, 3, 0, 1)
	_, middle := planted(n/1000, 1000, 1.5, 0.5, 2)
	return append(edges, middle...)
}

func benchmark(b *testing.B, run func(n int, edges []Edge)) {
	b.Helper()
	before := 0.0
	for _, n := range benchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			edges := benchGraph(n)
			start := processorTime()
			for b.Loop() {
				run(n, edges)
			}
			one := (processorTime() - start).Seconds() / float64(b.N)
			b.ReportMetric(one, "cpu-s/op")
			if before > 0 {
				b.ReportMetric(math.Log10(one/before), "exponent")
			}
			before = one
		})
	}
}

func BenchmarkPageRank(b *testing.B) {
	benchmark(b, func(n int, edges []Edge) { PageRank(Directed(n, edges), 0.85, 1e-6, 100) })
}

func BenchmarkTwoLevel(b *testing.B) {
	benchmark(b, func(n int, edges []Edge) { TwoLevel(Undirected(n, edges), Options{Seed: 1}) })
}

func BenchmarkCouple(b *testing.B) {
	benchmark(b, func(n int, edges []Edge) {
		part := make([]int32, n)
		for v := range part {
			part[v] = int32(v / 200)
		}
		Couple(edges, part, n/200, 5)
	})
}
