package smp

import (
	"context"

	"github.com/structural-memory/smp/safety"
)

// ClosedSession is the answer of CloseSession.
type ClosedSession struct {
	SessionID     string   `json:"session_id"`
	Status        string   `json:"status"`
	FilesWritten  []string `json:"files_written"`
	FilesRead     []string `json:"files_read"` // and not written
	DurationMS    int64    `json:"duration_ms"`
	AuditLogID    string   `json:"audit_log_id"`
	LocksReleased []string `json:"locks_released"`
}

// CloseSession ends a session as completed, aborted or rolled_back and releases
// its locks. Completed, what an mvcc session has written in its own view
// becomes everybody's; otherwise that is dropped. Files on disk are not touched
// by closing as aborted or rolled_back: that is what Rollback is for.
func (m *Memory) CloseSession(ctx context.Context, session, status string) (*ClosedSession, error) {
	end := safety.Status(status)
	switch end {
	case safety.Completed, safety.Aborted, safety.RolledBack:
	default:
		return nil, &ParamError{Param: "status", Value: status, Hint: "use completed, aborted or rolled_back"}
	}
	s, err := m.safe().Use(ctx, session)
	if err != nil {
		return nil, err
	}
	if end == safety.Completed {
		if err := m.completeSession(ctx, s); err != nil {
			return nil, err
		}
	}
	return safety.Do(ctx, m.safe(), func(tx *safety.Tx) (*ClosedSession, error) {
		s, released, err := tx.Close(session, end)
		if err != nil {
			return nil, err
		}
		res := &ClosedSession{SessionID: s.ID, Status: status, FilesWritten: []string{}, FilesRead: []string{},
			DurationMS: s.Closed.Sub(s.Opened).Milliseconds(), AuditLogID: s.AuditID, LocksReleased: released}
		files, err := tx.Files(s.ID)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if f.Wrote {
				res.FilesWritten = append(res.FilesWritten, f.Path)
			} else {
				res.FilesRead = append(res.FilesRead, f.Path)
			}
		}
		_, err = tx.Append(s.AuditID, safety.Event{Method: "smp/session/close", Files: res.FilesWritten, Result: status, Detail: map[string]any{
			"files_read": res.FilesRead, "duration_ms": res.DurationMS, "locks_released": released,
		}})
		return res, err
	})
}
