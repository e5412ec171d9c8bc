package graph

import (
	"context"
	"testing"
)

// TestPruneContents: only bytes that nothing refers to are forgotten.
func TestPruneContents(t *testing.T) {
	g, ctx := memory(t), context.Background()
	pushed, loose := ContentOf([]byte("pushed")), ContentOf([]byte("loose"))
	apply(t, g, repo{"a.ts": {text: 1}}.all())
	apply(t, g, &Change{Files: []FileGraph{repo{"b.ts": {text: 9}}.build("b.ts")}, Pushed: []Push{{Path: "b.ts", Content: &pushed}, {Path: "c.ts"}}})
	if err := g.PutContents(ctx, loose, loose); err != nil {
		t.Fatal(err)
	}
	if n, err := g.PruneContents(ctx); err != nil || n != 1 {
		t.Errorf("removed %d, %v; want the one that nothing refers to", n, err)
	}
	for c, want := range map[*Content]bool{&pushed: true, &loose: false} {
		data, found, err := contentOf(ctx, g, c.Hash)
		if err != nil || found != want || found && string(data) != string(c.Data) {
			t.Errorf("%s: %q %v %v", c.Data, data, found, err)
		}
	}
}

// contentOf reads bytes in a snapshot of its own.
func contentOf(ctx context.Context, g *Graph, hash [32]byte) (data []byte, found bool, err error) {
	err = g.View(ctx, func(r *Reader) error {
		data, found, err = r.Content(hash)
		return err
	})
	return data, found, err
}
