package safety

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

// The id of a session is a secret: who knows it may write, unlock and close.
// Others are shown its handle, which names the session and opens nothing.
const (
	sessionPrefix = "ses_"
	handlePrefix  = "hdl_"
)

// Handle is the public name of a session, which its id cannot be found from.
func Handle(id string) string {
	if id == "" || IsHandle(id) {
		return id
	}
	sum := sha256.Sum256([]byte("smp session handle\n" + id))
	return handlePrefix + hex.EncodeToString(sum[:6])
}

// IsHandle tells whether a name of a session is its public one.
func IsHandle(name string) bool { return strings.HasPrefix(name, handlePrefix) }

// Handle is the public name of the session.
func (s *Session) Handle() string { return Handle(s.ID) }

// Handle is the public name of the session that holds the lock.
func (l *Lock) Handle() string { return Handle(l.Session) }

var sessionID = regexp.MustCompile(sessionPrefix + `[0-9a-f]{16,}`)

// HideIDs replaces the ids of sessions in a text that others may read.
func HideIDs(text string) string {
	if !strings.Contains(text, sessionPrefix) {
		return text
	}
	return sessionID.ReplaceAllStringFunc(text, Handle)
}

// Named is an open session by its id or its handle, for questions that give
// nobody power over it.
func (tx *Tx) Named(name string) (*Session, error) {
	if !IsHandle(name) {
		return tx.Session(name)
	}
	all, err := tx.Active()
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Handle() == name {
			return &all[i], nil
		}
	}
	return nil, &SessionError{ID: name, Kind: ErrNoSession}
}
