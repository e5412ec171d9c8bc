package ingest

import (
	"context"
	"slices"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/safety"
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

	Settled bool // what the disk has counts again, whatever was pushed before
}

// UpdateFiles takes in what happened to the files named, which may be edited,
// new or gone, as the disk has them. A folder stands for all that is or was in
// it. See Update.
func (m *Runs) UpdateFiles(ctx context.Context, paths ...string) (*UpdateResult, error) {
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
func (m *Runs) Update(ctx context.Context, changes ...FileChange) (*UpdateResult, error) {
	return m.UpdateBy(ctx, nil, changes...)
}

// UpdateBy is Update by an author; nil for changes made outside.
func (m *Runs) UpdateBy(ctx context.Context, by *graph.Author, changes ...FileChange) (*UpdateResult, error) {
	return m.UpdateWith(ctx, by, nil, changes...)
}

// UpdateWith is UpdateBy with something that is done in the same transaction;
// where that fails, nothing changes.
func (m *Runs) UpdateWith(ctx context.Context, by *graph.Author, within func(*safety.Tx) error, changes ...FileChange) (*UpdateResult, error) {
	start := time.Now()
	m.Indexing.Lock()
	defer m.Indexing.Unlock()
	unlock, err := m.Space.Store.LockIndex(ctx)
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
		if err := m.update(ctx, by, within, changes, res); err != nil {
			return nil, err
		}
	}
	res.Duration = time.Since(start)
	return res, nil
}

// warmUp brings the linkers' state and the graph together by an index run,
// unless they are. The caller holds both locks.
func (m *Runs) warmUp(ctx context.Context, res *UpdateResult) (indexed bool, err error) {
	if warm, err := m.isWarm(ctx); err != nil || warm {
		return false, err
	}
	all, err := m.IndexLocked(ctx, nil)
	if err != nil {
		return false, err
	}
	if res != nil {
		res.Changed, res.Removed, res.Relinked, res.Stats = all.Changed, all.Removed, all.Relinked, all.stats
	}
	return true, nil
}

// isWarm tells whether the linkers' state is that of the graph.
func (m *Runs) isWarm(ctx context.Context) (bool, error) {
	if m.Links.State == nil {
		return false, nil
	}
	v, err := m.Space.Store.DataVersion(ctx)
	return v == m.Links.State.Version, err
}

// update takes changes in; the linkers' state is that of the graph.
func (m *Runs) update(ctx context.Context, by *graph.Author, within func(*safety.Tx) error, changes []FileChange, res *UpdateResult) error {
	b, err := m.PlanBuilder(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	b.disk = slices.Clone(b.Pushes.Ended) // there the disk counts again
	for _, c := range changes {
		if err := b.add(ctx, c); err != nil {
			return err
		}
	}
	if err := b.lookAtDisk(ctx); err != nil {
		return err
	}
	b.Plan.By, b.Plan.Within = by, within
	run := &indexRun{m: m, progress: func(string, int, int) {}, stages: map[string]float64{}, last: time.Now()}
	all := &IndexResult{}
	stats, err := run.apply(ctx, b.Pushes.Source(b.Reader), b.Plan, b.Known, all)
	if err != nil {
		return err
	}
	res.Changed += len(b.Plan.Changed)
	res.Removed += len(b.Plan.Removed)
	res.Relinked += all.Relinked
	res.Stats.Add(stats)
	return nil
}

// Cleaned are the changes with their paths as the graph names them.
func (m *Runs) Cleaned(changes []FileChange) ([]FileChange, error) {
	changes = slices.Clone(changes)
	for i := range changes {
		path, err := m.Space.Relative(changes[i].Path)
		if err != nil {
			return nil, err
		}
		changes[i].Path = path
	}
	return changes, nil
}

func ChangedPaths(changes []FileChange) []string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = c.Path
	}
	return out
}
