package jsonrpc

import (
	"context"
	"errors"
	"time"

	"github.com/structural-memory/smp"
)

// Watch begins to take in changes of files as they are made, until ctx or the
// server ends. It waits until there is an index: to build one is not for it.
func (x *Indexer) Watch(ctx context.Context, opts ...smp.WatchOption) {
	if x.s.opts.Static {
		x.s.log.Warn("files are not watched: the index can only be read")
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(x.s.ctx, cancel)
	x.watches.Go(func() {
		defer cancel()
		defer stop()
		if x.usable(ctx) != nil {
			return
		}
		err := x.s.memory.Watch(ctx, x.watched, append([]smp.WatchOption{smp.WatchThrough(x.s.Changing)}, opts...)...)
		x.setWatching(false)
		if err != nil && !errors.Is(err, context.Canceled) {
			x.s.log.Error("files are not watched; they are looked at when they are asked about", "error", err)
		}
	})
}

// usable waits until there is an index, whoever builds it.
func (x *Indexer) usable(ctx context.Context) error {
	for !x.isReady(ctx) {
		_, changed := x.Progress(ctx)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case <-time.After(2 * time.Second): // another process may have built it
		}
	}
	return nil
}

func (x *Indexer) setWatching(on bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.watching = on
}

// watched logs what the watch tells. While it works, no runs are needed to find
// what has changed.
func (x *Indexer) watched(ev smp.WatchEvent) {
	log := x.s.log
	switch ev.Event {
	case smp.WatchBegins:
		x.setWatching(true)
		log.Info("watching", "folders", ev.Folders, "scanned", ev.Scanned)
	case smp.WatchFailed:
		x.setWatching(false)
		log.Warn("changes were not taken in", "error", ev.Text)
	case smp.WatchNotice:
		log.Warn(ev.Text)
	default:
		x.setWatching(true)
		log.Info("changes taken in", "changed", ev.Changed, "removed", ev.Removed, "relinked", ev.Relinked, "whole", ev.Whole, "commit", ev.Commit, "ms", ev.MS)
	}
}
