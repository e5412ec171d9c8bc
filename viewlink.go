package smp

import (
	"cmp"
	"context"
	"fmt"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/merkle"
)

// changeView takes changes into a view.
func (m *Memory) changeView(ctx context.Context, v *Memory, commit string, changes []FileChange) (res *UpdateResult, notes []string, err error) {
	notes, err = m.atView(ctx, v, commit, func(b *planBuilder, way *wayTo) error {
		res, err = m.inView(ctx, v, b, way, changes)
		return err
	})
	return res, notes, err
}

// atView leads the linkers to a view's state, runs fn, and leads them back to
// head's.
func (m *Memory) atView(ctx context.Context, v *Memory, commit string, fn func(*planBuilder, *wayTo) error) (notes []string, err error) {
	m.indexing.Lock()
	defer m.indexing.Unlock()
	unlock, err := v.store.LockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := m.warmForReading(ctx); err != nil {
		return nil, err
	}
	disk, err := walk.OpenReader(m.opts.root)
	if err != nil {
		return nil, err
	}
	defer disk.Close()
	pushed, err := m.pushes(ctx, disk)
	if err != nil {
		return nil, err
	}
	way := &wayTo{plan: &plan{}, known: map[string]graph.FileInfo{}, given: pushed.source(disk).given}
	if err := way.find(ctx, m, v, &keptTexts{head: m, disk: disk, commits: nonEmpty(cmp.Or(commit, v.viewOf))}); err != nil {
		return nil, err
	}
	b, err := v.planBuilder(ctx)
	if err != nil {
		return nil, err
	}
	defer b.close()
	state, changed := m.links, m.links.goChanged
	back := state.undo(way.plan, way.known)
	// Whatever becomes of ctx, the linkers must fit head's graph again.
	defer func() {
		if m.links == nil {
			return
		}
		if _, uerr := state.update(context.WithoutCancel(ctx), pushed.source(disk), back); uerr != nil {
			m.links = nil
			if err == nil {
				err = uerr
			}
		}
		state.goChanged = changed
	}()
	if len(way.plan.changed)+len(way.plan.removed) > 0 {
		if _, err := state.update(ctx, way.source(disk), way.plan); err != nil {
			m.links = nil
			return nil, err
		}
	}
	return way.notes, fn(b, way)
}

// inView links changes to a view and writes them; the linkers are at the
// view's state and are there again afterwards.
func (m *Memory) inView(ctx context.Context, v *Memory, b *planBuilder, way *wayTo, changes []FileChange) (res *UpdateResult, err error) {
	for _, c := range changes {
		if err := b.suppose(ctx, c); err != nil {
			return nil, err
		}
	}
	b.plan.noteWas(b.known)
	err = m.linkedIn(ctx, v, b, way, func(l *linking) error {
		ch := l.change()
		ch.Pushed, ch.Unpushed = nil, nil
		stats, err := v.write(ctx, l, ch)
		res = &UpdateResult{Changed: len(b.plan.changed), Removed: len(b.plan.removed), Relinked: len(ch.Relinked), Stats: stats}
		return err
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// linkedIn links a plan on a view, runs fn and takes the plan back.
func (m *Memory) linkedIn(ctx context.Context, v *Memory, b *planBuilder, way *wayTo, fn func(*linking) error) (err error) {
	state, version := m.links, m.links.version
	if state.version, err = v.store.DataVersion(ctx); err != nil {
		state.version = version
		return err
	}
	v.links = state
	back := state.undo(b.plan, b.known)
	src := b.pushes.source(b.reader)
	for path, data := range way.given {
		if _, ok := src.given[path]; !ok {
			src.given[path] = data
		}
	}
	defer func() {
		if v.links == nil { // linking has failed
			m.links = nil
		}
		v.links = nil
		if m.links == nil {
			return
		}
		if _, uerr := state.update(context.WithoutCancel(ctx), way.source(b.reader), back); uerr != nil {
			m.links = nil
			if err == nil {
				err = uerr
			}
		}
		state.version = version
	}()
	l, err := v.link(ctx, src, b.plan, b.known)
	if err != nil {
		return err
	}
	return fn(l)
}

// wayTo leads the linkers from head's files to those of a view.
type wayTo struct {
	plan  *plan
	known map[string]graph.FileInfo // head's rows
	given map[string][]byte         // what the view has otherwise than the disk
	notes []string
}

func (w *wayTo) source(disk *walk.Reader) *source { return &source{reader: disk, given: w.given} }

// find finds the files that a view has otherwise than head, and their facts.
func (w *wayTo) find(ctx context.Context, m, v *Memory, kept *keptTexts) error {
	ours, err := m.MerkleTree(ctx)
	if err != nil {
		return err
	}
	theirs, err := v.MerkleTree(ctx)
	if err != nil {
		return err
	}
	for _, d := range merkle.Diff(ours, theirs).Files {
		if d.A != nil {
			f, err := read(ctx, m, func(r *graph.Reader) (graph.FileInfo, error) { return r.File(d.Path) })
			if err != nil {
				return err
			}
			w.known[d.Path] = f
		}
		if d.B == nil {
			w.given[d.Path] = nil
			w.plan.removed = append(w.plan.removed, d.Path)
			continue
		}
		if err := w.add(ctx, v, d.Path, kept); err != nil {
			return err
		}
	}
	return nil
}

// add plans for a file as the view has it.
func (w *wayTo) add(ctx context.Context, v *Memory, path string, kept *keptTexts) error {
	f := &scanned{changed: true}
	info, err := read(ctx, v, func(r *graph.Reader) (graph.FileInfo, error) {
		info, err := r.File(path)
		if err != nil {
			return info, err
		}
		if l, ok := lang.Get(info.Lang); ok {
			f.facts, err = r.Facts(info.Blob, info.Lang, v.formOf(l, path))
		}
		return info, err
	})
	if err != nil {
		return err
	}
	f.row = graph.FileRow{Path: path, Lang: info.Lang, Size: info.Size, Blob: info.Blob, SHA256: info.SHA256, Flags: info.Flags}
	data, err := kept.find(ctx, path, info.SHA256)
	if err != nil {
		return err
	}
	if data != nil {
		w.given[path] = data
		f.text, _ = walk.Normalize(data)
	}
	if f.facts == nil || data == nil && info.Lang == "go" {
		w.notes = append(w.notes, fmt.Sprintf("what %s held when the view was made is not kept; calls to it are linked by what it holds now", path))
		return nil
	}
	w.plan.changed = append(w.plan.changed, f)
	return nil
}
