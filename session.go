package smp

import (
	"context"
	"io"

	"github.com/structural-memory/smp/internal/session"
	"github.com/structural-memory/smp/safety"
)

type (
	// AuditEvent is what an entry of the audit log says.
	AuditEvent = session.AuditEvent
	// AuditLog is the answer of AuditLog: the record of one session.
	AuditLog = session.AuditLog
	// AuditQuery asks for the log of a session.
	AuditQuery = session.AuditQuery
	// AuditCheck says whether the log is as it was written.
	AuditCheck = session.AuditCheck
	// AuditRecord is an entry of the audit log with its place in the chain.
	AuditRecord = session.AuditRecord
	// CheckpointResult is the answer of Checkpoint.
	CheckpointResult = session.CheckpointResult
	// SessionFile is a file that a session has in its scope.
	SessionFile = session.SessionFile
	// ConflictResult is the answer of Conflict.
	ConflictResult = session.ConflictResult
	// DeniedLock is a file that a session does not get, and why.
	DeniedLock = session.DeniedLock
	// LockResult is the answer of Lock.
	LockResult = session.LockResult
	// UnlockResult is the answer of Unlock.
	UnlockResult = session.UnlockResult
	// PlanQuery declares what a task of several files will write.
	PlanQuery = session.PlanQuery
	// PlanStep is one file of a plan.
	PlanStep = session.PlanStep
	// PlanConflict is something that stands between files of a plan, or in the way
	// of one.
	PlanConflict = session.PlanConflict
	// PlanResult is the answer of Plan.
	PlanResult = session.PlanResult
	// RollbackResult is the answer of Rollback.
	RollbackResult = session.RollbackResult
	// ScopeAnalysis says what a change of a file puts at risk. What nothing is
	// known of is null: the file is not in the index, or no changes are recorded.
	ScopeAnalysis = session.ScopeAnalysis
	// HotNodeInScope is a node that changes often and that many call.
	HotNodeInScope = session.HotNodeInScope
	// ClosedSession is the answer of CloseSession.
	ClosedSession = session.ClosedSession
	// SessionError says why a session cannot be used: it matches one of the errors
	// below.
	SessionError = session.SessionError
	// ScopeError says that a session may not write a file: it has not declared it,
	// it only reads, or nobody may.
	ScopeError = session.ScopeError
	// LockError says that a file is another session's to write, or that it has to
	// be locked first.
	LockError = session.LockError
	// SequenceError says which steps an elevated session has to take before it
	// writes a file.
	SequenceError = session.SequenceError
	// RollbackError says that files were changed by someone else since the
	// checkpoint, so that a rollback would lose that.
	RollbackError = session.RollbackError
	// OpenSessionInfo is a session that is open.
	OpenSessionInfo = session.OpenSessionInfo
	// MergeConflict is a place in a file that a session and somebody else have made
	// different things of.
	MergeConflict = session.MergeConflict
	// MergeConflictError says that what a session has written does not go together
	// with what the files have become. Nothing is written and the session is open:
	// it can write what fits both and be closed again.
	MergeConflictError = session.MergeConflictError
	// SessionRequest declares what an agent is going to do.
	SessionRequest = session.SessionRequest
	// DeniedScope is a scope entry that is not granted.
	DeniedScope = session.DeniedScope
	// OpenedSession is the answer of OpenSession.
	OpenedSession = session.OpenedSession
	// RecoveredSession is the answer of RecoverSession. Of a session that goes on,
	// all but the reason and what follows it is there; of one that has ended, the
	// status, the reason and its last checkpoint.
	RecoveredSession = session.RecoveredSession
	// SessionUpdate is what an update in a session did.
	SessionUpdate = session.SessionUpdate
	// LeftOut is a file that is no part of the graph, and why.
	LeftOut = session.LeftOut
)

// What can be wrong with what a call names.
var (
	ErrNoSession      = session.ErrNoSession
	ErrSessionExpired = session.ErrSessionExpired
	ErrSessionClosed  = session.ErrSessionClosed
	ErrNoCheckpoint   = session.ErrNoCheckpoint
	ErrNoAudit        = session.ErrNoAudit
)

// AuditLog is the log of one session.
func (m *Memory) AuditLog(ctx context.Context, q AuditQuery) (*AuditLog, error) {
	return m.sessions.AuditLog(ctx, q)
}

// Audit writes an event into the log of a session, or of none where it is "".
// Its time is now. Methods of sessions do so by themselves.
func (m *Memory) Audit(ctx context.Context, session string, e AuditEvent) error {
	return m.sessions.Audit(ctx, session, e)
}

// AuditLater is Audit for a call that only reads: it waits for nobody who
// writes, and the event's time is when it is written, a moment later.
func (m *Memory) AuditLater(ctx context.Context, session string, e AuditEvent) error {
	return m.sessions.AuditLater(ctx, session, e)
}

// VerifyAudit follows the hashes of the log. Given a head that an earlier check
// has shown, it also finds that the log was cut off or written anew since.
func (m *Memory) VerifyAudit(ctx context.Context, expect string) (*AuditCheck, error) {
	return m.sessions.VerifyAudit(ctx, expect)
}

// ExportAudit writes the whole log as JSON lines, in its order.
func (m *Memory) ExportAudit(ctx context.Context, w io.Writer) (entries int, err error) {
	return m.sessions.ExportAudit(ctx, w)
}

