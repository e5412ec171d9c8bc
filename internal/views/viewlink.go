package views

import (
	"cmp"
	"context"
	"fmt"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/merkle"
)

// ChangeView takes changes into a view.
func (m *View) ChangeView(ctx context.Context, v *View, commit string, changes []ingest.FileChange) (res *ingest.UpdateResult, notes []string, err error) {
	notes, err = m.AtView(ctx, v, commit, func(b *ingest.PlanBuilder, way *WayTo) error {
		res, err = m.inView(ctx, v, b, way, changes)
		return err
	})
	return res, notes, err
}

// AtView leads the linkers to a view's state, runs fn, and leads them back to
// head's.
func (m *View) AtView(ctx context.Context, v *View, commit string, fn func(*ingest.PlanBuilder, *WayTo) error) (notes []string, err error) {
	m.Runs.Indexing.Lock()
	defer m.Runs.Indexing.Unlock()
	unlock, err := v.Space.Store.LockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := m.Runs.WarmForReading(ctx); err != nil {
		return nil, err
	}
	disk, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer disk.Close()
	pushed, err := m.Scan.Pushes(ctx, disk)
	if err != nil {
		return nil, err
	}
	way := &WayTo{plan: &scan.Plan{}, known: map[string]graph.FileInfo{}, given: pushed.Source(disk).Given}
	if err := way.find(ctx, m, v, &copies.KeptTexts{Head: m.Space, Disk: disk, Commits: copies.NonEmpty(cmp.Or(commit, v.Space.ViewOf))}); err != nil {
		return nil, err
	}
	b, err := v.Runs.PlanBuilder(ctx)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	state, changed := m.Links.State, m.Links.State.GoChanged
	back := state.Undo(way.plan, way.known)
	// Whatever becomes of ctx, the linkers must fit head's graph again.
	defer func() {
		if m.Links.State == nil {
			return
		}
		if _, uerr := state.Update(context.WithoutCancel(ctx), pushed.Source(disk), back); uerr != nil {
			m.Links.State = nil
			if err == nil {
				err = uerr
			}
		}
		state.GoChanged = changed
	}()
	if len(way.plan.Changed)+len(way.plan.Removed) > 0 {
		if _, err := state.Update(ctx, way.source(disk), way.plan); err != nil {
			m.Links.State = nil
			return nil, err
		}
	}
	return way.Notes, fn(b, way)
}

// inView links changes to a view and writes them; the linkers are at the
// view's state and are there again afterwards.
func (m *View) inView(ctx context.Context, v *View, b *ingest.PlanBuilder, way *WayTo, changes []ingest.FileChange) (res *ingest.UpdateResult, err error) {
	for _, c := range changes {
		if err := b.Suppose(ctx, c); err != nil {
			return nil, err
		}
	}
	b.Plan.NoteWas(b.Known)
	err = m.LinkedIn(ctx, v, b, way, func(l *relink.Linking) error {
		ch := l.Change()
		ch.Pushed, ch.Unpushed = nil, nil
		stats, err := v.Runs.Write(ctx, l, ch)
		res = &ingest.UpdateResult{Changed: len(b.Plan.Changed), Removed: len(b.Plan.Removed), Relinked: len(ch.Relinked), Stats: stats}
		return err
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// LinkedIn links a plan on a view, runs fn and takes the plan back.
func (m *View) LinkedIn(ctx context.Context, v *View, b *ingest.PlanBuilder, way *WayTo, fn func(*relink.Linking) error) (err error) {
	state, version := m.Links.State, m.Links.State.Version
	if state.Version, err = v.Space.Store.DataVersion(ctx); err != nil {
		state.Version = version
		return err
	}
	v.Links.State = state
	back := state.Undo(b.Plan, b.Known)
	src := b.Pushes.Source(b.Reader)
	for path, data := range way.given {
		if _, ok := src.Given[path]; !ok {
			src.Given[path] = data
		}
	}
	defer func() {
		if v.Links.State == nil { // linking has failed
			m.Links.State = nil
		}
		v.Links.State = nil
		if m.Links.State == nil {
			return
		}
		if _, uerr := state.Update(context.WithoutCancel(ctx), way.source(b.Reader), back); uerr != nil {
			m.Links.State = nil
			if err == nil {
				err = uerr
			}
		}
		state.Version = version
	}()
	l, err := v.Links.Link(ctx, src, b.Plan, b.Known)
	if err != nil {
		return err
	}
	return fn(l)
}

// WayTo leads the linkers from head's files to those of a view.
type WayTo struct {
	plan  *scan.Plan
	known map[string]graph.FileInfo // head's rows
	given map[string][]byte         // what the view has otherwise than the disk
	Notes []string
}

func (w *WayTo) source(disk *walk.Reader) *scan.Source {
	return &scan.Source{Reader: disk, Given: w.given}
}

// find finds the files that a view has otherwise than head, and their facts.
func (w *WayTo) find(ctx context.Context, m, v *View, kept *copies.KeptTexts) error {
	ours, err := m.Runs.MerkleTree(ctx)
	if err != nil {
		return err
	}
	theirs, err := v.Runs.MerkleTree(ctx)
	if err != nil {
		return err
	}
	for _, d := range merkle.Diff(ours, theirs).Files {
		if d.A != nil {
			f, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) (graph.FileInfo, error) { return r.File(d.Path) })
			if err != nil {
				return err
			}
			w.known[d.Path] = f
		}
		if d.B == nil {
			w.given[d.Path] = nil
			w.plan.Removed = append(w.plan.Removed, d.Path)
			continue
		}
		if err := w.add(ctx, v, d.Path, kept); err != nil {
			return err
		}
	}
	return nil
}

// add plans for a file as the view has it.
func (w *WayTo) add(ctx context.Context, v *View, path string, kept *copies.KeptTexts) error {
	f := &scan.Scanned{Changed: true}
	info, err := workspace.Read(ctx, v.Space, func(r *graph.Reader) (graph.FileInfo, error) {
		info, err := r.File(path)
		if err != nil {
			return info, err
		}
		if l, ok := lang.Get(info.Lang); ok {
			f.Facts, err = r.Facts(info.Blob, info.Lang, v.Scan.FormOf(l, path))
		}
		return info, err
	})
	if err != nil {
		return err
	}
	f.Row = graph.FileRow{Path: path, Lang: info.Lang, Size: info.Size, Blob: info.Blob, SHA256: info.SHA256, Flags: info.Flags}
	data, err := kept.Find(ctx, path, info.SHA256)
	if err != nil {
		return err
	}
	if data != nil {
		w.given[path] = data
		f.Text, _ = walk.Normalize(data)
	}
	if f.Facts == nil || data == nil && info.Lang == "go" {
		w.Notes = append(w.Notes, fmt.Sprintf("what %s held when the view was made is not kept; calls to it are linked by what it holds now", path))
		return nil
	}
	w.plan.Changed = append(w.plan.Changed, f)
	return nil
}
