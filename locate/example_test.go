package locate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/locate"
)

// Ask an indexed folder where something is, by words alone.
func Example() {
	dir, err := os.MkdirTemp("", "smp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "login.py"), []byte("def hash_password(p):\n    \"\"\"Hashes a password with a salt.\"\"\"\n    return p\n\ndef login(n, p):\n    return hash_password(p) == n\n"), 0o644)
	ctx := context.Background()
	m, err := smp.Open(ctx, ":memory:", smp.WithRoot(dir), smp.WithEmbedder(nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	if _, err := m.Index(ctx, nil); err != nil {
		fmt.Println(err)
		return
	}
	res, err := graph.Get(ctx, m.Graph(), func(r *graph.Reader) (*locate.Response, error) {
		return locate.NewEngine(nil).Locate(ctx, r, locate.Request{Query: "where is the password salted", TopK: 1})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range res.Results {
		fmt.Println(h.NodeID, h.MatchedOn)
	}
	fmt.Println(res.Notes)
	// Output:
	// func:login.py#hash_password [name docstring]
	// [there is no embedder: ranked by words alone]
}
