package smp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp"
)

// Index a folder and ask who calls a function.
func Example() {
	dir, err := os.MkdirTemp("", "smp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "store.py"), []byte("class Store:\n    def save(self, k): pass\n"), 0o644)
	os.WriteFile(filepath.Join(dir, "app.py"), []byte("from store import Store\n\ndef run():\n    Store().save('k')\n"), 0o644)

	ctx := context.Background()
	m, err := smp.Open(ctx, ":memory:", smp.WithRoot(dir))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		fmt.Println(err)
		return
	}
	res, err := m.Trace(ctx, smp.TraceQuery{Start: "Store.save", Direction: "incoming"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range res.Edges {
		fmt.Printf("%s -> %s, line %d, %s\n", e.From, e.To, e.Line, e.Class)
	}
	// Output:
	// func:app.py#run -> func:store.py#Store.save, line 4, exact
}
