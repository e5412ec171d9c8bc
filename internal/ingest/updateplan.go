package ingest

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
)

// PlanBuilder makes a plan of changes to single files.
type PlanBuilder struct {
	m      *Runs
	opts   walk.Options
	tree   *walk.Tree
	Reader *walk.Reader
	W      *scan.Extractors
	Pushes *scan.Pushes
	Known  map[string]graph.FileInfo
	Plan   *scan.Plan
	seen   map[string]bool
	disk   []string // to be looked at
}

// PlanBuilder is for changes on the files as they count now. It must be closed.
func (m *Runs) PlanBuilder(ctx context.Context) (*PlanBuilder, error) {
	b := &PlanBuilder{m: m, opts: m.Scan.WalkOptions(), W: &scan.Extractors{M: m.Scan, Cache: true}, Known: map[string]graph.FileInfo{}, Plan: &scan.Plan{Touched: map[string]int64{}}, seen: map[string]bool{}}
	var err error
	if b.tree, err = walk.Open(m.Space.Opts.Root, b.opts); err != nil {
		return nil, err
	}
	if b.Reader, err = walk.OpenReader(m.Space.Opts.Root); err != nil {
		return nil, err
	}
	if b.Pushes, err = m.Scan.Pushes(ctx, b.Reader); err != nil {
		b.Close()
		return nil, err
	}
	b.Plan.Unpushed = slices.Clone(b.Pushes.Ended)
	return b, nil
}

func (b *PlanBuilder) Close() {
	b.W.Close()
	b.Reader.Close()
}

// add looks at what becomes of one file. Of several changes to one, the last
// counts.
func (b *PlanBuilder) add(ctx context.Context, c FileChange) error {
	path, err := b.m.Space.Relative(c.Path)
	if err != nil {
		return err
	}
	if c.Content == nil && !c.Deleted {
		if c.Settled {
			for pushed := range b.Pushes.Rows {
				if pushed == path || isBelow(pushed, map[string]bool{path: true}) {
					b.settle(pushed, nil)
					b.disk = append(b.disk, pushed)
				}
			}
		}
		b.disk = append(b.disk, path)
		return nil
	}
	if err := b.lookAtDisk(ctx); err != nil {
		return err
	}
	if err := b.learn(ctx, path); err != nil {
		return err
	}
	disk, err := scan.DiskState(b.Reader, path)
	if err != nil {
		return err
	}
	if c.Deleted && disk.Hash == nil || !c.Deleted && disk.Hash != nil && bytes.Equal(disk.Data, c.Content) {
		b.settle(path, nil)
		b.disk = append(b.disk, path)
		return b.lookAtDisk(ctx)
	}
	push := graph.Push{Path: path, Disk: disk.Hash}
	if !c.Deleted {
		content := graph.ContentOf(c.Content)
		push.Content = &content
	}
	b.settle(path, &push)
	return b.given(ctx, path, push.Content)
}

// settle says how a file counts from now on: as pushed, or, with nil, as the
// disk has it. What was said of it before, in this update or an earlier one,
// no longer holds.
func (b *PlanBuilder) settle(path string, push *graph.Push) {
	p := b.Plan
	p.Pushed = slices.DeleteFunc(p.Pushed, func(f graph.Push) bool { return f.Path == path })
	p.Unpushed = slices.DeleteFunc(p.Unpushed, func(f string) bool { return f == path })
	_, counted := b.Pushes.Rows[path]
	switch {
	case push != nil:
		b.Pushes.Rows[path] = *push
		p.Pushed = append(p.Pushed, *push)
	case counted || slices.Contains(b.Pushes.Ended, path):
		delete(b.Pushes.Rows, path)
		p.Unpushed = append(p.Unpushed, path)
	}
}

// forget takes what is read of a file out of the plan. How it counts is
// settled apart from that.
func (b *PlanBuilder) forget(path string) {
	p := b.Plan
	p.Changed = slices.DeleteFunc(p.Changed, func(f *scan.Scanned) bool { return f.Row.Path == path })
	p.Removed = slices.DeleteFunc(p.Removed, func(f string) bool { return f == path })
}

// learn reads what the graph has of a file, and forgets what was planned for
// it before.
func (b *PlanBuilder) learn(ctx context.Context, path string) error {
	if b.seen[path] {
		b.forget(path)
		return nil
	}
	b.seen[path] = true
	was, err := workspace.Read(ctx, b.m.Space, func(r *graph.Reader) (*graph.FileInfo, error) {
		f, err := r.File(path)
		var missing *graph.NotFoundError
		if errors.As(err, &missing) {
			return nil, nil
		}
		return &f, err
	})
	if was != nil {
		b.Known[path] = *was
	}
	return err
}

// given plans for a file that holds this; nil: there is none.
func (b *PlanBuilder) given(ctx context.Context, path string, c *graph.Content) error {
	if c == nil {
		b.gone(path)
		return nil
	}
	out, err := b.W.Given(ctx, b.tree, path, c.Data, b.Known)
	if err != nil {
		return err
	}
	if out == nil {
		b.gone(path)
		return nil
	}
	b.take(path, out)
	return nil
}

func (b *PlanBuilder) take(path string, f *scan.Scanned) {
	switch {
	case f.Skip != nil:
		b.gone(path)
	case f.Changed:
		b.Plan.Changed = append(b.Plan.Changed, f)
	}
}

func (b *PlanBuilder) gone(path string) {
	if _, ok := b.Known[path]; ok {
		b.Plan.Removed = append(b.Plan.Removed, path)
	}
}
