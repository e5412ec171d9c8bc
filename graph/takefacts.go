package graph

import (
	"context"
	"errors"
	"fmt"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// CheckFile checks all pages of a file that somebody else may have made.
func CheckFile(ctx context.Context, path string) error {
	said, err := store.Check(ctx, path)
	if err == nil && said != "" {
		err = errors.New(said)
	}
	return err
}

// TakeFacts remembers the facts of those files of another graph that want
// names.
func (g *Graph) TakeFacts(ctx context.Context, path string, want func(path string) bool) error {
	st, err := store.Open(ctx, path, store.Options{Readers: 1, ReadOnly: true})
	if err != nil {
		return err
	}
	var rows []FactsRow
	err = st.Read(ctx, func(conn *sqlite.Conn) error {
		return query(conn, "SELECT f.path, x.blob, x.lang, x.version, x.data FROM files f JOIN facts x ON x.blob = f.blob AND x.lang = f.lang ORDER BY f.path, x.version", nil, func(s *sqlite.Stmt) bool {
			if want(s.ColumnText(0)) {
				row := FactsRow{Lang: s.ColumnText(2), Version: s.ColumnInt(3), Data: columnBytes(s, 4)}
				s.ColumnBytes(1, row.Blob[:])
				rows = append(rows, row)
			}
			return true
		})
	})
	if err = errors.Join(err, st.Close()); err != nil {
		return fmt.Errorf("the facts of the snapshot cannot be read: %w", err)
	}
	return g.PutFacts(ctx, rows)
}

// CountOf is how many nodes a file has, and edges out of them.
func (r *Reader) CountOf(path string) (nodes, edges int, err error) {
	const sql = `SELECT count(*), coalesce(sum((SELECT count(*) FROM edges WHERE src = n.id)), 0) FROM nodes n
		WHERE file = (SELECT id FROM files WHERE layer = 0 AND path = ?)`
	err = r.query(sql, binder([]any{path}), func(st *sqlite.Stmt) bool {
		nodes, edges = st.ColumnInt(0), st.ColumnInt(1)
		return false
	})
	return nodes, edges, err
}
