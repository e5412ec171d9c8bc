package jsonrpc

import (
	"context"
	"time"
)

// refreshAfter is how old the last look at all files may be when a tool is
// used.
const refreshAfter = 20 * time.Second

// Freshen takes in those of the files that have changed since they were
// indexed, and tells whether there were any. Files that are new are found by a
// run in the background, which it starts when the last one is some time ago.
func (s *Server) Freshen(ctx context.Context, files []string) (bool, error) {
	if s.opts.Static {
		return false, nil
	}
	s.Indexer.refresh()
	if len(files) == 0 {
		return false, nil
	}
	changed, err := s.memory.Changed(ctx, files...)
	if err != nil || len(changed) == 0 {
		return false, err
	}
	return true, s.Changing(ctx, changed, func() error {
		_, err := s.memory.UpdateFiles(ctx, changed...)
		return err
	})
}

// Renew looks at all files, new ones too, in the background, and tells whether
// that has ended before ctx does.
func (x *Indexer) Renew(ctx context.Context) bool {
	done := x.start()
	if done == nil {
		return false
	}
	select {
	case <-done:
	case <-ctx.Done():
		return false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.failed == nil
}

// refresh starts a run in the background if the last one is old and nobody
// watches.
func (x *Indexer) refresh() {
	x.mu.Lock()
	old := !x.watching && x.working == 0 && time.Since(x.last) > refreshAfter
	x.mu.Unlock()
	if old {
		x.Start()
	}
}
