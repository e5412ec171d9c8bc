package safety

import (
	"errors"
	"fmt"
	"time"
)

// What can be wrong with a session that a call names; a *SessionError matches
// them by errors.Is.
var (
	ErrNoSession = errors.New("no such session")
	ErrExpired   = errors.New("the session's time is over")
	ErrClosed    = errors.New("the session is closed")
)

// What can be missing from the store.
var (
	ErrNoCheckpoint = errors.New("no such checkpoint")
	ErrNoContent    = errors.New("no such content")
	ErrNoAudit      = errors.New("no such audit log")
	ErrDamaged      = errors.New("a stored value is damaged")
)

// SessionError says why a session cannot be used.
type SessionError struct {
	ID     string
	Status Status    // "" where there is no such session
	At     time.Time // when it ended
	Kind   error     // one of the above
}

func (e *SessionError) Error() string {
	switch e.Kind {
	case ErrNoSession:
		if IsHandle(e.ID) {
			return fmt.Sprintf("%s is the public name of a session: this needs its id, which the one who opened it was given", e.ID)
		}
		return fmt.Sprintf("there is no session %s: open one with smp/session/open", e.ID)
	case ErrExpired:
		return fmt.Sprintf("the time of session %s was over at %s and its locks are released: open another", Handle(e.ID), e.At.Format(time.RFC3339))
	}
	return fmt.Sprintf("the session %s is closed (%s) since %s: open another", Handle(e.ID), e.Status, e.At.Format(time.RFC3339))
}

func (e *SessionError) Unwrap() error { return e.Kind }
