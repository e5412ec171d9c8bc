package safety

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/structural-memory/smp/internal/store"
	"zombiezen.com/go/sqlite"
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
	h := HashOf(content)
	known := false
	err := tx.query("SELECT 1 FROM contents WHERE hash = ?", func(*sqlite.Stmt) error {
		known = true
		return nil
	}, h)
	if err != nil || known {
		return h, err
	}
	return h, tx.exec("INSERT INTO contents (hash, size, data) VALUES (?, ?, ?)", h, len(content), store.Compress([]byte{}, content))
}

// Content is what was put, byte for byte.
func (tx *Tx) Content(h Hash) (content []byte, err error) {
	err = fmt.Errorf("%w: %s", ErrNoContent, h)
	qerr := tx.query("SELECT data FROM contents WHERE hash = ?", func(st *sqlite.Stmt) error {
		content, err = store.Decompress([]byte{}, columnBytes(st, 0))
		return nil
	}, h)
	if qerr != nil || err != nil {
		return nil, cmp.Or(qerr, err)
	}
	if HashOf(content) != h {
		return nil, fmt.Errorf("%w: the content %s", ErrDamaged, h)
	}
	return content, nil
}
