package smp

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
)

// planBuilder makes a plan of changes to single files.
type planBuilder struct {
	m      *Memory
	opts   walk.Options
	tree   *walk.Tree
	reader *walk.Reader
	w      *extractors
	pushes *pushes
	known  map[string]graph.FileInfo
	plan   *plan
	seen   map[string]bool
	disk   []string // to be looked at
}

// planBuilder is for changes on the files as they count now. It must be closed.
func (m *Memory) planBuilder(ctx context.Context) (*planBuilder, error) {
	b := &planBuilder{m: m, opts: m.walkOptions(), w: &extractors{m: m, cache: true}, known: map[string]graph.FileInfo{}, plan: &plan{touched: map[string]int64{}}, seen: map[string]bool{}}
	var err error
	if b.tree, err = walk.Open(m.opts.root, b.opts); err != nil {
		return nil, err
	}
	if b.reader, err = walk.OpenReader(m.opts.root); err != nil {
		return nil, err
	}
	if b.pushes, err = m.pushes(ctx, b.reader); err != nil {
		b.close()
		return nil, err
	}
	b.plan.unpushed = slices.Clone(b.pushes.ended)
	return b, nil
}

func (b *planBuilder) close() {
	b.w.close()
	b.reader.Close()
}

// add looks at what becomes of one file. Of several changes to one, the last
// counts.
func (b *planBuilder) add(ctx context.Context, c FileChange) error {
	path, err := b.m.relative(c.Path)
	if err != nil {
		return err
	}
	if c.Content == nil && !c.Deleted {
		if c.settled {
			for pushed := range b.pushes.rows {
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
	disk, err := diskState(b.reader, path)
	if err != nil {
		return err
	}
	if c.Deleted && disk.hash == nil || !c.Deleted && disk.hash != nil && bytes.Equal(disk.data, c.Content) {
		b.settle(path, nil)
		b.disk = append(b.disk, path)
		return b.lookAtDisk(ctx)
	}
	push := graph.Push{Path: path, Disk: disk.hash}
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
func (b *planBuilder) settle(path string, push *graph.Push) {
	p := b.plan
	p.pushed = slices.DeleteFunc(p.pushed, func(f graph.Push) bool { return f.Path == path })
	p.unpushed = slices.DeleteFunc(p.unpushed, func(f string) bool { return f == path })
	_, counted := b.pushes.rows[path]
	switch {
	case push != nil:
		b.pushes.rows[path] = *push
		p.pushed = append(p.pushed, *push)
	case counted || slices.Contains(b.pushes.ended, path):
		delete(b.pushes.rows, path)
		p.unpushed = append(p.unpushed, path)
	}
}

// forget takes what is read of a file out of the plan. How it counts is
// settled apart from that.
func (b *planBuilder) forget(path string) {
	p := b.plan
	p.changed = slices.DeleteFunc(p.changed, func(f *scanned) bool { return f.row.Path == path })
	p.removed = slices.DeleteFunc(p.removed, func(f string) bool { return f == path })
}

// learn reads what the graph has of a file, and forgets what was planned for
// it before.
func (b *planBuilder) learn(ctx context.Context, path string) error {
	if b.seen[path] {
		b.forget(path)
		return nil
	}
	b.seen[path] = true
	was, err := read(ctx, b.m, func(r *graph.Reader) (*graph.FileInfo, error) {
		f, err := r.File(path)
		var missing *graph.NotFoundError
		if errors.As(err, &missing) {
			return nil, nil
		}
		return &f, err
	})
	if was != nil {
		b.known[path] = *was
	}
	return err
}

// given plans for a file that holds this; nil: there is none.
func (b *planBuilder) given(ctx context.Context, path string, c *graph.Content) error {
	if c == nil {
		b.gone(path)
		return nil
	}
	out, err := b.w.given(ctx, b.tree, path, c.Data, b.known)
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

func (b *planBuilder) take(path string, f *scanned) {
	switch {
	case f.skip != nil:
		b.gone(path)
	case f.changed:
		b.plan.changed = append(b.plan.changed, f)
	}
}

func (b *planBuilder) gone(path string) {
	if _, ok := b.known[path]; ok {
		b.plan.removed = append(b.plan.removed, path)
	}
}
