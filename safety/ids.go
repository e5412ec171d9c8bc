package safety

import (
	"crypto/rand"
	"encoding/hex"
)

// newID makes an id that nobody can guess: ses_…, chk_…, aud_….
func newID(kind string) string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return kind + "_" + hex.EncodeToString(b[:])
}
