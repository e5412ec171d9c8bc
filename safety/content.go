package safety

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/structural-memory/smp/graph"
)

// Hash is the SHA-256 of a content. The zero value stands for no content: the
// file is not there.
type Hash [sha256.Size]byte

// HashOf is the hash of a content.
func HashOf(content []byte) Hash { return sha256.Sum256(content) }

// None tells whether there is no content.
func (h Hash) None() bool { return h == Hash{} }

// String is the hash in hex, "" where there is no content.
func (h Hash) String() string {
	if h.None() {
		return ""
	}
	return hex.EncodeToString(h[:])
}

// MaxContent is as large as a content may be.
const MaxContent = 64 << 20

// PutContent keeps a content, once however often it is put.
func (tx *Tx) PutContent(content []byte) (Hash, error) {
	if len(content) > MaxContent {
		return Hash{}, fmt.Errorf("a content of %d bytes is larger than the %d that are kept", len(content), MaxContent)
	}
	c := graph.ContentOf(content)
	return c.Hash, graph.PutContent(tx.conn, c)
}

// Content is what was put, byte for byte.
func (tx *Tx) Content(h Hash) ([]byte, error) {
	content, found, err := graph.GetContent(tx.conn, h)
	if err == nil && !found {
		err = fmt.Errorf("%w: %s", ErrNoContent, h)
	}
	return content, err
}
