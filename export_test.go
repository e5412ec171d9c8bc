package smp

import (
	"context"
	"testing"
	"time"

	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/internal/worktree"
	"github.com/structural-memory/smp/safety"
)

// MergeFrom sets how many documents must have come before the search index is
// merged; for tests.
func MergeFrom(n int) Option { return func(o *workspace.Options) { o.MergeFrom = n } }

// Suppose asks what some changes would do, of all files that they touch.
func (m *Memory) Suppose(ctx context.Context, changes ...FileChange) error {
	return m.view.Runs.Suppose(ctx, changes, func(s *ingest.Supposition) error {
		for path := range s.Links {
			s.File(path)
			s.RelinkedFile(path)
		}
		return nil
	})
}

// WithClock replaces the clock of sessions.
func WithClock(now func() time.Time) Option {
	return func(o *workspace.Options) { o.Clock = now }
}

// Grant divides the entries of a scope.
func (m *Memory) Grant(entries ...string) ([]string, []safety.Denial) {
	return m.sessions.Grant(entries)
}

// AtPoint calls fn between the steps of writing files of the working tree.
func AtPoint(fn func(point string)) { worktree.AtPoint(fn) }

// Refuse makes files not to be linked, for a reason, while a test runs.
func Refuse(t testing.TB, why func(path string) string) {
	if why == nil {
		why = func(string) string { return "" }
	}
	relink.Refuse(why)
	t.Cleanup(func() { relink.Refuse(nil) })
}
