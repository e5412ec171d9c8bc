package store

import (
	"context"
	"sync"
)

// memLock lets many readers or one writer at a database in memory, which has
// no WAL: there a reader and a writer would meet as SQLITE_BUSY. Readers that
// come while others read are let in even if a writer waits, so that a read
// within a read cannot hang.
type memLock struct {
	mu      sync.Mutex
	readers int
	writing bool
	changed chan struct{} // closed at every release

	indexing chan struct{} // one token for whoever indexes
	files    chan struct{} // one for whoever writes files of the working tree
}

func newMemLock() *memLock {
	return &memLock{changed: make(chan struct{}), indexing: make(chan struct{}, 1), files: make(chan struct{}, 1)}
}

func (l *memLock) lock(ctx context.Context, write bool) error {
	for {
		l.mu.Lock()
		if !l.writing && (!write || l.readers == 0) {
			if write {
				l.writing = true
			} else {
				l.readers++
			}
			l.mu.Unlock()
			return nil
		}
		wait := l.changed
		l.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (l *memLock) unlock(write bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if write {
		l.writing = false
	} else {
		l.readers--
	}
	close(l.changed)
	l.changed = make(chan struct{})
}
