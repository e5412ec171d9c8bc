package watch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/structural-memory/smp/index/walk"
)

// ErrClosed is what calls after Close give.
var ErrClosed = errors.New("watch: the watcher is closed")

// Watcher watches a folder until it is closed.
type Watcher struct {
	root string // real path
	opts Options

	fs      *fsnotify.Watcher // nil where the system offers none
	folders map[string]*folder
	git     gitState
	changes changes
	why     string // folders are scanned
	told    bool   // and that was said
	lost    bool   // the root is gone
	scans   scans

	out   chan Batch
	ready Batch // to be delivered

	stop   context.CancelFunc
	ctx    context.Context
	ended  sync.WaitGroup
	closed sync.Once

	mu    sync.Mutex
	state State
}

// New watches root. What changes after it returns is told.
func New(root string, opts Options) (*Watcher, error) {
	opts = opts.withDefaults()
	tree, err := walk.Open(root, opts.Walk)
	if err != nil {
		return nil, err
	}
	w := &Watcher{root: tree.Root(), opts: opts, folders: map[string]*folder{}, out: make(chan Batch)}
	w.ctx, w.stop = context.WithCancel(context.Background())
	w.changes.init(&w.opts)
	w.openSystem()
	w.findGit()
	if err := w.sync(); err != nil {
		w.stop()
		return nil, errors.Join(err, w.closeSystem())
	}
	w.changes = changes{}
	w.changes.init(&w.opts)
	w.note()
	w.ended.Go(w.run)
	return w, nil
}

// openSystem asks the system for its notifications.
func (w *Watcher) openSystem() {
	if why := remote(w.root); why != "" {
		w.why = why
		return
	}
	fs, err := fsnotify.NewBufferedWatcher(1024)
	if err != nil {
		w.why = limitReason(err)
		return
	}
	w.fs = fs
}

func (w *Watcher) closeSystem() error {
	if w.fs == nil {
		return nil
	}
	return w.fs.Close()
}

// Root is the real path of what is watched.
func (w *Watcher) Root() string { return w.root }

// Events are the batches. The channel is closed by Close. While nobody receives,
// what happens is added to the batch that waits.
func (w *Watcher) Events() <-chan Batch { return w.out }

// State says how the watcher watches now.
func (w *Watcher) State() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

// Close ends the watcher and waits until it has ended.
func (w *Watcher) Close() error {
	err := ErrClosed
	w.closed.Do(func() {
		w.stop()
		w.ended.Wait()
		err = w.closeSystem()
	})
	return err
}

// note makes the state known, and says once that folders are scanned.
func (w *Watcher) note() {
	s := State{Every: w.opts.Scan, Git: w.git.repo != nil}
	for _, f := range w.folders {
		s.Folders++
		if f.seen != nil {
			s.Scanned++
		}
	}
	if s.Scanned > 0 {
		s.Why = w.why
	}
	w.mu.Lock()
	w.state = s
	w.mu.Unlock()
	if s.Scanned > 0 && !w.told {
		w.told = true
		is := "folders are"
		if s.Scanned == 1 {
			is = "folder is"
		}
		w.opts.Notice(fmt.Sprintf("%d %s watched by scanning every %s because %s", s.Scanned, is, w.opts.Scan, w.why))
	}
	if s.Scanned == 0 {
		w.told = false
	}
}

// run is the watcher's only goroutine beside the system's.
func (w *Watcher) run() {
	defer close(w.out)
	var events chan fsnotify.Event
	var faults chan error
	if w.fs != nil {
		events, faults = w.fs.Events, w.fs.Errors
	}
	scan := time.NewTicker(w.opts.Scan)
	defer scan.Stop()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		timer.Reset(w.changes.wait(time.Now(), &w.git))
		var out chan Batch
		if !w.ready.isEmpty() {
			out = w.out
		}
		select {
		case <-w.ctx.Done():
			return
		case ev, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			w.event(ev)
		case err, ok := <-faults:
			if !ok {
				faults = nil
				continue
			}
			w.fault(err)
		case <-timer.C:
			w.flush(time.Now())
		case <-scan.C:
			w.scan()
		case out <- w.ready:
			w.ready = Batch{}
		}
	}
}

// fault is an error of the system's notifications: some may be lost.
func (w *Watcher) fault(err error) {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		w.opts.Notice(fmt.Sprintf("watching: %v; everything is looked at again", err))
	}
	w.changes.all(time.Now())
	w.changes.resync = true
}

// rel is the path below the root of a path that the system names; ok is false
// where it is not below.
func (w *Watcher) rel(full string) (rel string, ok bool) {
	rel, err := filepath.Rel(w.root, full)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// full is the path in the file system.
func (w *Watcher) full(rel string) string {
	if rel == "" || rel == "." {
		return w.root
	}
	return filepath.Join(w.root, filepath.FromSlash(rel))
}
