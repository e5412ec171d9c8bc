package safety

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"
)

const sessionColumns = `id, agent, task, mode, concurrency, status, level, scope, denied,
	commit_sha, base_version, base_root, opened, expires, ttl, closed, audit`

// OpenSession stores a session and gives it its ids and times; a TTL of zero
// is the default.
func (tx *Tx) OpenSession(s Session) (*Session, error) {
	s.ID, s.AuditID, s.Status = newID("ses"), newID("aud"), Open
	if s.TTL <= 0 {
		s.TTL = DefaultTTL
	}
	if s.Level == "" {
		s.Level = Standard
	}
	s.TTL = max(s.TTL.Truncate(time.Millisecond), time.Millisecond)
	s.Opened, s.Expires, s.Closed = tx.now, tx.now.Add(s.TTL), time.Time{}
	scope, err := json.Marshal(append([]string{}, s.Scope...))
	if err != nil {
		return nil, err
	}
	denied, err := json.Marshal(append([]Denial{}, s.Denied...))
	if err != nil {
		return nil, err
	}
	return &s, tx.exec(`INSERT INTO sessions (`+sessionColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)`,
		s.ID, s.Agent, s.Task, string(s.Mode), string(s.Concurrency), string(s.Status), string(s.Level), string(scope), string(denied),
		s.CommitSHA, s.BaseVersion, s.BaseRoot, s.Opened, s.Expires, s.TTL.Milliseconds(), s.AuditID)
}

// Find is a session, whether it is open or not.
func (tx *Tx) Find(id string) (*Session, error) {
	all, err := tx.sessions("WHERE id = ?", id)
	if err == nil && len(all) == 0 {
		err = &SessionError{ID: id, Kind: ErrNoSession}
	}
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// Session is a session that is open.
func (tx *Tx) Session(id string) (*Session, error) {
	s, err := tx.Find(id)
	if err == nil {
		err = s.live(tx.now)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Active are the open sessions, the oldest first.
func (tx *Tx) Active() ([]Session, error) {
	all, err := tx.sessions("WHERE status = 'open' ORDER BY opened, id")
	return slices.DeleteFunc(all, func(s Session) bool { return !tx.now.Before(s.Expires) }), err
}

// byAudit is the session that an audit log is of, nil where there is none.
func (tx *Tx) byAudit(log string) (*Session, error) {
	all, err := tx.sessions("WHERE audit = ?", log)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

func (tx *Tx) sessions(where string, args ...any) ([]Session, error) {
	all := []Session{}
	return all, tx.query("SELECT "+sessionColumns+" FROM sessions "+where, func(st *sqlite.Stmt) error {
		s := Session{
			ID: st.ColumnText(0), Agent: st.ColumnText(1), Task: st.ColumnText(2), Mode: Mode(st.ColumnText(3)),
			Concurrency: Concurrency(st.ColumnText(4)), Status: Status(st.ColumnText(5)), Level: Level(st.ColumnText(6)),
			CommitSHA: st.ColumnText(9), BaseVersion: st.ColumnInt64(10), Opened: columnTime(st, 12), Expires: columnTime(st, 13),
			TTL: time.Duration(st.ColumnInt64(14)) * time.Millisecond, Closed: columnTime(st, 15), AuditID: st.ColumnText(16),
		}
		if st.ColumnLen(11) > 0 {
			s.BaseRoot = columnBytes(st, 11)
		}
		for column, into := range map[int]any{7: &s.Scope, 8: &s.Denied} {
			if err := json.Unmarshal([]byte(st.ColumnText(column)), into); err != nil {
				return fmt.Errorf("session %s: %w: %w", s.ID, ErrDamaged, err)
			}
		}
		tx.pending.renewed(&s)
		all = append(all, s)
		return nil
	}, args...)
}
