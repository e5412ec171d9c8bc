package views

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// A view is a Memory of another state of the files than the one on disk: as a
// session sees them, or as a commit has them. It is a copy of the graph that
// differs in these files, in a file of its own beside the memory's. Copies
// are made when something is to be different, so most sessions need none.
type views struct {
	mu     sync.Mutex
	opened map[string]*openView

	making sync.Mutex // of a commit's view
	swept  sync.Once  // of what processes before this one have left
}

type openView struct {
	m     *View
	users int
	gone  bool // its file is removed: nobody opens it any more
}

// ViewLostError says that the state that a session or a commit needs cannot be
// shown any more.
type ViewLostError struct {
	View, Reason string
}

func (e *ViewLostError) Error() string {
	return fmt.Sprintf("the view of %s cannot be shown: %s", e.View, e.Reason)
}

// IsView tells whether this is the memory as a session or a commit has it, see
// InSession and AtCommit: its files are not those on disk.
func (m *View) IsView() bool { return m.head != nil }

// closeViews closes what is open of them.
func (m *View) closeViews() error {
	v := &m.views
	v.mu.Lock()
	defer v.mu.Unlock()
	var err error
	for name, o := range v.opened {
		err = errors.Join(err, o.m.Close())
		delete(v.opened, name)
	}
	return errors.Join(err, m.Copies.RemoveCopies())
}

// openView opens a view that there is; commit is where git may have what its
// files held, "" if nowhere. It must be released.
func (m *View) openView(ctx context.Context, name, commit string) (*View, func(), error) {
	dir, err := m.Copies.ViewsFolder()
	if err != nil {
		return nil, nil, err
	}
	v := &m.views
	v.mu.Lock()
	defer v.mu.Unlock()
	o := v.opened[name]
	if o == nil || o.gone {
		path := filepath.Join(dir, name+".db")
		if _, err := os.Stat(path); err != nil {
			return nil, nil, &ViewLostError{name, "its file is gone; open a new session"}
		}
		st, err := store.Open(ctx, path, store.Options{BusyTimeout: m.Space.Opts.BusyTimeout, Readers: cmp.Or(m.Space.Opts.Readers, 4), Over: m.Space.Store})
		if err != nil {
			return nil, nil, err
		}
		space := &workspace.Space{Opts: m.Space.Opts, Store: st, Graph: workspace.GraphIn(st, m.Space.Opts.Root), ViewOf: commit}
		space.Opts.ReadOnly = false
		view := New(space, m)
		o = &openView{m: view}
		if v.opened == nil {
			v.opened = map[string]*openView{}
		}
		v.opened[name] = o
	}
	o.users++
	return o.m, sync.OnceFunc(func() { m.release(name, o) }), nil
}

// mostIdle is how many views stay open that nobody uses.
const mostIdle = 8

func (m *View) release(name string, o *openView) {
	v := &m.views
	v.mu.Lock()
	defer v.mu.Unlock()
	o.users--
	if o.users > 0 {
		return
	}
	idle := 0
	for _, other := range v.opened {
		if other.users == 0 {
			idle++
		}
	}
	if o.gone || idle > mostIdle {
		if v.opened[name] == o {
			delete(v.opened, name)
		}
		_ = o.m.Close() // nothing in it is not in its file
	}
}

// DropView removes a view. Who has it open keeps it until then.
func (m *View) DropView(name string) {
	v := &m.views
	v.mu.Lock()
	defer v.mu.Unlock()
	if o := v.opened[name]; o != nil {
		o.gone = true
		delete(v.opened, name)
		if o.users == 0 {
			_ = o.m.Close()
		}
	}
	m.Copies.RemoveCopy(name)
}

// renameView gives a view that nobody else knows its name.
func (m *View) renameView(from, to string) error {
	v := &m.views
	v.mu.Lock()
	defer v.mu.Unlock()
	if o := v.opened[from]; o != nil {
		delete(v.opened, from)
		if err := o.m.Close(); err != nil { // all of it is in the one file then
			return err
		}
	}
	return m.Copies.RenameCopy(from, to)
}

// SweepViews removes what no open session needs: views, those of commits that
// nobody has asked for lately, and the bytes of files that were kept for them.
func (m *View) SweepViews(ctx context.Context) error {
	if _, err := m.Space.Graph.PruneContents(ctx); err != nil {
		return err
	}
	if !m.Space.Store.InMemory() {
		if _, err := os.Stat(m.Copies.ViewsPath()); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	dir, err := m.Copies.ViewsFolder()
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	pins, err := safety.Get(ctx, m.Space.Safe(), (*safety.Tx).Pins)
	if err != nil {
		return err
	}
	var commits []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue
		}
		name, isView := strings.CutSuffix(e.Name(), ".db")
		switch {
		case strings.HasPrefix(strings.TrimPrefix(e.Name(), "."), copies.MakingPrefix):
			if cutOff(dir, e.Name(), info) {
				_ = os.Remove(filepath.Join(dir, e.Name()))
			}
		case strings.HasPrefix(e.Name(), "."): // where it is old, it was cut off
			if time.Since(info.ModTime()) > time.Hour {
				_ = os.Remove(filepath.Join(dir, e.Name()))
			}
		case !isView:
			if db, _, ok := strings.Cut(e.Name(), ".db"); ok && !m.Copies.HasView(db) {
				_ = os.Remove(filepath.Join(dir, e.Name()))
			}
		case strings.HasPrefix(name, copies.SessionPrefix):
			if !pins.Sessions[name] {
				m.DropView(name)
			}
		case strings.HasPrefix(name, copies.BasePrefix):
			if v, err := strconv.ParseInt(name[len(copies.BasePrefix):], 10, 64); err == nil && !pins.Versions[v] {
				m.DropView(name)
			}
		case strings.HasPrefix(name, copies.CommitPrefix):
			if !pins.Commits[strings.SplitN(name, "-", 3)[1]] {
				commits = append(commits, info)
			}
		}
	}
	m.sweepCommits(commits)
	return nil
}
