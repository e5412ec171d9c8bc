package smp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/structural-memory/smp"
)

// The benchmarks run on generated repositories of three sizes, so that growth
// shows, or on a real one named by SMP_BENCH_REPO. bench/run.sh runs them all.

// synthetic writes a repository of about that many thousand lines, half Go,
// a quarter TypeScript, a quarter Python, and names a file of each.
func synthetic(b *testing.B, klines int) (root string, files []string) {
	b.Helper()
	root = b.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	write := func(p, s string) {
		full := filepath.Join(root, p)
		os.MkdirAll(filepath.Dir(full), 0o755)
		if err := os.WriteFile(full, []byte(s), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	write("go.mod", "module example.org/big\n\ngo 1.22\n")
	n := klines * 1000 / 4 / 250
	for i := range n {
		for part := range 2 {
			write(fmt.Sprintf("go/p%d/f%d.go", i, part), goFile(r, i, part, n))
		}
		write(fmt.Sprintf("ts/p%d/f.ts", i), tsFile(r, i, n))
		write(fmt.Sprintf("py/p%d/f.py", i), pyFile(r, i, n))
	}
	return root, []string{fmt.Sprintf("go/p%d/f0.go", n/2), fmt.Sprintf("ts/p%d/f.ts", n/2), fmt.Sprintf("py/p%d/f.py", n/2)}
}

func goFile(r *rand.Rand, i, part, n int) string {
	var s strings.Builder
	o := r.IntN(i + 1)
	if o == i && i > 0 {
		o = i - 1
	}
	fmt.Fprintf(&s, "package p%d\n\n", i)
	if o != i {
		fmt.Fprintf(&s, "import \"example.org/big/go/p%d\"\n\n", o)
	}
	fmt.Fprintf(&s, "type T%d struct{ n int }\n\n", part)
	for k := range 16 {
		fmt.Fprintf(&s, "// Do%d does the work of step %d.\nfunc (t *T%d) Do%d(x int) int {\n\tfor i := range x {\n\t\tif i > %d && t.n < i {\n\t\t\tt.n += i\n\t\t}\n\t}\n", k, k, part, k, k)
		fmt.Fprintf(&s, "\tt.Do%d(x)\n", (k+1)%16)
		if o != i {
			fmt.Fprintf(&s, "\tp%d.New%d().Do%d(x)\n", o, r.IntN(2), r.IntN(16))
		}
		s.WriteString("\treturn x\n}\n\n")
	}
	fmt.Fprintf(&s, "func New%d() *T%d { return &T%d{} }\n", part, part, part)
	return s.String()
}

func tsFile(r *rand.Rand, i, n int) string {
	var s strings.Builder
	o := r.IntN(n)
	fmt.Fprintf(&s, "import { make as other } from '../p%d/f'\n\nexport class T {\n", o)
	for k := range 22 {
		fmt.Fprintf(&s, "  /** Does the work of step %d. */\n  do%d(x: number): number {\n    for (let i = 0; i < x; i++) {\n      if (i > %d) { x -= 1 }\n    }\n    this.do%d(x)\n    other().do%d(x)\n    return x\n  }\n\n", k, k, k, (k+1)%22, r.IntN(22))
	}
	s.WriteString("}\n\nexport function make() { return new T() }\n")
	return s.String()
}

func pyFile(r *rand.Rand, i, n int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "from py.p%d.f import make as other\n\n\nclass T:\n", r.IntN(n))
	for k := range 24 {
		fmt.Fprintf(&s, "    def do%d(self, x):\n        \"\"\"Does the work of step %d.\"\"\"\n        for i in range(x):\n            if i > %d:\n                x -= 1\n        self.do%d(x)\n        other().do%d(x)\n        return x\n\n", k, k, k, (k+1)%24, r.IntN(24))
	}
	s.WriteString("\ndef make():\n    return T()\n")
	return s.String()
}

// sizes are thousands of lines.
var sizes = []int{10, 50, 200}

func each(b *testing.B, run func(b *testing.B, root string, files []string)) {
	if repo := os.Getenv("SMP_BENCH_REPO"); repo != "" {
		b.Run(filepath.Base(repo), func(b *testing.B) { run(b, repo, nil) })
		return
	}
	for _, k := range sizes {
		b.Run(fmt.Sprintf("%dk", k), func(b *testing.B) {
			root, files := synthetic(b, k)
			run(b, root, files)
		})
	}
}

func open(b *testing.B, root string) *smp.Memory {
	b.Helper()
	m, err := smp.Open(context.Background(), filepath.Join(b.TempDir(), "smp.db"), smp.WithRoot(root))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { m.Close() })
	return m
}

func cpu() float64 {
	var ru syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return float64(ru.Utime.Nano()+ru.Stime.Nano()) / 1e9
}

// BenchmarkIndex is a full index into an empty file.
func BenchmarkIndex(b *testing.B) {
	each(b, func(b *testing.B, root string, _ []string) {
		lines := 0
		start := cpu()
		for b.Loop() {
			m := open(b, root)
			res, err := m.Index(context.Background(), nil)
			if err != nil {
				b.Fatal(err)
			}
			lines = res.Lines
			m.Close()
		}
		b.ReportMetric((cpu()-start)/float64(b.N)/float64(lines)*1e6, "cpu-s/Mline")
		b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		var ms runtime.MemStats
		runtime.ReadMemStats(&ms)
	})
}

// BenchmarkIndexUnchanged is a second index that finds nothing to do.
func BenchmarkIndexUnchanged(b *testing.B) {
	each(b, func(b *testing.B, root string, _ []string) {
		m := open(b, root)
		m.Index(context.Background(), nil)
		for b.Loop() {
			if res, err := m.Index(context.Background(), nil); err != nil || res.Changed != 0 {
				b.Fatal(res, err)
			}
		}
	})
}

// BenchmarkUpdate edits the body of one file in a process that has indexed,
// and takes it in: read, parse, link, write.
func BenchmarkUpdate(b *testing.B) {
	if os.Getenv("SMP_BENCH_REPO") != "" {
		b.Skip("edits only generated repositories")
	}
	each(b, func(b *testing.B, root string, files []string) {
		m := open(b, root)
		ctx := context.Background()
		if _, err := m.Index(ctx, nil); err != nil {
			b.Fatal(err)
		}
		for _, f := range files {
			b.Run(strings.TrimPrefix(filepath.Ext(f), "."), func(b *testing.B) {
				full := filepath.Join(root, f)
				src, err := os.ReadFile(full)
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				for b.Loop() {
					n++
					edited := strings.Replace(string(src), "> 3", fmt.Sprintf("> %d", 100+n), 1)
					os.WriteFile(full, []byte(edited), 0o644)
					if res, err := m.UpdateFiles(ctx, f); err != nil || res.Changed != 1 || res.Full {
						b.Fatal(res, err)
					}
				}
			})
		}
	})
}

// BenchmarkTrace walks two hops of calls from a function that has some.
func BenchmarkTrace(b *testing.B) {
	each(b, func(b *testing.B, root string, files []string) {
		m := open(b, root)
		ctx := context.Background()
		if _, err := m.Index(ctx, nil); err != nil {
			b.Fatal(err)
		}
		start := "go/p1/f0.go#T0.Do3"
		if files == nil {
			start = os.Getenv("SMP_BENCH_NODE")
		}
		for b.Loop() {
			if _, err := m.Trace(ctx, smp.TraceQuery{Start: start, Depth: 2}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
