package smp

import (
	"context"

	"github.com/structural-memory/smp/safety"
)

// InSession is the memory as an open session sees it: an mvcc session the graph
// as of its commit, or as it was when the session was opened, with what the
// session has written and nobody else; an exclusive one the graph as it is.
// It must be released. The session's time is renewed.
func (m *Memory) InSession(ctx context.Context, id string) (*Memory, func(), error) {
	s, err := m.safe().Use(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return m.sessionView(ctx, s)
}

// sessionView is what a session sees.
func (m *Memory) sessionView(ctx context.Context, s *safety.Session) (*Memory, func(), error) {
	if s.Concurrency != safety.MVCC {
		return m, func() {}, nil
	}
	if m.hasView(s.ID) {
		return m.openView(ctx, s.ID, s.CommitSHA)
	}
	files, err := m.safe().Files(ctx, s.ID)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		if f.Wrote { // its view is lost, but not what it wrote
			if err := m.rebuildView(ctx, s, files); err != nil {
				return nil, nil, err
			}
			return m.openView(ctx, s.ID, s.CommitSHA)
		}
	}
	return m.baseOf(ctx, s)
}

// baseOf is what a session sees before it has written anything.
func (m *Memory) baseOf(ctx context.Context, s *safety.Session) (*Memory, func(), error) {
	if s.BaseVersion == 0 {
		return m.AtCommit(ctx, s.CommitSHA)
	}
	version, err := m.store.DataVersion(ctx)
	if err != nil {
		return nil, nil, err
	}
	if version == s.BaseVersion {
		return m, func() {}, nil
	}
	return m.openView(ctx, baseView(s.BaseVersion), s.CommitSHA)
}

// ownView is the session's view that it writes to, made if there is none.
func (m *Memory) ownView(ctx context.Context, s *safety.Session) (*Memory, func(), error) {
	if !m.hasView(s.ID) {
		if err := m.copyBase(ctx, s); err != nil {
			return nil, nil, err
		}
	}
	return m.openView(ctx, s.ID, s.CommitSHA)
}

// copyBase makes the session's own view of what it sees, unless another has
// made it meanwhile.
func (m *Memory) copyBase(ctx context.Context, s *safety.Session) error {
	base, release, err := m.baseOf(ctx, s) // may index, which takes the lock
	if err != nil {
		return err
	}
	defer func() { release() }()
	unlock, err := m.store.LockIndex(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if m.hasView(s.ID) {
		return nil
	}
	if base == m { // it may have moved on before the lock; now it stays as it is
		if base, release, err = m.baseOf(ctx, s); err != nil {
			release = func() {}
			return err
		}
	}
	return base.copyTo(ctx, m, s.ID)
}

// rebuildView makes a session's view again from its base and what it wrote.
func (m *Memory) rebuildView(ctx context.Context, s *safety.Session, files []safety.SessionFile) error {
	if err := m.copyBase(ctx, s); err != nil {
		return err
	}
	var changes []FileChange
	for _, f := range files {
		if !f.Wrote {
			continue
		}
		c := FileChange{Path: f.Path, Deleted: f.Content.None()}
		if !c.Deleted {
			var err error
			if c.Content, err = m.safe().Content(ctx, f.Content); err != nil {
				return err
			}
		}
		changes = append(changes, c)
	}
	v, release, err := m.openView(ctx, s.ID, s.CommitSHA)
	if err != nil {
		return err
	}
	defer release()
	_, _, err = m.changeView(ctx, v, s.CommitSHA, changes)
	return err
}
