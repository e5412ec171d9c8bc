package views

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/workspace"
)

// Index is ingest.Runs.Index over a graph that is known to be sound. The first
// run of a process checks all that the file holds; where it is damaged, what is
// made from source text is made anew instead of being built upon, and what
// people and sessions have said stays. Where that is damaged, the run refuses.
func (v *View) Index(ctx context.Context, progress ingest.Progress) (*ingest.IndexResult, error) {
	damage, err := v.damage(ctx, progress)
	if err != nil {
		return nil, err
	}
	if len(damage) > 0 {
		return v.Rebuild(ctx, progress, fmt.Sprintf("the index was damaged (%s) and has been made anew", damage[0]))
	}
	return v.Runs.Index(ctx, progress)
}

// damage is what is wrong with the file, once per process: what is written
// afterwards is the process's own.
func (v *View) damage(ctx context.Context, progress ingest.Progress) ([]graph.Problem, error) {
	v.checking.Lock()
	defer v.checking.Unlock()
	if v.checked || v.head != nil || v.Space.Store.InMemory() || v.Space.Opts.ReadOnly {
		return nil, nil
	}
	if progress != nil {
		progress("checking", 0, 0)
	}
	problems, err := v.problems(ctx)
	if err != nil {
		return nil, err
	}
	v.checked = len(problems) == 0
	return problems, nil
}

// problems is Doctor without what an index run has nothing to do with; that the
// file cannot be read is one too.
func (v *View) problems(ctx context.Context) ([]graph.Problem, error) {
	all, err := v.Runs.Doctor(ctx)
	if err != nil {
		if ctx.Err() != nil || !errors.Is(err, store.ErrCorrupt) {
			return nil, err
		}
		all = append(all, graph.Problem{Check: "all can be read", Detail: err.Error(), Count: 1})
	}
	var out []graph.Problem
	for _, p := range all {
		if p.Check != graph.CutOffWrites {
			out = append(out, p)
		}
	}
	return out, nil
}

// Rebuild makes all that follows from source text anew, in a file of its own,
// and puts it in the place of what is there, in one transaction. why is noted
// in the result.
func (v *View) Rebuild(ctx context.Context, progress ingest.Progress, why string) (*ingest.IndexResult, error) {
	fresh, notes, err := v.adoptFresh(ctx, progress)
	if err != nil {
		return nil, v.cannotRebuild(ctx, err)
	}
	after, err := v.problems(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range after {
		if !hasCheck(fresh, p.Check) {
			return nil, v.cannotRebuild(ctx, errors.New(p.String()))
		}
	}
	v.checking.Lock()
	v.checked = true
	v.checking.Unlock()
	res, err := v.Runs.Index(ctx, progress) // what was pushed, and what has changed meanwhile
	if err != nil {
		return nil, err
	}
	res.Changed = max(res.Changed, res.Files)
	res.Notes = append(append(res.Notes, why), notes...)
	for _, p := range fresh {
		res.Notes = append(res.Notes, "a fresh index has a fault; please report it: "+p.String())
	}
	return res, nil
}

func hasCheck(ps []graph.Problem, check string) bool {
	for _, p := range ps {
		if p.Check == check {
			return true
		}
	}
	return false
}

func (v *View) cannotRebuild(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrBusy) || errors.Is(err, store.ErrReadOnly) {
		return err
	}
	return &store.Error{Path: v.Space.Store.Path(), Kind: store.ErrCorrupt, Err: err,
		Hint: "what people and sessions have left in it cannot be read either; smp index --rebuild sets the file aside and indexes anew"}
}

// adoptFresh indexes into a file aside and takes that over. It returns what the
// doctor says of a graph that is nobody's but this program's.
func (v *View) adoptFresh(ctx context.Context, progress ingest.Progress) (faults []graph.Problem, notes []string, err error) {
	v.Runs.Indexing.Lock()
	defer v.Runs.Indexing.Unlock()
	unlock, err := v.Space.Store.LockIndex(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer unlock()
	parent := ""
	if !v.Space.Store.InMemory() {
		parent = filepath.Dir(v.Space.Store.Path())
	}
	dir, err := os.MkdirTemp(parent, "import-*") // as snapshots are taken in; what is cut off is swept with those
	if err != nil {
		return nil, nil, fmt.Errorf("the folder of the index cannot be written: %w", err)
	}
	defer os.RemoveAll(dir)
	o := v.Space.Opts
	if !o.ScipGiven {
		// Where the list is damaged too, the indexes must be named again.
		if sources, err := v.Links.SCIPSources(ctx); err == nil {
			for _, s := range sources {
				o.Scip, o.ScipGiven = append(o.Scip, s.File), true
			}
		} else {
			notes = append(notes, "which SCIP indexes were taken could not be read; name them again with --scip")
		}
	}
	path := filepath.Join(dir, "smp.db")
	other, err := openWith(ctx, path, o)
	if err != nil {
		return nil, nil, err
	}
	res, err := other.Runs.Index(ctx, progress)
	var root [32]byte
	if err == nil {
		faults, err = other.Runs.Doctor(ctx)
	}
	if err == nil {
		h, herr := other.Runs.RootHash(ctx)
		root, err = [32]byte(h), herr
	}
	if err = errors.Join(err, other.Close()); err != nil {
		return nil, nil, err
	}
	notes = append(notes, res.Notes...)
	v.Links.State = nil
	_, err = v.Space.Graph.Adopt(ctx, graph.Adopted{Path: path, Trusted: true, Anew: true, Repo: filepath.Base(o.Root), Root: root})
	return faults, notes, err
}

// ours reports whether a file must be this program's by where it lies, though
// it does not look so: one that was named may be anybody's.
func ours(path string) bool {
	return filepath.Base(path) == "smp.db" && filepath.Base(filepath.Dir(path)) == ".smp"
}

// OpenAnew opens the file and makes it anew. Where that cannot be done in the
// file, because it is no whole file or what people and sessions have left in it
// is damaged, the file is set aside; aside says where it lies then.
func OpenAnew(ctx context.Context, path string, progress ingest.Progress, opts ...workspace.Option) (v *View, res *ingest.IndexResult, aside string, err error) {
	v, err = Open(ctx, path, opts...)
	if err == nil {
		if res, err = v.Rebuild(ctx, progress, "the index has been made anew"); err == nil {
			return v, res, "", nil
		}
		err = errors.Join(err, v.Close())
	}
	if ctx.Err() != nil || !errors.Is(err, store.ErrCorrupt) && !(errors.Is(err, store.ErrForeign) && ours(path)) {
		return nil, nil, "", err
	}
	if aside, err = store.SetAside(ctx, path); err != nil {
		return nil, nil, "", err
	}
	if v, err = Open(ctx, path, opts...); err != nil {
		return nil, nil, aside, err
	}
	if res, err = v.Runs.Index(ctx, progress); err != nil {
		return nil, nil, aside, errors.Join(err, v.Close())
	}
	if aside != "" {
		res.Notes = append(res.Notes, "the damaged file lies at "+aside+" now; annotations, sessions and the audit log in it are not taken over")
	}
	return v, res, aside, nil
}
