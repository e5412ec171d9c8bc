package session

import (
	"context"
	"time"

	"github.com/structural-memory/smp/safety"
)

// OpenSessionInfo is a session that is open.
type OpenSessionInfo struct {
	Handle      string    `json:"handle"` // its public name; the id is its holder's
	AgentID     string    `json:"agent_id"`
	Task        string    `json:"task"`
	Mode        string    `json:"mode"`
	Concurrency string    `json:"concurrency"`
	SafetyLevel string    `json:"safety_level"`
	Scope       []string  `json:"scope"`
	LocksHeld   []string  `json:"locks_held"`
	OpenedAt    time.Time `json:"opened_at"`
	ExpiresAt   time.Time `json:"expires_at"`
	AuditLogID  string    `json:"audit_log_id"`
}

// OpenSessions are the sessions that are open, the oldest first.
func (m *Sessions) OpenSessions(ctx context.Context) ([]OpenSessionInfo, error) {
	return safety.Get(ctx, m.Space.Safe(), func(tx *safety.Tx) ([]OpenSessionInfo, error) {
		active, err := tx.Active()
		if err != nil {
			return nil, err
		}
		locks, err := tx.Locks("")
		if err != nil {
			return nil, err
		}
		held := map[string][]string{}
		for _, l := range locks {
			held[l.Session] = append(held[l.Session], l.Path)
		}
		out := []OpenSessionInfo{}
		for _, s := range active {
			out = append(out, OpenSessionInfo{s.Handle(), s.Agent, s.Task, string(s.Mode), string(s.Concurrency), string(s.Level),
				s.Scope, append([]string{}, held[s.ID]...), s.Opened, s.Expires, s.AuditID})
		}
		return out, nil
	})
}
