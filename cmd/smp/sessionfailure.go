package main

import (
	"errors"

	"github.com/structural-memory/smp"
)

// The codes of errors about sessions, those of the protocol.
const (
	codeSequence = -32020
	codeScope    = -32021
	codeLock     = -32022
	codeUnknown  = -32023
	codeEnded    = -32024
	codeRollback = -32025
)

// sessionFailure is what an error about a session is to the caller, nil for
// other errors. All are an honest no.
func sessionFailure(err error) *failure {
	var ended *smp.SessionError
	var scope *smp.ScopeError
	var lock *smp.LockError
	var sequence *smp.SequenceError
	var foreign *smp.RollbackError
	no := func(code int, data map[string]any) *failure {
		return &failure{code: code, exit: exitNegative, text: err.Error(), data: data}
	}
	switch {
	case errors.Is(err, smp.ErrNoSession), errors.Is(err, smp.ErrNoCheckpoint), errors.Is(err, smp.ErrNoAudit):
		return no(codeUnknown, map[string]any{"detail": err.Error()})
	case errors.As(err, &ended):
		return no(codeEnded, map[string]any{"session_id": ended.ID, "status": ended.Status, "ended_at": ended.At})
	case errors.As(err, &scope):
		return no(codeScope, map[string]any{"session_id": scope.Session, "attempted_file": scope.File, "declared_scope": scope.Scope, "reason": scope.Reason})
	case errors.As(err, &lock):
		return no(codeLock, map[string]any{"file": lock.File, "held_by_session": lock.HeldBySession, "held_by_agent": lock.HeldByAgent})
	case errors.As(err, &sequence):
		return no(codeSequence, map[string]any{"session_id": sequence.Session, "file": sequence.File, "missing": sequence.Missing})
	case errors.As(err, &foreign):
		return no(codeRollback, map[string]any{"checkpoint_id": foreign.Checkpoint, "files": foreign.Files})
	}
	return nil
}
