package graph

import (
	"context"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/structural-memory/smp/internal/store"
)

// Notes are texts that the file keeps beside the graph, by key: how it was
// made, and when. They are no part of the dump.
func (g *Graph) Notes(ctx context.Context, keys ...string) (map[string]string, error) {
	out := map[string]string{}
	err := g.st.Read(ctx, func(conn *sqlite.Conn) error {
		for _, k := range keys {
			text, err := store.MetaText(conn, k)
			if err != nil {
				return err
			}
			if text != "" {
				out[k] = text
			}
		}
		return nil
	})
	return out, err
}

// SetNotes stores notes in one transaction.
func (g *Graph) SetNotes(ctx context.Context, notes map[string]string) error {
	return g.st.Write(ctx, func(conn *sqlite.Conn) error {
		for k, v := range notes {
			if err := store.SetMetaText(conn, k, v); err != nil {
				return err
			}
		}
		return nil
	})
}

// Note is one note, as the snapshot shows it; "" where there is none.
func (r *Reader) Note(key string) (string, error) { return store.MetaText(r.conn, key) }

// changedAtKey is the meta key of when a change was last written that made the
// graph another one.
const changedAtKey = "changed_at"

// ChangedAt is when the graph last became another one; nil where that is not
// known.
func (r *Reader) ChangedAt() (*time.Time, error) {
	text, err := store.MetaText(r.conn, changedAtKey)
	if err != nil || text == "" {
		return nil, err
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil, fmt.Errorf("graph: the time of the last change is damaged: %w; smp index --rebuild makes the index anew", err)
	}
	return &at, nil
}
