package jsonrpc

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/structural-memory/smp"
)

// text is a parameter that is a string, "" where it is not there.
func text(params map[string]json.RawMessage, name string) (s string) {
	_ = json.Unmarshal(params[name], &s) // checked before
	return s
}

// use renews the session that a request names which only reads. Methods that
// write do so with what they write.
func (s *Server) use(ctx context.Context, row *Method, params map[string]json.RawMessage) error {
	if id := text(params, "session_id"); id != "" && row.Access == Read {
		return s.memory.UseSession(ctx, id)
	}
	return nil
}

// noteRead notes which file a session has asked about.
func (s *Server) noteRead(ctx context.Context, row *Method, params map[string]json.RawMessage, result any) {
	id, file := text(params, "session_id"), text(params, "file_path")
	if id == "" || row.Access != Read {
		return
	}
	if file == "" && row.focus != nil {
		if f := row.focus(result); f != nil {
			file = f.File
		}
	}
	if file == "" {
		return
	}
	if err := s.memory.NoteRead(ctx, id, file); err != nil {
		s.log.Warn("what a session reads cannot be noted", "session", smp.Handle(id), "error", err)
	}
}

// tellRefusal notifies a session of what it was refused.
func (s *Server) tellRefusal(err error, session string) {
	var scope *smp.ScopeError
	var lock *smp.LockError
	switch {
	case errors.As(err, &scope):
		s.NotifyScopeViolation(scope.Session, scope.File, scope.Scope)
	case errors.As(err, &lock) && lock.HeldBySession != "":
		s.NotifyLockConflict(session, lock.File, lock.HeldBySession, lock.HeldByAgent)
	}
}

// sweepEvery is how often sessions are looked for whose time is over.
const sweepEvery = time.Second

// sweep ends sessions whose time is over, and notifies those who have named
// one that has ended so, whichever process was the first to notice.
func (s *Server) sweep() {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	mark := int64(-1) // none yet
	for {
		expired, next, err := s.memory.ExpiredSessions(s.ctx, mark)
		switch {
		case errors.Is(err, smp.ErrClosed):
			return
		case err != nil:
			s.log.Debug("sessions cannot be swept", "error", err) // the next time may find them
		default:
			mark = next
		}
		for _, x := range expired {
			s.NotifySessionExpired(x.ID, x.Expires, x.Released)
		}
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
	}
}
