package graph

import (
	"context"

	"zombiezen.com/go/sqlite"
)

// PruneContents forgets bytes that nothing refers to: no pushed file, no
// checkpoint, and no session that has not ended. While mvcc sessions are open,
// what they may need to link is kept as well.
func (g *Graph) PruneContents(ctx context.Context) (removed int, err error) {
	err = g.st.Write(ctx, func(conn *sqlite.Conn) error {
		removed = 0
		open := false
		err := query(conn, "SELECT 1 FROM sessions WHERE status = 'open' AND concurrency = 'mvcc' LIMIT 1", nil, func(*sqlite.Stmt) bool { open = true; return false })
		if err != nil || open {
			return err
		}
		err = exec(conn, `DELETE FROM contents WHERE hash NOT IN (
			SELECT hash FROM pushed WHERE hash IS NOT NULL
			UNION SELECT hash FROM checkpoint_files WHERE hash IS NOT NULL
			UNION SELECT view FROM checkpoint_files WHERE view IS NOT NULL
			UNION SELECT was_hash FROM intent_files WHERE was_hash IS NOT NULL
			UNION SELECT to_hash FROM intent_files WHERE to_hash IS NOT NULL
			UNION SELECT f.content FROM session_files f JOIN sessions s ON s.id = f.session WHERE s.status = 'open' AND f.content IS NOT NULL
			UNION SELECT f.base FROM session_files f JOIN sessions s ON s.id = f.session WHERE s.status = 'open' AND f.base IS NOT NULL)`, nil)
		removed = conn.Changes()
		return err
	})
	return removed, err
}
