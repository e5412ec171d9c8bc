package smp

import (
	"context"
	"time"

	"github.com/structural-memory/smp/safety"
)

// MergeFrom sets how many documents must have come before the search index is
// merged; for tests.
func MergeFrom(n int) Option { return func(o *options) { o.mergeFrom = n } }

// Suppose asks what some changes would do, of all files that they touch.
func (m *Memory) Suppose(ctx context.Context, changes ...FileChange) error {
	return m.suppose(ctx, changes, func(s *supposition) error {
		for path := range s.links {
			s.file(path)
			s.relinkedFile(path)
		}
		return nil
	})
}

// WithClock replaces the clock of sessions.
func WithClock(now func() time.Time) Option { return func(o *options) { o.now = now } }

// Grant divides the entries of a scope.
func (m *Memory) Grant(entries ...string) ([]string, []safety.Denial) { return m.grant(entries) }

// AtPoint calls fn between the steps of writing files of the working tree.
func AtPoint(fn func(point string)) { reached = fn }
