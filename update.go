package smp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
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

// FileChange is what becomes of one file: a path relative to the root or
// absolute below it.
type FileChange struct {
	Path    string
	Content []byte // what the file holds now; nil: what the disk has
	Deleted bool   // there is no such file any more

	settled bool // what the disk has counts again, whatever was pushed before
}

// UpdateFiles takes in what happened to the files named, which may be edited,
// new or gone, as the disk has them. A folder stands for all that is or was in
// it. See Update.
func (m *Memory) UpdateFiles(ctx context.Context, paths ...string) (*UpdateResult, error) {
	changes := make([]FileChange, len(paths))
	for i, p := range paths {
		changes[i].Path = p
	}
	return m.Update(ctx, changes...)
}

// Update takes in what became of some files. It looks at these alone and at
// what links to them. Content that is not what the disk has counts until the
// disk changes. In a process that has not indexed yet, or when another one has
// written meanwhile, all files are looked at.
func (m *Memory) Update(ctx context.Context, changes ...FileChange) (*UpdateResult, error) {
	return m.updateBy(ctx, nil, changes...)
}

// updateBy is Update by an author; nil for changes made outside.
func (m *Memory) updateBy(ctx context.Context, by *graph.Author, changes ...FileChange) (*UpdateResult, error) {
	start := time.Now()
	m.indexing.Lock()
	defer m.indexing.Unlock()
	unlock, err := m.store.LockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	res := &UpdateResult{}
	if res.Full, err = m.warmUp(ctx, res); err != nil {
		return nil, err
	}
	if res.Full { // the disk was looked at
		changes = slices.DeleteFunc(slices.Clone(changes), func(c FileChange) bool { return c.Content == nil && !c.Deleted })
	}
	if len(changes) > 0 {
		if err := m.update(ctx, by, changes, res); err != nil {
			return nil, err
		}
	}
	res.Duration = time.Since(start)
	return res, nil
}

// warmUp brings the linkers' state and the graph together by an index run,
// unless they are. The caller holds both locks.
func (m *Memory) warmUp(ctx context.Context, res *UpdateResult) (indexed bool, err error) {
	if warm, err := m.isWarm(ctx); err != nil || warm {
		return false, err
	}
	all, err := m.index(ctx, nil)
	if err != nil {
		return false, err
	}
	if res != nil {
		res.Changed, res.Removed, res.Relinked, res.Stats = all.Changed, all.Removed, all.Relinked, all.stats
	}
	return true, nil
}

// isWarm tells whether the linkers' state is that of the graph.
func (m *Memory) isWarm(ctx context.Context) (bool, error) {
	if m.links == nil {
		return false, nil
	}
	v, err := m.store.DataVersion(ctx)
	return v == m.links.version, err
}

// update takes changes in; the linkers' state is that of the graph.
func (m *Memory) update(ctx context.Context, by *graph.Author, changes []FileChange, res *UpdateResult) error {
	b, err := m.planBuilder(ctx)
	if err != nil {
		return err
	}
	defer b.close()
	b.disk = slices.Clone(b.pushes.ended) // there the disk counts again
	for _, c := range changes {
		if err := b.add(ctx, c); err != nil {
			return err
		}
	}
	if err := b.lookAtDisk(ctx); err != nil {
		return err
	}
	b.plan.by = by
	run := &indexRun{m: m, progress: func(string, int, int) {}, stages: map[string]float64{}, last: time.Now()}
	all := &IndexResult{}
	stats, err := run.apply(ctx, b.pushes.source(b.reader), b.plan, b.known, all)
	if err != nil {
		return err
	}
	res.Changed += len(b.plan.changed)
	res.Removed += len(b.plan.removed)
	res.Relinked += all.Relinked
	res.Stats.Add(stats)
	return nil
}

// relative is a path as the graph names it. A path that leaves the root is an
// error.
func (m *Memory) relative(path string) (string, error) {
	if filepath.IsAbs(path) {
		rel, ok := below(m.opts.root, path)
		if !ok {
			return "", &ParamError{Param: "path", Value: path, Hint: "it lies outside of " + m.opts.root + "; name a file below it"}
		}
		path = rel
	}
	path = filepath.ToSlash(filepath.Clean(path))
	if path == ".." || strings.HasPrefix(path, "../") {
		return "", &ParamError{Param: "path", Value: path, Hint: "name a file below the root"}
	}
	return path, nil
}

// cleaned are the changes with their paths as the graph names them.
func (m *Memory) cleaned(changes []FileChange) ([]FileChange, error) {
	changes = slices.Clone(changes)
	for i := range changes {
		path, err := m.relative(changes[i].Path)
		if err != nil {
			return nil, err
		}
		changes[i].Path = path
	}
	return changes, nil
}

func changedPaths(changes []FileChange) []string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = c.Path
	}
	return out
}
