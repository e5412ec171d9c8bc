package smp

import (
	"context"
	"errors"
	"sync"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/locate"
	"github.com/structural-memory/smp/safety"
)

// Memory is the structural memory of one repository. Its methods may be
// called from many goroutines, and several Memories, in one or in many
// processes, may have the same file open.
type Memory struct {
	opts  options
	store *store.Store
	graph *graph.Graph

	indexing sync.Mutex // one index run at a time
	links    *linkState // what linking keeps between runs; nil until needed
	remember bool       // facts of files that are new may be there already
	scip     scipState
	tree     treeCache

	head   *Memory // of a view: the memory that it is a view of
	viewOf string  // the commit that it shows or began on, where one is known
	copies copies
	views  views

	safeOnce sync.Once
	safety   *safety.Safety // see safe

	churn   churnCache
	reports reportCache

	engineOnce sync.Once
	engine     *locate.Engine // see located
	engineErr  error
}

// Open opens the file at path, creating it and its folder if there is none.
// The path ":memory:" is a memory that is gone after Close; it needs WithRoot.
//
// A file that is not SMP's own, or was written by a newer version, is refused
// with an error that says so.
func Open(ctx context.Context, path string, opts ...Option) (*Memory, error) {
	var o options
	for _, f := range opts {
		f(&o)
	}
	root, err := rootOf(path, o.root)
	if err != nil {
		return nil, err
	}
	o.root = root
	if path != ":memory:" && !o.readOnly {
		if err := makeFolder(path); err != nil {
			return nil, err
		}
	}
	st, err := store.Open(ctx, path, store.Options{ReadOnly: o.readOnly, BusyTimeout: o.busyTimeout, Readers: o.readers})
	if err != nil {
		return nil, err
	}
	m := &Memory{opts: o, store: st, graph: graphIn(st, root)}
	if o.keepSettings {
		if err := m.loadSettings(ctx); err != nil {
			return nil, errors.Join(err, st.Close())
		}
	}
	// What cannot be undone now is told by doctor, and tried again by whoever
	// writes files.
	if err := m.recoverFiles(ctx); err != nil && ctx.Err() != nil {
		return nil, errors.Join(err, st.Close())
	}
	return m, nil
}

// Close waits for running calls, stores what makes the next process's first
// index run quick, and closes the file.
func (m *Memory) Close() error {
	m.indexing.Lock()
	err := m.saveGoState(context.Background())
	m.links = nil
	m.indexing.Unlock()
	if e := m.safe().Close(context.Background()); e != nil && !errors.Is(e, store.ErrClosed) {
		err = errors.Join(err, e)
	}
	if e := m.closeViews(); e != nil {
		err = errors.Join(err, e)
	}
	if e := m.store.Close(); e != nil {
		return e
	}
	if errors.Is(err, store.ErrClosed) {
		return nil // closed twice
	}
	return err
}

// Root is the repository's folder.
func (m *Memory) Root() string { return m.opts.root }

// Path is the path of the file.
func (m *Memory) Path() string { return m.store.Path() }

// Graph is the graph below, for packages that need more than the API here.
func (m *Memory) Graph() *graph.Graph { return m.graph }
