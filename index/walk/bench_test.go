package walk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkWalk walks trees of three sizes, with 60 rules at the top and a
// few in every tenth directory.
func BenchmarkWalk(b *testing.B) {
	for _, n := range []int{2_000, 10_000, 50_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := b.TempDir()
			benchTree(b, dir, n)
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				res, err := Walk(context.Background(), dir, Options{Detect: lang})
				if err != nil || len(res.Files) < n/2 {
					b.Fatalf("%d files, %v", len(res.Files), err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/file")
		})
	}
}

func benchTree(b *testing.B, dir string, n int) {
	var rules strings.Builder
	for i := range 60 {
		fmt.Fprintf(&rules, "%s%d\n", []string{"*.x", "/out/", "cache-*/", "name", "a/**/b", "[Tt]emp"}[i%6], i)
	}
	must(b, os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(rules.String()), 0o644))
	exts := []string{".go", ".py", ".js", ".json", ".png"}
	for i := range n {
		d := filepath.Join(dir, fmt.Sprintf("pkg%d/sub%d/deep%d", i/2000, i/200, i/20))
		if i%20 == 0 {
			must(b, os.MkdirAll(d, 0o755))
		}
		if i%200 == 0 {
			must(b, os.WriteFile(filepath.Join(d, ".gitignore"), []byte("*.o\n/bin/\n!x.o\n"), 0o644))
		}
		must(b, os.WriteFile(filepath.Join(d, fmt.Sprintf("file_number_%d%s", i, exts[i%5])), nil, 0o644))
	}
}
