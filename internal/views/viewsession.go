package views

import (
	"context"

	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/safety"
)

// InSession is the memory as an open session sees it: an mvcc session the graph
// as of its commit, or as it was when the session was opened, with what the
// session has written and nobody else; an exclusive one the graph as it is.
// It must be released. The session's time is renewed.
func (m *View) InSession(ctx context.Context, id string) (*View, func(), error) {
	s, err := m.Space.Safe().Use(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return m.SessionView(ctx, s)
}

// SessionView is what a session sees.
func (m *View) SessionView(ctx context.Context, s *safety.Session) (*View, func(), error) {
	if s.Concurrency != safety.MVCC {
		return m, func() {}, nil
	}
	if m.Copies.HasView(s.ID) {
		return m.openView(ctx, s.ID, s.CommitSHA)
	}
	files, err := m.Space.Safe().Files(ctx, s.ID)
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
func (m *View) baseOf(ctx context.Context, s *safety.Session) (*View, func(), error) {
	if s.BaseVersion == 0 {
		return m.AtCommit(ctx, s.CommitSHA)
	}
	version, err := m.Space.Store.DataVersion(ctx)
	if err != nil {
		return nil, nil, err
	}
	if version == s.BaseVersion {
		return m, func() {}, nil
	}
	return m.openView(ctx, copies.BaseView(s.BaseVersion), s.CommitSHA)
}

// OwnView is the session's view that it writes to, made if there is none.
func (m *View) OwnView(ctx context.Context, s *safety.Session) (*View, func(), error) {
	if !m.Copies.HasView(s.ID) {
		if err := m.copyBase(ctx, s); err != nil {
			return nil, nil, err
		}
	}
	return m.openView(ctx, s.ID, s.CommitSHA)
}

// copyBase makes the session's own view of what it sees, unless another has
// made it meanwhile.
func (m *View) copyBase(ctx context.Context, s *safety.Session) error {
	base, release, err := m.baseOf(ctx, s) // may index, which takes the lock
	if err != nil {
		return err
	}
	defer func() { release() }()
	unlock, err := m.Space.Store.LockIndex(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if m.Copies.HasView(s.ID) {
		return nil
	}
	if base == m { // it may have moved on before the lock; now it stays as it is
		if base, release, err = m.baseOf(ctx, s); err != nil {
			release = func() {}
			return err
		}
	}
	return base.Copies.CopyTo(ctx, m.Copies, s.ID)
}

// rebuildView makes a session's view again from its base and what it wrote.
func (m *View) rebuildView(ctx context.Context, s *safety.Session, files []safety.SessionFile) error {
	if err := m.copyBase(ctx, s); err != nil {
		return err
	}
	var changes []ingest.FileChange
	for _, f := range files {
		if !f.Wrote {
			continue
		}
		c := ingest.FileChange{Path: f.Path, Deleted: f.Content.None()}
		if !c.Deleted {
			var err error
			if c.Content, err = m.Space.Safe().Content(ctx, f.Content); err != nil {
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
	_, _, err = m.ChangeView(ctx, v, s.CommitSHA, changes)
	return err
}

// SeenBy is an open session, and what it sees of this graph; a view stays what
// it is. What is seen must be released.
func (m *View) SeenBy(ctx context.Context, id string) (*safety.Session, *View, func(), error) {
	s, err := m.Space.Base().Safe().Use(ctx, id)
	if err != nil {
		return nil, nil, nil, err
	}
	if m.head != nil {
		return s, m, func() {}, nil
	}
	v, release, err := m.SessionView(ctx, s)
	return s, v, release, err
}
