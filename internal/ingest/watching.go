package ingest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp/index/watch"
	"github.com/structural-memory/smp/internal/workspace"
)

// WatchEvent is something that happened while the files were watched.
type WatchEvent struct {
	Event string    `json:"event"` // watching, changed, notice or failed
	At    time.Time `json:"at"`

	Files     []string `json:"files"`                // that were looked at, or folders
	MoreFiles int      `json:"more_files,omitempty"` // of those, not listed
	Whole     bool     `json:"whole,omitempty"`      // all were looked at

	Changed  int     `json:"changed"`          // files taken in
	Removed  int     `json:"removed"`          // files that are gone
	Relinked int     `json:"relinked"`         // other files whose links were made again
	Commit   string  `json:"commit,omitempty"` // that is checked out now, where that has changed
	Branch   string  `json:"branch,omitempty"`
	MS       float64 `json:"ms"` // that it took

	Text string `json:"text,omitempty"` // of a notice or a failure

	// How the folders are watched, when that begins.
	Folders int `json:"folders,omitempty"`
	Scanned int `json:"scanned,omitempty"` // by looking now and then
}

// The events.
const (
	WatchBegins  = "watching"
	WatchChanged = "changed"
	WatchNotice  = "notice"
	WatchFailed  = "failed"
)

const (
	mostWatchFiles = 100         // in an event
	manyPaths      = 400         // from which on all files are looked at
	retryFirst     = time.Second // after a failure
	retryMost      = 30 * time.Second
)

// WatchOption configures Watch.
type WatchOption func(*watching)

// WatchThrough has every change taken in through fn, which must call take once;
// files are those that it is about, nil means any.
func WatchThrough(fn func(ctx context.Context, files []string, take func() error) error) WatchOption {
	return func(w *watching) { w.through = fn }
}

// WatchWith sets how long to wait for more changes, and the like. What is
// watched is the memory's to say.
func WatchWith(o watch.Options) WatchOption {
	return func(w *watching) { w.opts = o }
}

// Watch brings the graph up to date and keeps it so until ctx ends, which is no
// error. tell is called for all that happens, one event after another; what
// fails is told and tried again.
//
// Of several that watch one file, in one process or many, one takes the changes
// in; the others wait for it and take its place when it ends.
func (m *Runs) Watch(ctx context.Context, tell func(WatchEvent), opts ...WatchOption) error {
	if m.Space.Opts.ReadOnly {
		return fmt.Errorf("%s cannot be kept up to date: %w", m.Space.Store.Path(), workspace.ErrReadOnly)
	}
	w := &watching{m: m, tell: tell, through: func(_ context.Context, _ []string, take func() error) error { return take() }}
	for _, o := range opts {
		o(w)
	}
	w.opts.Walk = m.Scan.WalkOptions()
	notices := make(chan string, 16)
	w.opts.Notice = func(text string) {
		select {
		case notices <- text:
		default: // nobody could read so many
		}
	}
	files, err := watch.New(m.Space.Opts.Root, w.opts)
	if err != nil {
		return err
	}
	defer files.Close()
	defer w.giveUp()
	w.run(ctx, files, notices)
	return nil
}

// watching is Watch at work.
type watching struct {
	m       *Runs
	tell    func(WatchEvent)
	through func(ctx context.Context, files []string, take func() error) error
	opts    watch.Options

	pending watch.Batch // not taken in yet
	begun   bool
	retry   time.Duration // until the next attempt, after a failure
	unlock  func()        // nil while another takes the changes in
}

func (w *watching) run(ctx context.Context, files *watch.Watcher, notices <-chan string) {
	w.pending.Whole = true // what happened before
	place := time.NewTicker(time.Second)
	defer place.Stop()
	for {
		if ctx.Err() != nil {
			return
		}
		w.work(ctx, files)
		var again <-chan time.Time
		if w.retry > 0 {
			again = time.After(w.retry)
		}
		select {
		case <-ctx.Done():
			return
		case text := <-notices:
			w.say(WatchEvent{Event: WatchNotice, Text: text})
		case <-again:
		case <-place.C:
			if w.unlock == nil && w.lead() {
				w.pending.Whole = true // what the other had not taken in
			}
		case b, ok := <-files.Events():
			if !ok {
				return
			}
			w.add(b)
		}
	}
}

// add puts a batch to what is pending.
func (w *watching) add(b watch.Batch) {
	p := &w.pending
	p.Paths = append(p.Paths, slices.DeleteFunc(b.Paths, w.isOwn)...)
	p.Whole = p.Whole || b.Whole
	if b.Moved {
		p.Moved, p.Head = true, b.Head
	}
}

// isOwn tells whether a path is of the memory's own file.
func (w *watching) isOwn(path string) bool {
	rest, ok := strings.CutPrefix(filepath.Join(w.m.Space.Opts.Root, filepath.FromSlash(path)), w.m.Space.Store.Path())
	return ok && (rest == "" || slices.Contains([]string{"-wal", "-shm", "-journal", ".lock", ".watch"}, rest))
}

