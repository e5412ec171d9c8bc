package session

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/workspace"
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
	FilesMerged   []string `json:"files_merged"`           // of the working tree, that completing an mvcc session has changed
	ResyncError   string   `json:"resync_error,omitempty"` // why the index does not have them yet
}

// CloseSession ends a session as completed, aborted or rolled_back and releases
// its locks. Completed, what an mvcc session has written in its own view is
// merged into the working tree and becomes everybody's; where it conflicts with
// what others have made of the files, nothing happens but a
// *MergeConflictError. Otherwise what it has written is dropped, and files on
// disk are not touched: that is what Rollback is for.
func (m *Sessions) CloseSession(ctx context.Context, session, status string) (*ClosedSession, error) {
	end := safety.Status(status)
	switch end {
	case safety.Completed, safety.Aborted, safety.RolledBack:
	default:
		return nil, &workspace.ParamError{Param: "status", Value: status, Hint: "use completed, aborted or rolled_back"}
	}
	if err := m.Files.RecoverFiles(ctx); err != nil {
		return nil, err
	}
	s, err := m.Space.Safe().Use(ctx, session)
	if err != nil {
		return nil, err
	}
	defer m.sweepSoon(ctx)
	if end == safety.Completed && s.Concurrency == safety.MVCC {
		return m.completeSession(ctx, s)
	}
	var dropped []ingest.FileChange
	res, err := safety.Do(ctx, m.Space.Safe(), func(tx *safety.Tx) (*ClosedSession, error) {
		res, err := closeIn(tx, session, end, []string{})
		if err == nil && end != safety.Completed && s.Concurrency != safety.MVCC {
			dropped, err = onlyPushed(tx, s.ID, res.FilesWritten)
		}
		return res, err
	})
	if err != nil {
		return nil, err
	}
	if _, err := m.resync(ctx, dropped); err != nil {
		res.ResyncError = fmt.Sprintf("the session has ended, but what it has pushed counts still: %v", err)
	}
	return res, nil
}

// onlyPushed are the files that count as a session has pushed them, and that the
// disk has otherwise: when it is dropped, the disk counts again.
func onlyPushed(tx *safety.Tx, session string, written []string) (out []ingest.FileChange, err error) {
	for _, path := range written {
		pushed, err := tx.Pushed(path)
		if err != nil {
			return nil, err
		}
		own, err := tx.File(session, path)
		if err != nil {
			return nil, err
		}
		if pushed != nil && own != nil && own.Content == *pushed {
			out = append(out, ingest.FileChange{Path: path, Settled: true})
		}
	}
	return out, nil
}

// Unmerged are the files that an open mvcc session has written in its own view.
func (m *Sessions) Unmerged(ctx context.Context, session string) ([]string, error) {
	return safety.Get(ctx, m.Space.Safe(), func(tx *safety.Tx) ([]string, error) {
		s, err := tx.Session(session)
		if err != nil || s.Concurrency != safety.MVCC {
			return nil, err
		}
		files, err := tx.Files(s.ID)
		var out []string
		for _, f := range files {
			if f.Wrote {
				out = append(out, f.Path)
			}
		}
		return out, err
	})
}

// sweepSoon removes the views that nobody needs any more: a session's that has
// ended.
func (m *Sessions) sweepSoon(ctx context.Context) {
	_ = m.Views.SweepViews(ctx) // what stays is swept the next time
}

// closeIn ends a session in a transaction.
func closeIn(tx *safety.Tx, session string, end safety.Status, merged []string) (*ClosedSession, error) {
	s, released, err := tx.Close(session, end)
	if err != nil {
		return nil, err
	}
	res := &ClosedSession{SessionID: s.ID, Status: string(end), FilesWritten: []string{}, FilesRead: []string{},
		DurationMS: s.Closed.Sub(s.Opened).Milliseconds(), AuditLogID: s.AuditID, LocksReleased: released, FilesMerged: merged}
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
	_, err = tx.Append(s.AuditID, safety.Event{Method: "smp/session/close", Files: res.FilesWritten, Result: string(end), Detail: map[string]any{
		"files_read": res.FilesRead, "files_merged": merged, "duration_ms": res.DurationMS, "locks_released": released,
	}})
	return res, err
}
