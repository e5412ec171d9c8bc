package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// AuditEvent is what an entry of the audit log says.
type AuditEvent struct {
	T            time.Time      `json:"t"`
	Method       string         `json:"method"`
	Target       string         `json:"target,omitempty"`
	File         string         `json:"file,omitempty"`
	Files        []string       `json:"files,omitempty"`
	Result       string         `json:"result,omitempty"`
	CheckpointID string         `json:"checkpoint_id,omitempty"`
	Detail       map[string]any `json:"detail,omitempty"`
}

// AuditLog is the answer of AuditLog: the record of one session.
type AuditLog struct {
	AuditLogID string       `json:"audit_log_id"`
	AgentID    string       `json:"agent_id"`
	Task       string       `json:"task"`
	SessionID  string       `json:"session_id"` // its handle
	OpenedAt   time.Time    `json:"opened_at"`
	ClosedAt   *time.Time   `json:"closed_at"` // null while it is open
	Status     string       `json:"status"`    // open, completed, aborted, rolled_back, expired
	Scope      []string     `json:"scope"`
	Events     []AuditEvent `json:"events"`
	Total      int          `json:"total"`          // events in all
	More       int          `json:"more,omitempty"` // events behind those shown
}

// lifeMethods are the entries of a log that its head says in other words.
var lifeMethods = safety.LifeMethods

// AuditQuery asks for the log of a session.
type AuditQuery struct {
	AuditLogID string
	Offset     int // events to skip
	Limit      int // 1000 by default
}

// AuditLog is the log of one session.
func (m *Sessions) AuditLog(ctx context.Context, q AuditQuery) (*AuditLog, error) {
	if q.Limit <= 0 {
		q.Limit = 1000
	}
	return safety.Get(ctx, m.Space.Safe(), func(tx *safety.Tx) (*AuditLog, error) {
		l, err := tx.Life(q.AuditLogID) // not the session's row, which can be edited
		if err != nil {
			return nil, err
		}
		a := &AuditLog{AuditLogID: l.Log, AgentID: l.Agent, Task: l.Task, SessionID: l.Handle, OpenedAt: l.Opened, Status: string(l.Status), Scope: l.Scope, Events: []AuditEvent{}}
		if !l.Closed.IsZero() {
			a.ClosedAt = &l.Closed
		}
		if a.Total, err = tx.CountAudit(l.Log, lifeMethods...); err != nil {
			return nil, err
		}
		entries, err := tx.AuditLog(l.Log, q.Offset, q.Limit, lifeMethods...)
		for _, e := range entries {
			a.Events = append(a.Events, AuditEvent(e.Event))
		}
		a.More = max(0, a.Total-q.Offset-len(a.Events))
		return a, err
	})
}

// Audit writes an event into the log of a session, or of none where it is "".
// Its time is now. Methods of sessions do so by themselves.
func (m *Sessions) Audit(ctx context.Context, session string, e AuditEvent) error {
	return m.Space.Safe().Write(ctx, func(tx *safety.Tx) error {
		log := ""
		if session != "" {
			s, err := tx.Find(session)
			if err != nil {
				return err
			}
			log = s.AuditID
		}
		_, err := tx.Append(log, safety.Event(e))
		return err
	})
}

// AuditLater is Audit for a call that only reads: it waits for nobody who
// writes, and the event's time is when it is written, a moment later.
func (m *Sessions) AuditLater(ctx context.Context, session string, e AuditEvent) error {
	log := ""
	if session != "" {
		s, err := safety.Get(ctx, m.Space.Safe(), func(tx *safety.Tx) (*safety.Session, error) { return tx.Find(session) })
		if err != nil {
			return err
		}
		log = s.AuditID
	}
	return m.Space.Safe().Later(func(tx *safety.Tx) error {
		_, err := tx.Append(log, safety.Event(e))
		return err
	})
}

// AuditCheck says whether the log is as it was written.
type AuditCheck struct {
	OK      bool   `json:"ok"`
	Entries int64  `json:"entries"`           // that are as they were written, from the beginning
	Head    string `json:"head"`              // hash of the last of them
	Broken  int64  `json:"broken,omitempty"`  // number of the first that is not
	Problem string `json:"problem,omitempty"` // what is wrong with it
}

// VerifyAudit follows the hashes of the log. Given a head that an earlier check
// has shown, it also finds that the log was cut off or written anew since.
func (m *Sessions) VerifyAudit(ctx context.Context, expect string) (*AuditCheck, error) {
	var h safety.Hash
	if expect != "" {
		var err error
		if h, err = safety.ParseHash(expect); err != nil {
			return nil, &workspace.ParamError{Param: "expect", Value: expect, Hint: "use the head that a check has shown, 64 digits in hex"}
		}
	}
	c, err := m.Space.Safe().VerifyAudit(ctx, h)
	if err != nil {
		return nil, err
	}
	return &AuditCheck{c.OK, c.Entries, c.Head.String(), c.Broken, c.Problem}, nil
}

// AuditRecord is an entry of the audit log with its place in the chain.
type AuditRecord struct {
	Seq        int64  `json:"seq"`
	AuditLogID string `json:"audit_log_id"` // "" outside of sessions
	SessionID  string `json:"session_id"`   // its handle
	AgentID    string `json:"agent_id"`
	AuditEvent
	Prev string `json:"prev"`
	Hash string `json:"hash"`
}

// ExportAudit writes the whole log as JSON lines, in its order.
func (m *Sessions) ExportAudit(ctx context.Context, w io.Writer) (entries int, err error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	err = m.Space.Safe().Read(ctx, func(tx *safety.Tx) error {
		whose, err := tx.Lives()
		if err != nil {
			return err
		}
		return tx.AuditSince(0, func(e safety.Entry) error {
			entries++
			var l safety.Life
			if known := whose[e.Log]; known != nil {
				l = *known
			}
			return out.Encode(AuditRecord{e.Seq, e.Log, l.Handle, l.Agent, AuditEvent(e.Event), e.Prev.String(), e.Hash.String()})
		})
	})
	return entries, err
}

// refused notes in the audit log that a call of a session was refused or has
// failed, and returns why.
func (m *Sessions) refused(ctx context.Context, s *safety.Session, method, file string, why error) error {
	e := safety.Event{Method: method, File: file, Result: cmp.Or(refusal(why), "failed"), Detail: map[string]any{"reason": why.Error()}}
	if _, err := m.Space.Safe().Append(context.WithoutCancel(ctx), s.AuditID, e); err != nil {
		return errors.Join(why, err)
	}
	return why
}

// refusal is how the audit log calls an error that refuses something; "" for
// others.
func refusal(err error) string {
	var scope *ScopeError
	var lock *LockError
	var sequence *SequenceError
	var foreign *RollbackError
	switch {
	case errors.As(err, &scope):
		return "scope_violation"
	case errors.As(err, &lock):
		return "lock_conflict"
	case errors.As(err, &sequence):
		return "sequence_violation"
	case errors.As(err, &foreign):
		return "rollback_conflict"
	}
	return ""
}
