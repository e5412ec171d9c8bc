package smp

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

// removeCopies removes the folder of a memory that is gone with its process.
func (m *Memory) removeCopies() error {
	c := &m.copies
	c.mu.Lock()
	defer c.mu.Unlock()
	if !m.store.InMemory() || c.dir == "" {
		return nil
	}
	return os.RemoveAll(c.dir)
}

// removeCopy removes a copy with what stands beside it. What stays is swept later.
func (m *Memory) removeCopy(name string) {
	dir, err := m.viewsFolder()
	if err != nil {
		return
	}
	for _, suffix := range []string{".db", ".db-wal", ".db-shm", ".db.lock"} {
		_ = os.Remove(filepath.Join(dir, name+suffix))
	}
}

// renameCopy gives a copy that nobody else knows its name.
func (m *Memory) renameCopy(from, to string) error {
	dir, err := m.viewsFolder()
	if err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, from+".db"), filepath.Join(dir, to+".db"))
}

// viewsFolder is where the views are, made when there is to be one.
func (m *Memory) viewsFolder() (string, error) {
	v := &m.copies
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.dir != "" {
		return v.dir, nil
	}
	if m.store.InMemory() {
		dir, err := os.MkdirTemp("", "smp-views-*")
		if err != nil {
			return "", err
		}
		v.dir = dir
		return dir, nil
	}
	dir := m.viewsPath()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("the folder of views cannot be made: %w", err)
	}
	v.dir = dir
	return dir, nil
}

// viewsPath is the folder beside the memory's file.
func (m *Memory) viewsPath() string {
	return strings.TrimSuffix(m.store.Path(), ".db") + ".views"
}

// hasView tells whether there is a view.
func (m *Memory) hasView(name string) bool {
	dir, err := m.viewsFolder()
	if err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(dir, name+".db"))
	return err == nil
}

// copyTo makes a view that is this memory's graph as it is now.
func (m *Memory) copyTo(ctx context.Context, head *Memory, name string) error {
	dir, err := head.viewsFolder()
	if err != nil {
		return err
	}
	return m.graph.Clone(ctx, filepath.Join(dir, name+".db"))
}

func baseView(version int64) string { return basePrefix + strconv.FormatInt(version, 10) }

const (
	basePrefix    = "base-"   // the graph at a version, for sessions that began on it
	commitPrefix  = "commit-" // the graph at a commit
	makingPrefix  = "making-" // not complete yet
	sessionPrefix = "ses_"    // what a session has written on top
	keptCommits   = 8         // commits of which a view is kept that nobody has open, at most
	smallViews    = 4 << 20   // bytes that such views may have whatever the index has
)
