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
	var mem chan struct{}
	if s.mem != nil {
		mem = s.mem.indexing
	}
	return s.lockOut(ctx, ".lock", mem, "another indexer of")
}

// LockFiles is the same for whoever writes files of the working tree, or looks
// whether such a write was cut off.
func (s *Store) LockFiles(ctx context.Context) (unlock func(), err error) {
	var mem chan struct{}
	if s.mem != nil {
		mem = s.mem.files
	}
	return s.lockOut(ctx, ".files", mem, "another writer of the files of")
}

func (s *Store) lockOut(ctx context.Context, suffix string, mem chan struct{}, who string) (unlock func(), err error) {
	var once sync.Once
	if mem != nil {
		select {
		case mem <- struct{}{}:
			return func() { once.Do(func() { <-mem }) }, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	l := flock.New(s.path + suffix)
	if _, err := l.TryLockContext(ctx, 25*time.Millisecond); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("wait for %s %s: %w", who, s.path, context.Cause(ctx))
		}
		return nil, &Error{Path: s.path, Kind: ErrReadOnly, Hint: "its lock file cannot be written; check the folder's permissions", Err: err}
	}
	return func() { once.Do(func() { _ = l.Unlock() }) }, nil // closing the file frees the lock in any case
}
