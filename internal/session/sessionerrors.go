package session

import (
	"fmt"
	"strings"
	"time"

	"github.com/structural-memory/smp/safety"
)

// SessionError says why a session cannot be used: it matches one of the errors
// below.
type SessionError = safety.SessionError

// What can be wrong with what a call names.
var (
	ErrNoSession      = safety.ErrNoSession
	ErrSessionExpired = safety.ErrExpired
	ErrSessionClosed  = safety.ErrClosed
	ErrNoCheckpoint   = safety.ErrNoCheckpoint
	ErrNoAudit        = safety.ErrNoAudit
)

// Handle is the public name of a session: it shows which one it is and gives no
// power over it, as the id does.
func Handle(session string) string { return safety.Handle(session) }

// ScopeError says that a session may not write a file: it has not declared it,
// it only reads, or nobody may.
type ScopeError struct {
	Session string
	File    string
	Scope   []string
	Reason  string
}

func (e *ScopeError) Error() string {
	return fmt.Sprintf("the session %s may not write %s: %s", safety.Handle(e.Session), e.File, e.Reason)
}

// LockError says that a file is another session's to write, or that it has to
// be locked first.
type LockError struct {
	File          string
	HeldBySession string // its handle; "": nobody holds it, and the session has to
	HeldByAgent   string
	Expires       time.Time
}

func (e *LockError) Error() string {
	if e.HeldBySession == "" {
		return fmt.Sprintf("%s has to be locked first, with smp/lock: the session is exclusive", e.File)
	}
	return fmt.Sprintf("%s is locked by session %s (agent: %s) until %s at least", e.File, e.HeldBySession, e.HeldByAgent, e.Expires.Format(time.RFC3339))
}

// SequenceError says which steps an elevated session has to take before it
// writes a file.
type SequenceError struct {
	Session string
	File    string
	Missing []string
	Reason  string // where it has taken all of them, and another content is written than was judged
}

func (e *SequenceError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("the session %s is elevated, and %s: %s", safety.Handle(e.Session), e.File, e.Reason)
	}
	return fmt.Sprintf("the session %s is elevated: before %s is written it needs %s, in this order", safety.Handle(e.Session), e.File, strings.Join(e.Missing, ", "))
}

// RollbackError says that files were changed by someone else since the
// checkpoint, so that a rollback would lose that.
type RollbackError struct {
	Checkpoint string
	Files      []string
}

func (e *RollbackError) Error() string {
	return fmt.Sprintf("a rollback to %s would lose what this session has not written: %s; with force it is done all the same", e.Checkpoint, strings.Join(e.Files, ", "))
}
