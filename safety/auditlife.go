package safety

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// The methods of entries that tell of a session's beginning and end.
const (
	opening = "smp/session/open"
	closing = "smp/session/close"
)

// LifeMethods are they.
var LifeMethods = []string{opening, closing}

// Life is what the chain says of a session: who did what, when and within
// which bounds. The rows of sessions can be edited or gone; this cannot
// unnoticed.
type Life struct {
	Log    string
	Handle string
	Agent  string
	Task   string
	Scope  []string
	Opened time.Time
	Closed time.Time // zero while it is open
	Status Status

	seq int64 // of its beginning
}

// opened is the detail of an entry that a session begins with.
type opened struct {
	Session   string `json:"session"`
	SessionID string `json:"session_id"` // as it was written formerly
	Agent     string `json:"agent_id"`
	Task      string `json:"task"`
}

// Opening is the entry that a session's log begins with.
func Opening(s *Session) Event {
	return Event{Method: opening, Files: s.Scope, Result: "opened", Detail: map[string]any{
		"session": s.Handle(), "agent_id": s.Agent, "task": s.Task, "mode": s.Mode, "concurrency": s.Concurrency,
		"commit_sha": s.CommitSHA, "safety_level": s.Level, "denied_scope": s.Denied,
	}}
}

// take follows a session's life by one entry.
func (l *Life) take(e *Entry) error {
	switch {
	case e.Method == opening && l.Log == "":
		text, err := json.Marshal(e.Detail)
		if err != nil {
			return err
		}
		var o opened
		if err := json.Unmarshal(text, &o); err != nil {
			return fmt.Errorf("%w: audit entry %d: %w", ErrDamaged, e.Seq, err)
		}
		*l = Life{Log: e.Log, Handle: Handle(o.Session + o.SessionID), Agent: o.Agent, Task: o.Task, Scope: append([]string{}, e.Files...), Opened: e.T, Status: Open, seq: e.Seq}
	case e.Method == closing && slices.Contains([]Status{Completed, Aborted, RolledBack}, Status(e.Result)):
		l.Status, l.Closed = Status(e.Result), e.T
	case e.Method == Expiry:
		l.Status, l.Closed = Lapsed, e.T
		if at, ok := e.Detail["expired_at"].(string); ok {
			if t, err := time.Parse(time.RFC3339Nano, at); err == nil {
				l.Closed = t
			}
		}
	}
	return nil
}

// Life is the life of the session that a log is of.
func (tx *Tx) Life(log string) (*Life, error) {
	l := &Life{}
	err := tx.eachEntry("WHERE log = ? AND method IN (?, ?, ?) ORDER BY seq", func(e Entry) error { return l.take(&e) }, log, opening, closing, Expiry)
	if err == nil && (l.Log == "" || log == "") {
		err = fmt.Errorf("%w: %s", ErrNoAudit, log)
	}
	return l, err
}

// Lives are all of them, by their logs.
func (tx *Tx) Lives() (map[string]*Life, error) {
	all := map[string]*Life{}
	err := tx.eachEntry("WHERE log <> '' AND method IN (?, ?, ?) ORDER BY seq", func(e Entry) error {
		if all[e.Log] == nil {
			all[e.Log] = &Life{}
		}
		return all[e.Log].take(&e)
	}, opening, closing, Expiry)
	return all, err
}

// checkSessions compares the rows of sessions with what the chain says.
func (tx *Tx) checkSessions(c *AuditCheck) error {
	lives, err := tx.Lives()
	if err != nil {
		return err
	}
	rows, err := tx.sessions("")
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, s := range rows {
		known[s.AuditID] = true
		l := lives[s.AuditID]
		if l == nil || l.Log == "" {
			continue // it is in no log, so nothing is shown of it
		}
		if what := l.differs(&s); what != "" {
			c.fail(l.seq, "the row of session %s says another %s than its log", l.Handle, what)
			return nil
		}
	}
	for _, l := range lives {
		if l.Log != "" && !known[l.Log] && (c.Broken == 0 || l.seq < c.Broken) {
			c.fail(l.seq, "the row of session %s was deleted; its log is here", l.Handle)
		}
	}
	return nil
}

// differs says in what a row is not what the log has.
func (l *Life) differs(s *Session) string {
	switch {
	case l.Handle != s.Handle():
		return "id"
	case l.Agent != s.Agent:
		return "agent"
	case l.Task != s.Task:
		return "task"
	case !slices.Equal(l.Scope, append([]string{}, s.Scope...)):
		return "scope"
	case l.Status != s.Status:
		return "status"
	case !l.Opened.Equal(s.Opened):
		return "time of its beginning"
	}
	return ""
}
