package session

import (
	"cmp"
	"context"
	"errors"

	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// UseSession renews the time of an open session, as every call does that names
// it. Like all that only reads it waits for nobody who writes.
func (m *Sessions) UseSession(ctx context.Context, id string) error {
	_, err := m.Space.Safe().Use(ctx, id)
	return err
}

// NoteRead notes that an open session has looked at files.
func (m *Sessions) NoteRead(ctx context.Context, session string, files ...string) error {
	s, err := m.Space.Safe().Use(ctx, session)
	if err == nil {
		m.Space.Safe().NoteReads(s.ID, files...)
	}
	return err
}

// ExpiredSessions ends the sessions whose time is over. It returns those that
// have ended so after a mark, whichever process noticed, and the next mark; a
// negative mark returns none.
func (m *Sessions) ExpiredSessions(ctx context.Context, mark int64) (all []safety.Expired, next int64, err error) {
	err = m.Space.Safe().Expire(ctx)
	if err != nil && !errors.Is(err, workspace.ErrReadOnly) {
		return nil, mark, err
	}
	err = m.Space.Safe().Read(ctx, func(tx *safety.Tx) error {
		if mark >= 0 {
			all, err = tx.ExpiredSince(mark)
		}
		if err == nil {
			next, _, err = tx.Head()
		}
		return err
	})
	if len(all) > 0 {
		m.sweepSoon(ctx)
	}
	return all, next, err
}

// mayWrite tells whether an open session may write a file now.
func (m *Sessions) mayWrite(tx *safety.Tx, s *safety.Session, c ingest.FileChange) error {
	if err := m.mayTouch(s, c.Path); err != nil {
		return err
	}
	if err := mayHold(tx, s, c.Path); err != nil {
		return err
	}
	return mayFollow(tx, s, c)
}

// mayTouch tells whether a file is one that the session may write at all.
func (m *Sessions) mayTouch(s *safety.Session, path string) error {
	refuse := func(reason string) error { return &ScopeError{s.ID, path, s.Scope, reason} }
	if s.Mode != safety.WriteMode {
		return refuse("the session only reads: open one in mode write")
	}
	if reason := cmp.Or(m.Space.IsProtected(path), m.Space.ThroughLink(path)); reason != "" {
		return refuse(reason)
	}
	if !s.InScope(path) {
		return refuse("it is outside of the declared scope")
	}
	return nil
}
