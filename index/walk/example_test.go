package walk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp/index/walk"
)

// A walk lists the files of a repository and says why others are left out.
func Example() {
	dir, err := os.MkdirTemp("", "walk")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{"a.go": "package a\n", "b.log": "x\n", ".gitignore": "*.log\n", "node_modules/x/i.js": "x\n"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
	}
	detect := func(path string, _ func() []byte) string { return strings.TrimPrefix(filepath.Ext(path), ".") }
	res, err := walk.Walk(context.Background(), dir, walk.Options{Detect: detect})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range res.Files {
		if f.Lang == "go" {
			fmt.Println("index", f.Path)
		}
	}
	for _, s := range res.Skips {
		fmt.Println("skip", s.Path, s.Reason)
	}
	// Output:
	// index a.go
	// skip b.log ignored
	// skip node_modules vendored
}
