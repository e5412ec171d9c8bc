package copies

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// copies is the folder of the copies of the graph that views are made of.
type copies struct {
	mu  sync.Mutex
	dir string // "" until the first
}

// RemoveCopies removes the folder of a memory that is gone with its process.
func (m *Copies) RemoveCopies() error {
	c := &m.copies
	c.mu.Lock()
	defer c.mu.Unlock()
	if !m.Space.Store.InMemory() || c.dir == "" {
		return nil
	}
	return os.RemoveAll(c.dir)
}

// RemoveCopy removes a copy with what stands beside it. What stays is swept later.
func (m *Copies) RemoveCopy(name string) {
	dir, err := m.ViewsFolder()
	if err != nil {
		return
	}
	for _, suffix := range []string{".db", ".db-wal", ".db-shm", ".db.lock"} {
		_ = os.Remove(filepath.Join(dir, name+suffix))
	}
}

// RenameCopy gives a copy that nobody else knows its name.
func (m *Copies) RenameCopy(from, to string) error {
	dir, err := m.ViewsFolder()
	if err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, from+".db"), filepath.Join(dir, to+".db"))
}

// ViewsFolder is where the views are, made when there is to be one.
func (m *Copies) ViewsFolder() (string, error) {
	v := &m.copies
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.dir != "" {
		return v.dir, nil
	}
	if m.Space.Store.InMemory() {
		dir, err := os.MkdirTemp("", "smp-views-*")
		if err != nil {
			return "", err
		}
		v.dir = dir
		return dir, nil
	}
	dir := m.ViewsPath()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("the folder of views cannot be made: %w", err)
	}
	v.dir = dir
	return dir, nil
}

// ViewsPath is the folder beside the memory's file.
func (m *Copies) ViewsPath() string {
	return strings.TrimSuffix(m.Space.Store.Path(), ".db") + ".views"
}

// HasView tells whether there is a view.
func (m *Copies) HasView(name string) bool {
	dir, err := m.ViewsFolder()
	if err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(dir, name+".db"))
	return err == nil
}

// CopyTo makes a view that is this memory's graph as it is now.
func (m *Copies) CopyTo(ctx context.Context, head *Copies, name string) error {
	dir, err := head.ViewsFolder()
	if err != nil {
		return err
	}
	return m.Space.Graph.Clone(ctx, filepath.Join(dir, name+".db"))
}

func BaseView(version int64) string { return BasePrefix + strconv.FormatInt(version, 10) }

const (
	BasePrefix    = "base-"   // the graph at a version, for sessions that began on it
	CommitPrefix  = "commit-" // the graph at a commit
	MakingPrefix  = "making-" // not complete yet
	SessionPrefix = "ses_"    // what a session has written on top
	KeptCommits   = 8         // commits of which a view is kept that nobody has open, at most
	SmallViews    = 4 << 20   // bytes that such views may have whatever the index has
)
