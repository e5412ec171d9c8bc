package merkle

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

func many(n int) []File {
	out := make([]File, n)
	for i := range out {
		p := fmt.Sprintf("src/p%03d/q%02d/file%06d.go", i/100, i/10%10, i)
		out[i] = File{p, sha256.Sum256([]byte(p)), 20}
	}
	return out
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		list := many(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Build(list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkUpdateOne(b *testing.B) {
	list := many(10000)
	tree, err := Build(list)
	if err != nil {
		b.Fatal(err)
	}
	f := list[5000]
	for i := 0; b.Loop(); i++ {
		f.Hash[0] = byte(i)
		if _, err := tree.Update([]File{f}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDiffOne(b *testing.B) {
	list := many(10000)
	tree, _ := Build(list)
	f := list[5000]
	f.Hash[0]++
	other, _ := tree.Update([]File{f})
	for b.Loop() {
		if c := Diff(tree, other); len(c.Files) != 1 {
			b.Fatal(c)
		}
	}
}

func BenchmarkEncodeDecode(b *testing.B) {
	tree, _ := Build(many(10000))
	for b.Loop() {
		if _, err := Decode(tree.Encode(nil)); err != nil {
			b.Fatal(err)
		}
	}
}
