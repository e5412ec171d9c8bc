package smp

import (
	"cmp"
	"context"
	"errors"

	"github.com/structural-memory/smp/safety"
)

// UseSession renews the time of an open session, as every call does that names
// it. Like all that only reads it waits for nobody who writes.
func (m *Memory) UseSession(ctx context.Context, id string) error {
	_, err := m.safe().Use(ctx, id)
	return err
}

// NoteRead notes that an open session has looked at files.
func (m *Memory) NoteRead(ctx context.Context, session string, files ...string) error {
	s, err := m.safe().Use(ctx, session)
	if err == nil {
		m.safe().NoteReads(s.ID, files...)
	}
	return err
}

// ExpiredSessions ends the sessions whose time is over. It returns those that
// have ended so after a mark, whichever process noticed, and the next mark; a
// negative mark returns none.
func (m *Memory) ExpiredSessions(ctx context.Context, mark int64) (all []safety.Expired, next int64, err error) {
	err = m.safe().Expire(ctx)
	if err != nil && !errors.Is(err, ErrReadOnly) {
		return nil, mark, err
	}
	err = m.safe().Read(ctx, func(tx *safety.Tx) error {
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
func (m *Memory) mayWrite(tx *safety.Tx, s *safety.Session, path string) error {
	if err := m.mayTouch(s, path); err != nil {
		return err
	}
	held, err := tx.LockOf(path)
	switch {
	case err != nil:
		return err
	case held != nil && held.Session != s.ID:
		return &LockError{File: path, HeldBySession: held.Session, HeldByAgent: held.Agent, Expires: held.Expires}
	case held == nil && s.Concurrency == safety.Exclusive:
		return &LockError{File: path}
	case s.Level != safety.Elevated:
		return nil
	}
	step, err := tx.Step(s.ID, path)
	if err == nil && step < safety.CheckpointStep {
		err = &SequenceError{s.ID, path, step.Missing()}
	}
	return err
}

// mayTouch tells whether a file is one that the session may write at all.
func (m *Memory) mayTouch(s *safety.Session, path string) error {
	refuse := func(reason string) error { return &ScopeError{s.ID, path, s.Scope, reason} }
	if s.Mode != safety.WriteMode {
		return refuse("the session only reads: open one in mode write")
	}
	if reason := cmp.Or(m.isProtected(path), m.throughLink(path)); reason != "" {
		return refuse(reason)
	}
	if !s.InScope(path) {
		return refuse("it is outside of the declared scope")
	}
	return nil
}
