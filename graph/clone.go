package graph

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// besideGraph are the tables that are no part of a graph's copy: what guards
// writes and what tells how the files came to be what they are.
var besideGraph = []string{"pushed", "sessions", "session_files", "session_steps", "locks", "checkpoints", "checkpoint_files", "intents", "intent_files", "audit", "roots", "file_history", "contents"}

// Clone copies the graph as it is now into a file of its own, with all that
// is found and ranked by, and without what is not the graph's.
func (g *Graph) Clone(ctx context.Context, path string) error {
	return g.st.Clone(ctx, path, func(conn *sqlite.Conn) error {
		for _, table := range besideGraph {
			st, err := store.Prepare(conn, fmt.Sprintf("DELETE FROM %s", table))
			if err != nil {
				return err
			}
			if _, err := st.Step(); err != nil {
				return err
			}
			if err := st.Reset(); err != nil {
				return err
			}
		}
		return nil
	})
}
