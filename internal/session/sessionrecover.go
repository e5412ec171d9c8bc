package session

import (
	"context"
	"time"

	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// RecoveredSession is the answer of RecoverSession. Of a session that goes on,
// all but the reason and what follows it is there; of one that has ended, the
// status, the reason and its last checkpoint.
type RecoveredSession struct {
	SessionID   string     `json:"session_id"`
	Status      string     `json:"status"` // recovered, or how it ended: expired, completed, aborted, rolled_back
	Scope       []string   `json:"scope,omitzero"`
	LocksHeld   []string   `json:"locks_held,omitzero"`
	Checkpoints []string   `json:"checkpoints,omitzero"`
	EventsSoFar *int       `json:"events_so_far,omitempty"` // entries of its audit log
	ExpiresAt   *time.Time `json:"expires_at,omitempty"`
	Task        string     `json:"task,omitempty"`
	Mode        string     `json:"mode,omitempty"`
	Concurrency string     `json:"concurrency,omitempty"`
	CommitSHA   string     `json:"commit_sha,omitempty"`
	SafetyLevel string     `json:"safety_level,omitempty"`
	AuditLogID  string     `json:"audit_log_id"`

	Reason           string     `json:"reason,omitempty"` // ttl_elapsed or closed
	LastCheckpoint   string     `json:"last_checkpoint,omitempty"`
	LastCheckpointAt *time.Time `json:"last_checkpoint_at,omitempty"`
	FilesSnapshotted []string   `json:"files_snapshotted,omitzero"`
}

// RecoverSession finds the session of an agent that has lost its connection,
// or its own state, and renews it.
func (m *Sessions) RecoverSession(ctx context.Context, session, agent string) (*RecoveredSession, error) {
	return safety.Do(ctx, m.Space.Safe(), func(tx *safety.Tx) (*RecoveredSession, error) {
		s, err := tx.Find(session)
		if err != nil {
			return nil, err
		}
		if s.Agent != agent {
			return nil, &workspace.ParamError{Param: "agent_id", Value: agent, Hint: "the session belongs to another agent"}
		}
		res := &RecoveredSession{SessionID: s.ID, AuditLogID: s.AuditID}
		if s.Status != safety.Open {
			return res, res.ended(tx, s)
		}
		return res, res.goesOn(tx, s)
	})
}

func (res *RecoveredSession) goesOn(tx *safety.Tx, s *safety.Session) error {
	s, err := tx.Use(s.ID)
	if err != nil {
		return err
	}
	res.Status, res.Scope, res.ExpiresAt = "recovered", s.Scope, &s.Expires
	res.Task, res.Mode, res.Concurrency, res.CommitSHA, res.SafetyLevel = s.Task, string(s.Mode), string(s.Concurrency), s.CommitSHA, string(s.Level)
	locks, err := tx.Locks(s.ID)
	if err != nil {
		return err
	}
	res.LocksHeld, res.Checkpoints = []string{}, []string{}
	for _, l := range locks {
		res.LocksHeld = append(res.LocksHeld, l.Path)
	}
	all, err := tx.Checkpoints(s.ID)
	if err != nil {
		return err
	}
	for _, c := range all {
		res.Checkpoints = append(res.Checkpoints, c.ID)
	}
	n, err := tx.CountAudit(s.AuditID, lifeMethods...)
	res.EventsSoFar = &n
	return err
}

func (res *RecoveredSession) ended(tx *safety.Tx, s *safety.Session) error {
	res.Status, res.Reason = string(s.Status), "closed"
	if s.Status == safety.Lapsed {
		res.Reason = "ttl_elapsed"
	}
	all, err := tx.Checkpoints(s.ID)
	if err != nil || len(all) == 0 {
		return err
	}
	last, err := tx.Checkpoint(all[len(all)-1].ID)
	if err != nil {
		return err
	}
	res.LastCheckpoint, res.LastCheckpointAt, res.FilesSnapshotted = last.ID, &last.At, last.Paths()
	return nil
}