// Checkpoint keeps what stands at some paths: files with mode and content,
// symbolic links as such, and that nothing is there. What the session sees in
// their place, in its own view or because it was pushed, is kept as well.
func (m *Memory) Checkpoint(ctx context.Context, session string, files ...string) (*CheckpointResult, error) {
	return m.sessions.Checkpoint(ctx, session, files...)
}

// Concerned are the open sessions that have some of these files in scope, which
// were changed by somebody else. A session is not told of what it wrote itself,
// nor of a file that it is about to write.
func (m *Memory) Concerned(ctx context.Context, author string, files []string) ([]SessionFile, error) {
	return m.sessions.Concerned(ctx, author, files)
}

// Conflict says where the scopes of two open sessions overlap.
func (m *Memory) Conflict(ctx context.Context, a, b string) (*ConflictResult, error) {
	return m.sessions.Conflict(ctx, a, b)
}

// Lock claims files for an exclusive session: those that it can have are
// granted at once, and the others denied with their holders. Nobody waits.
func (m *Memory) Lock(ctx context.Context, session string, files ...string) (*LockResult, error) {
	return m.sessions.Lock(ctx, session, files...)
}

// Unlock releases files that the session holds.
func (m *Memory) Unlock(ctx context.Context, session string, files ...string) (*UnlockResult, error) {
	return m.sessions.Unlock(ctx, session, files...)
}

// Plan puts the files that a task will write in an order in which each comes
// after those that it depends on, and says how risky each is and what stands
// between them. Of files that do not exist yet nothing is known but the path.
func (m *Memory) Plan(ctx context.Context, q PlanQuery) (*PlanResult, error) {
	return m.sessions.Plan(ctx, q)
}

// Rollback brings files back to what they were at a checkpoint of the session,
// or of a session of the same agent that has ended. Either all files are
// restored or none is. Where a file is now something that neither the
// checkpoint nor the session knows, someone else has changed it: that is a
// *RollbackError, unless force is true. A session that holds the lock of a file
// is taken for who has changed it.
func (m *Memory) Rollback(ctx context.Context, session, checkpoint string, force bool) (*RollbackResult, error) {
	return m.sessions.Rollback(ctx, session, checkpoint, force)
}

// CheckpointFiles are the paths that a checkpoint is of.
func (m *Memory) CheckpointFiles(ctx context.Context, checkpoint string) ([]string, error) {
	return m.sessions.CheckpointFiles(ctx, checkpoint)
}

// CloseSession ends a session as completed, aborted or rolled_back and releases
// its locks. Completed, what an mvcc session has written in its own view is
// merged into the working tree and becomes everybody's; where it conflicts with
// what others have made of the files, nothing happens but a
// *MergeConflictError. Otherwise what it has written is dropped, and files on
// disk are not touched: that is what Rollback is for.
func (m *Memory) CloseSession(ctx context.Context, session, status string) (*ClosedSession, error) {
	return m.sessions.CloseSession(ctx, session, status)
}

// Unmerged are the files that an open mvcc session has written in its own view.
func (m *Memory) Unmerged(ctx context.Context, session string) ([]string, error) {
	return m.sessions.Unmerged(ctx, session)
}

// OpenSessions are the sessions that are open, the oldest first.
func (m *Memory) OpenSessions(ctx context.Context) ([]OpenSessionInfo, error) {
	return m.sessions.OpenSessions(ctx)
}

// OpenSession opens a session. Entries of the scope that nobody may write are
// denied with reasons, the others granted; a scope with hot nodes makes the
// session an elevated one.
func (m *Memory) OpenSession(ctx context.Context, q SessionRequest) (*OpenedSession, error) {
	return m.sessions.OpenSession(ctx, q)
}

// RecoverSession finds the session of an agent that has lost its connection,
// or its own state, and renews it.
func (m *Memory) RecoverSession(ctx context.Context, session, agent string) (*RecoveredSession, error) {
	return m.sessions.RecoverSession(ctx, session, agent)
}

// UseSession renews the time of an open session, as every call does that names
// it. Like all that only reads it waits for nobody who writes.
func (m *Memory) UseSession(ctx context.Context, id string) error {
	return m.sessions.UseSession(ctx, id)
}

// NoteRead notes that an open session has looked at files.
func (m *Memory) NoteRead(ctx context.Context, session string, files ...string) error {
	return m.sessions.NoteRead(ctx, session, files...)
}

// ExpiredSessions ends the sessions whose time is over. It returns those that
// have ended so after a mark, whichever process noticed, and the next mark; a
// negative mark returns none.
func (m *Memory) ExpiredSessions(ctx context.Context, mark int64) (all []safety.Expired, next int64, err error) {
	return m.sessions.ExpiredSessions(ctx, mark)
}

// UpdateOutside is Update for changes that a client tells of without a session:
// they count as changes that nobody in particular has made.
func (m *Memory) UpdateOutside(ctx context.Context, changes ...FileChange) (*SessionUpdate, error) {
	return m.sessions.UpdateOutside(ctx, changes...)
}

// UpdateIn takes in what an open session has made of some files. An mvcc
// session changes its own view, until it is completed; an exclusive one the
// graph, for which it must hold the files' locks. A file out of scope, one that
// another session holds, and in an elevated session one without guard, dry run
// and checkpoint before are errors, and nothing is taken in. The next write of
// the same file begins with the guard again, also where this one fails.
func (m *Memory) UpdateIn(ctx context.Context, session string, changes ...FileChange) (*SessionUpdate, error) {
	return m.sessions.UpdateIn(ctx, session, changes...)
}

// Handle is the public name of a session: it shows which one it is and gives no
// power over it, as the id does.
func Handle(id string) string { return session.Handle(id) }
