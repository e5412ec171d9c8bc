package session

import (
	"context"
	"fmt"
	"time"

	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// DeniedLock is a file that a session does not get, and why.
type DeniedLock struct {
	File          string     `json:"file"`
	Reason        string     `json:"reason"` // locked, or why the session may not write the file at all
	HeldBySession string     `json:"held_by_session,omitempty"`
	HeldByAgent   string     `json:"held_by_agent,omitempty"`
	ExpiresAt     *time.Time `json:"expires_at,omitempty"` // of the holder, if it is not heard of any more
}

// LockResult is the answer of Lock.
type LockResult struct {
	Granted []string     `json:"granted"`
	Denied  []DeniedLock `json:"denied"`
}

// UnlockResult is the answer of Unlock.
type UnlockResult struct {
	Released []string `json:"released"`
	NotHeld  []string `json:"not_held"` // by this session
}

// mostFiles bounds the files that one call names.
const mostFiles = 10_000

// Lock claims files for an exclusive session: those that it can have are
// granted at once, and the others denied with their holders. Nobody waits.
func (m *Sessions) Lock(ctx context.Context, session string, files ...string) (*LockResult, error) {
	files, err := m.namedFiles(files)
	if err != nil {
		return nil, err
	}
	return safety.Do(ctx, m.Space.Safe(), func(tx *safety.Tx) (*LockResult, error) {
		s, err := tx.Use(session)
		if err != nil {
			return nil, err
		}
		if s.Concurrency != safety.Exclusive {
			return nil, &workspace.ParamError{Param: "session_id", Value: s.ID, Hint: "it is an mvcc session, which nobody can block; locks are for sessions opened with concurrency exclusive"}
		}
		res := &LockResult{Granted: []string{}, Denied: []DeniedLock{}}
		var wanted []string
		for _, f := range files {
			if err, refused := m.mayTouch(s, f).(*ScopeError); refused {
				res.Denied = append(res.Denied, DeniedLock{File: f, Reason: err.Reason})
				continue
			}
			wanted = append(wanted, f)
		}
		granted, held, err := tx.Lock(s, wanted)
		if err != nil {
			return nil, err
		}
		res.Granted = append(res.Granted, granted...)
		for _, l := range held {
			res.Denied = append(res.Denied, DeniedLock{l.Path, "locked", l.Handle(), l.Agent, &l.Expires})
		}
		return res, logLocks(tx, s, res)
	})
}

// logLocks writes what was granted and what was not into the audit log.
func logLocks(tx *safety.Tx, s *safety.Session, res *LockResult) error {
	if len(res.Granted) > 0 {
		if _, err := tx.Append(s.AuditID, safety.Event{Method: "smp/lock", Files: res.Granted, Result: "granted"}); err != nil {
			return err
		}
	}
	for _, d := range res.Denied {
		e := safety.Event{Method: "smp/lock", File: d.File, Result: "denied", Detail: map[string]any{"reason": d.Reason}}
		if d.HeldBySession != "" {
			e.Result, e.Detail["held_by_session"], e.Detail["held_by_agent"] = "lock_conflict", d.HeldBySession, d.HeldByAgent
		}
		if _, err := tx.Append(s.AuditID, e); err != nil {
			return err
		}
	}
	return nil
}

// Unlock releases files that the session holds.
func (m *Sessions) Unlock(ctx context.Context, session string, files ...string) (*UnlockResult, error) {
	files, err := m.namedFiles(files)
	if err != nil {
		return nil, err
	}
	return safety.Do(ctx, m.Space.Safe(), func(tx *safety.Tx) (*UnlockResult, error) {
		s, err := tx.Use(session)
		if err != nil {
			return nil, err
		}
		res := &UnlockResult{NotHeld: []string{}}
		if res.Released, err = tx.Unlock(s.ID, files); err != nil {
			return nil, err
		}
		free := map[string]bool{}
		for _, f := range res.Released {
			free[f] = true
		}
		for _, f := range files {
			if !free[f] {
				res.NotHeld = append(res.NotHeld, f)
			}
		}
		e := safety.Event{Method: "smp/unlock", Files: res.Released, Result: "released"}
		if len(res.Released) == 0 {
			e.Files, e.Result = files, "not_held"
		}
		_, err = tx.Append(s.AuditID, e)
		return res, err
	})
}

// namedFiles are paths as the graph has them, each once, in their order.
func (m *Sessions) namedFiles(files []string) ([]string, error) {
	switch {
	case len(files) == 0:
		return nil, &workspace.ParamError{Param: "files", Value: "empty", Hint: "name at least one file"}
	case len(files) > mostFiles:
		return nil, &workspace.ParamError{Param: "files", Value: fmt.Sprintf("%d files", len(files)), Hint: fmt.Sprintf("name at most %d", mostFiles)}
	}
	out := make([]string, 0, len(files))
	seen := map[string]bool{}
	for _, f := range files {
		rel, err := m.Space.Relative(f)
		if err != nil {
			return nil, err
		}
		if f == "" || rel == "." {
			return nil, &workspace.ParamError{Param: "files", Value: fmt.Sprintf("%q", f), Hint: "name files, by their paths below the root"}
		}
		if !seen[rel] {
			seen[rel] = true
			out = append(out, rel)
		}
	}
	return out, nil
}
