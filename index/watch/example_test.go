package watch_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp/index/watch"
)

func Example() {
	dir, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(dir)
	w, err := watch.New(dir, watch.Options{})
	if err != nil {
		panic(err)
	}
	defer w.Close()
	_ = os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n"), 0o644)
	batch := <-w.Events()
	fmt.Println(batch.Paths, batch.Whole)
	// Output: [a.go] false
}
