package jsonrpc

import (
	"errors"
	"time"

	"github.com/structural-memory/smp"
)

// UnknownIDData says what is not there.
type UnknownIDData struct {
	Detail string `json:"detail"`
}

// SessionEndedData says how a session has ended.
type SessionEndedData struct {
	SessionID string    `json:"session_id"`
	Status    string    `json:"status"`
	EndedAt   time.Time `json:"ended_at"`
}

// ScopeViolationData says what was to be written where it may not be.
type ScopeViolationData struct {
	SessionID     string   `json:"session_id"`
	AttemptedFile string   `json:"attempted_file"`
	DeclaredScope []string `json:"declared_scope"`
	Reason        string   `json:"reason"`
}

// LockConflictData says who holds a file; nobody does where it has to be locked
// first.
type LockConflictData struct {
	File          string `json:"file"`
	HeldBySession string `json:"held_by_session"`
	HeldByAgent   string `json:"held_by_agent"`
}

// SequenceViolationData says what has to be done before a write.
type SequenceViolationData struct {
	SessionID string   `json:"session_id"`
	File      string   `json:"file"`
	Missing   []string `json:"missing"`
	Reason    string   `json:"reason,omitempty"` // where all steps were taken, and another content is written than was judged
}

// RollbackConflictData names files that a rollback would take from others.
type RollbackConflictData struct {
	CheckpointID string   `json:"checkpoint_id"`
	Files        []string `json:"files"`
}

// ViewLostData says whose view is lost, and why.
type ViewLostData struct {
	View   string `json:"view"`
	Reason string `json:"reason"`
}

// MergeConflictData says what two sides have made of the same.
type MergeConflictData struct {
	SessionID string              `json:"session_id"`
	Conflicts []smp.MergeConflict `json:"conflicts"`
	More      int                 `json:"more"` // conflicts that are left out
}

// sessionError are the errors of sessions.
func sessionError(err error, say func(error) string) *Error {
	var ended *smp.SessionError
	var scope *smp.ScopeError
	var lock *smp.LockError
	var sequence *smp.SequenceError
	var foreign *smp.RollbackError
	var lost *smp.ViewLostError
	var merge *smp.MergeConflictError
	fail := func(c Code, data any) *Error {
		e := Fail(c, data)
		e.Message += ": " + say(err)
		return e
	}
	switch {
	case errors.Is(err, smp.ErrNoSession), errors.Is(err, smp.ErrNoCheckpoint), errors.Is(err, smp.ErrNoAudit):
		return fail(UnknownID, UnknownIDData{say(err)})
	case errors.As(err, &ended):
		return fail(SessionEnded, SessionEndedData{ended.ID, string(ended.Status), ended.At})
	case errors.As(err, &scope):
		return fail(ScopeViolation, ScopeViolationData{scope.Session, scope.File, append([]string{}, scope.Scope...), scope.Reason})
	case errors.As(err, &lock):
		return fail(LockConflict, LockConflictData{lock.File, lock.HeldBySession, lock.HeldByAgent})
	case errors.As(err, &sequence):
		return fail(SequenceViolation, SequenceViolationData{sequence.Session, sequence.File, sequence.Missing, sequence.Reason})
	case errors.As(err, &merge):
		return fail(MergeConflict, MergeConflictData{merge.Session, merge.Conflicts, merge.More})
	case errors.As(err, &lost):
		return fail(ViewLost, ViewLostData{lost.View, lost.Reason})
	case errors.As(err, &foreign):
		return fail(RollbackConflict, RollbackConflictData{foreign.Checkpoint, foreign.Files})
	}
	return nil
}
