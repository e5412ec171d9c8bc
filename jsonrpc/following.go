package jsonrpc

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/structural-memory/smp"
)

// followEvery is how often it is looked for changes that other processes have
// made.
const followEvery = 500 * time.Millisecond

// follow tells listeners of changes of the graph that other processes have
// made: an index run, a hook, another server. What they did to which node is
// not known here, but which files they touched.
func (s *Server) follow() {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	last := int64(-1) // not known yet
	for {
		if next, err := s.foreign(s.ctx, last); err == nil {
			last = next
		} else if errors.Is(err, smp.ErrClosed) {
			return
		} else if s.ctx.Err() == nil {
			s.log.Debug("changes by others cannot be seen", "error", err) // the next time may
		}
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// foreign tells of what others changed after a version, and gives the version
// up to which everything is told.
func (s *Server) foreign(ctx context.Context, last int64) (int64, error) {
	if s.Bus.Listeners() == 0 || s.own.Load() > 0 {
		return last, nil
	}
	since := max(last, s.told.Load())
	files, now, err := s.memory.ChangedSince(ctx, since)
	if err != nil || last < 0 || now <= since || s.own.Load() > 0 {
		if last < 0 {
			last = now // what was before the first look is no news
		}
		return last, err
	}
	slices.Sort(files)
	c := MemoryChanges{Version: now, FilesAffected: files, NotCompared: len(files)}
	if n := len(files); n > mostTold {
		c.FilesAffected, c.More = files[:mostTold], n-mostTold
	}
	s.NotifyMemoryUpdated(c)
	s.tellSessions(ctx, "", files)
	return now, nil
}

// tellOwn notes up to which version this process has told of changes itself.
func (s *Server) tellOwn(version int64) {
	for {
		was := s.told.Load()
		if version <= was || s.told.CompareAndSwap(was, version) {
			return
		}
	}
}
