package graph

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
)

// Content is the bytes of a file that are kept beside the graph: what a
// client has pushed, what a session has written, what a checkpoint holds.
type Content struct {
	Hash [32]byte // SHA-256
	Data []byte
}

// ContentOf is bytes with their hash.
func ContentOf(data []byte) Content { return Content{sha256.Sum256(data), data} }

// PutContent keeps bytes, once.
func PutContent(conn *sqlite.Conn, c Content) error {
	found := false
	err := query(conn, "SELECT 1 FROM contents WHERE hash = ?", func(st *sqlite.Stmt) { st.BindBytes(1, c.Hash[:]) }, func(*sqlite.Stmt) bool { found = true; return false })
	if err != nil || found {
		return err
	}
	return exec(conn, "INSERT INTO contents (hash, size, data) VALUES (?, ?, ?)", func(st *sqlite.Stmt) {
		st.BindBytes(1, c.Hash[:])
		st.BindInt64(2, int64(len(c.Data)))
		st.BindBytes(3, store.Compress(nil, c.Data))
	})
}

// GetContent reads bytes that are kept; found is false where there are none
// with the hash. What does not have its hash any more is an error.
func GetContent(conn *sqlite.Conn, hash [32]byte) (data []byte, found bool, err error) {
	var packed []byte
	err = query(conn, "SELECT data FROM contents WHERE hash = ?", func(st *sqlite.Stmt) { st.BindBytes(1, hash[:]) }, func(st *sqlite.Stmt) bool {
		packed, found = make([]byte, st.ColumnLen(0)), true
		st.ColumnBytes(0, packed)
		return false
	})
	if err != nil || !found {
		return nil, found, err
	}
	if data, err = store.Decompress(nil, packed); err != nil {
		return nil, true, err
	}
	if sha256.Sum256(data) != hash {
		return nil, true, fmt.Errorf("content %x is damaged; run doctor", hash[:8])
	}
	return data, true, nil
}

// Content is GetContent from this snapshot.
func (r *Reader) Content(hash [32]byte) ([]byte, bool, error) { return GetContent(r.conn, hash) }

// PutContents keeps bytes outside of an Apply.
func (g *Graph) PutContents(ctx context.Context, list ...Content) error {
	return g.st.Write(ctx, func(conn *sqlite.Conn) error {
		for _, c := range list {
			if err := PutContent(conn, c); err != nil {
				return err
			}
		}
		return nil
	})
}
