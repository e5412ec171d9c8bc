package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/views"
)

type (
	// ViewLostError says that the state that a session or a commit needs cannot be
	// shown any more.
	ViewLostError = views.ViewLostError
)

// AtCommit is the memory as of a commit, or another revision that git knows:
// the graph with the files that differ as the commit has them. It must be
// released. The first time takes a copy of the graph and the linking of what
// differs; the views of the last commits that were asked for are kept.
func (m *Memory) AtCommit(ctx context.Context, rev string) (*Memory, func(), error) {
	return m.other(m.view.AtCommit(ctx, rev))
}

// IsView tells whether this is the memory as a session or a commit has it, see
// InSession and AtCommit: its files are not those on disk.
func (m *Memory) IsView() bool { return m.view.IsView() }

// InSession is the memory as an open session sees it: an mvcc session the graph
// as of its commit, or as it was when the session was opened, with what the
// session has written and nobody else; an exclusive one the graph as it is.
// It must be released. The session's time is renewed.
func (m *Memory) InSession(ctx context.Context, id string) (*Memory, func(), error) {
	return m.other(m.view.InSession(ctx, id))
}

// other is the memory over a view, which may be the one at hand.
func (m *Memory) other(v *views.View, release func(), err error) (*Memory, func(), error) {
	switch {
	case err != nil:
		return nil, nil, err
	case v == m.view:
		return m, release, nil
	}
	return memoryOf(v), release, nil
}
