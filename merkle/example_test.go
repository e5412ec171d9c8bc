package merkle_test

import (
	"crypto/sha256"
	"fmt"

	"github.com/structural-memory/smp/merkle"
)

func Example() {
	file := func(path, text string) merkle.File { return merkle.File{Path: path, Hash: sha256.Sum256([]byte(text))} }
	mine, err := merkle.Build([]merkle.File{file("README.md", "hello"), file("src/a.go", "package a"), file("src/b.go", "package a")})
	if err != nil {
		fmt.Println(err)
		return
	}
	theirs, err := mine.Update([]merkle.File{file("src/a.go", "package b")}, "README.md")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := merkle.Diff(mine, theirs)
	for _, d := range c.Files {
		fmt.Println(d.Path, d.A != nil, d.B != nil)
	}
	fmt.Println(c.Visited, "visited")
	// Output:
	// README.md true false
	// src/a.go true true
	// 4 visited
}
