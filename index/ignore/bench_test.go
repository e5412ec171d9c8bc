package ignore

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkMatch matches one path against lists of three lengths.
func BenchmarkMatch(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		var rules strings.Builder
		for i := range n {
			fmt.Fprintf(&rules, "%s%d\n", []string{"*.x", "/out/", "name", "b*c", "/a/b", "[Tt]mp"}[i%6], i)
		}
		s := Base(nil).WithGit(Parse(Source{Text: []byte(rules.String()), File: "f"}))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Match("src/package/module/file_name.go", "file_name.go", false)
			}
		})
	}
}