// lead tries to become the one that takes the changes in.
func (w *watching) lead() bool {
	unlock, ok, err := w.m.Space.Store.TryLockWatch()
	if err == nil && !ok {
		return false
	}
	if err != nil {
		unlock = func() {} // no lock can be had: two do no harm, they are only slower
	}
	w.unlock = unlock
	return true
}

func (w *watching) giveUp() {
	if w.unlock != nil {
		w.unlock()
	}
}

// work deals with what is pending.
func (w *watching) work(ctx context.Context, files *watch.Watcher) {
	p := w.pending
	if len(p.Paths) == 0 && !p.Whole && !p.Moved {
		return
	}
	slices.Sort(p.Paths)
	p.Paths = slices.Compact(p.Paths)
	if len(p.Paths) > manyPaths {
		p.Whole = true
	}
	ev := WatchEvent{Event: WatchChanged, Whole: p.Whole}
	if !p.Whole {
		ev.Files, ev.MoreFiles = p.Paths, max(0, len(p.Paths)-mostWatchFiles)
		ev.Files = ev.Files[:len(ev.Files)-ev.MoreFiles]
	}
	start := time.Now()
	var err error
	if w.unlock != nil || w.lead() {
		err = w.takeIn(ctx, &p, &ev)
	} else {
		err = w.await(ctx, &p)
	}
	ev.MS = float64(time.Since(start).Microseconds()) / 1000
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		w.pending = p
		w.retry = min(max(2*w.retry, retryFirst), retryMost)
		w.say(WatchEvent{Event: WatchFailed, Files: ev.Files, MoreFiles: ev.MoreFiles, Whole: ev.Whole, MS: ev.MS,
			Text: fmt.Sprintf("%v; it is tried again in %s", err, w.retry)})
		return
	}
	w.pending, w.retry = watch.Batch{}, 0
	if p.Moved {
		ev.Commit, ev.Branch = p.Head.Commit, p.Head.Branch
	}
	switch {
	case !w.begun:
		w.begun = true
		s := files.State()
		ev.Event, ev.Folders, ev.Scanned = WatchBegins, s.Folders, s.Scanned
		w.say(ev)
	case ev.Changed+ev.Removed+ev.Relinked > 0 || p.Moved || p.Whole:
		w.say(ev)
	}
}

func (w *watching) say(ev WatchEvent) {
	ev.At = time.Now().UTC()
	if ev.Files == nil {
		ev.Files = []string{}
	}
	w.tell(ev)
}

// takeIn brings the graph up to date with a batch.
func (w *watching) takeIn(ctx context.Context, p *watch.Batch, ev *WatchEvent) error {
	m := w.m
	if p.Whole {
		return w.through(ctx, nil, func() error {
			res, err := m.Index(ctx, nil)
			if err == nil {
				ev.Changed, ev.Removed, ev.Relinked = res.Changed, res.Removed, res.Relinked
			}
			return err
		})
	}
	if len(p.Paths) > 0 {
		about, err := m.filesAt(ctx, p.Paths)
		if err != nil {
			return err
		}
		err = w.through(ctx, append(about, p.Paths...), func() error {
			res, err := m.UpdateFiles(ctx, p.Paths...)
			if err == nil {
				ev.Changed, ev.Removed, ev.Relinked = res.Changed, res.Removed, res.Relinked
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if p.Moved {
		return m.Space.NoteHead(ctx, p.Head)
	}
	return nil
}

// mostAwaited bounds how long to wait for another that takes changes in.
const mostAwaited = 3 * time.Second

// await waits until another has taken in what has changed, so that it can be
// told what that did to the graph. If it does not, its own turn comes when the
// other ends.
func (w *watching) await(ctx context.Context, p *watch.Batch) error {
	var about []string
	if !p.Whole {
		var err error
		if about, err = w.m.filesAt(ctx, p.Paths); err != nil {
			return err
		}
		about = append(about, p.Paths...)
	}
	return w.through(ctx, about, func() error {
		late := time.Now().Add(mostAwaited)
		for time.Now().Before(late) && ctx.Err() == nil {
			stale, err := w.stale(ctx, about)
			if err != nil || !stale {
				return err
			}
			select {
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
		return nil
	})
}

// stale tells whether the graph has files otherwise than the disk, by size and
// time.
func (w *watching) stale(ctx context.Context, about []string) (bool, error) {
	if about == nil {
		files, err := w.m.Stale(ctx)
		return len(files) > 0, err
	}
	files, err := w.m.Changed(ctx, about...)
	return len(files) > 0, err
}

// IsWatched tells whether someone keeps the graph up to date by Watch, in this
// process or another.
func (m *Runs) IsWatched() bool {
	unlock, free, err := m.Space.Store.TryLockWatch()
	if free {
		unlock()
	}
	return err == nil && !free
}
