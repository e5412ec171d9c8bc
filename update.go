package smp

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
)

// UpdateResult says what an update of some files did to the graph.
type UpdateResult struct {
	Changed  int           `json:"changed"`  // files taken in
	Removed  int           `json:"removed"`  // files that are gone
	Relinked int           `json:"relinked"` // other files whose links were made again
	Full     bool          `json:"full"`     // the whole repository was looked at
	Duration time.Duration `json:"-"`
	graph.Stats
}

// UpdateFiles takes in what happened to the files named, which may be edited,
// new or gone: paths relative to the root or absolute below it. A folder stands
// for all that is or was in it. It looks at these alone and at what links to
// them. In a process that has not indexed yet, or when another one has written
// meanwhile, it is Index.
func (m *Memory) UpdateFiles(ctx context.Context, paths ...string) (*UpdateResult, error) {
	start := time.Now()
	m.indexing.Lock()
	unlock, err := m.store.LockIndex(ctx)
	if err != nil {
		m.indexing.Unlock()
		return nil, err
	}
	warm, err := m.isWarm(ctx)
	if err == nil && warm {
		defer m.indexing.Unlock()
		defer unlock()
		res, err := m.updateFiles(ctx, paths)
		if res != nil {
			res.Duration = time.Since(start)
		}
		return res, err
	}
	unlock()
	m.indexing.Unlock()
	if err != nil {
		return nil, err
	}
	all, err := m.Index(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &UpdateResult{Changed: all.Changed, Removed: all.Removed, Relinked: all.Relinked, Full: true, Duration: time.Since(start)}, nil
}

// isWarm tells whether the linkers' state is that of the graph.
func (m *Memory) isWarm(ctx context.Context) (bool, error) {
	if m.links == nil {
		return false, nil
	}
	v, err := m.store.DataVersion(ctx)
	return v == m.links.version, err
}

func (m *Memory) updateFiles(ctx context.Context, paths []string) (*UpdateResult, error) {
	reader, err := walk.OpenReader(m.opts.root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	rels := make([]string, len(paths))
	for i, path := range paths {
		if rels[i], err = m.relative(path); err != nil {
			return nil, err
		}
	}
	p, known, err := m.planPaths(ctx, reader, rels)
	if err != nil {
		return nil, err
	}
	run := &indexRun{m: m, progress: func(string, int, int) {}, stages: map[string]float64{}, last: time.Now()}
	res := &IndexResult{}
	stats, err := run.apply(ctx, reader, p, known, res)
	if err != nil {
		return nil, err
	}
	return &UpdateResult{Changed: len(p.changed), Removed: len(p.removed), Relinked: res.Relinked, Stats: stats}, nil
}

// relative is a path as the graph names it. A path that leaves the root is an
// error.
func (m *Memory) relative(path string) (string, error) {
	if filepath.IsAbs(path) {
		rel, err := filepath.Rel(m.opts.root, path)
		if err != nil {
			return "", err
		}
		path = rel
	}
	path = filepath.ToSlash(filepath.Clean(path))
	if path == ".." || strings.HasPrefix(path, "../") {
		return "", &ParamError{Param: "path", Value: path, Hint: "name a file below the root"}
	}
	return path, nil
}
