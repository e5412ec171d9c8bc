package store

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// LockIndex waits until no other indexer, in this process or another, works
// on the file, and keeps others out until unlock is called. A process that
// dies gives the lock back. Readers and small writers do not need it.
func (s *Store) LockIndex(ctx context.Context) (unlock func(), err error) {
	var once sync.Once
	if s.mem != nil {
		select {
		case s.mem.indexing <- struct{}{}:
			return func() { once.Do(func() { <-s.mem.indexing }) }, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	l := flock.New(s.path + ".lock")
	if _, err := l.TryLockContext(ctx, 25*time.Millisecond); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("wait for another indexer of %s: %w", s.path, context.Cause(ctx))
		}
		return nil, &Error{Path: s.path, Kind: ErrReadOnly, Hint: "its lock file cannot be written; check the folder's permissions", Err: err}
	}
	return func() { once.Do(func() { _ = l.Unlock() }) }, nil // closing the file frees the lock in any case
}
