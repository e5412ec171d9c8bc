package smp

import (
	"context"

	"github.com/structural-memory/smp/graph"
)

// supposition is what the graph would say if some files were others. It is
// made without writing anything and holds until the function that it was made
// for returns.
type supposition struct {
	linking
	known map[string]graph.FileInfo // the files' rows as they are

	wholes map[string]*graph.FileGraph
	again  map[string]*graph.FileGraph
}

// suppose runs fn on what the graph would say after some changes, and brings
// the linkers back. Files as they are count as the graph has them: call it
// when the graph is up to date.
func (m *Memory) suppose(ctx context.Context, changes []FileChange, fn func(*supposition) error) error {
	m.indexing.Lock()
	defer m.indexing.Unlock()
	if err := m.warmForReading(ctx); err != nil {
		return err
	}
	b, err := m.planBuilder(ctx)
	if err != nil {
		return err
	}
	defer b.close()
	b.w.bare = true
	for _, c := range changes {
		if err := b.suppose(ctx, c); err != nil {
			return err
		}
	}
	return m.supposed(ctx, b, fn)
}

// warmForReading is warmUp with the file's lock taken only when it is needed.
func (m *Memory) warmForReading(ctx context.Context) error {
	if warm, err := m.isWarm(ctx); err != nil || warm {
		return err
	}
	unlock, err := m.store.LockIndex(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	_, err = m.warmUp(ctx, nil)
	return err
}

// suppose plans for a file whatever the disk has of it.
func (b *planBuilder) suppose(ctx context.Context, c FileChange) error {
	path, err := b.m.relative(c.Path)
	if err != nil {
		return err
	}
	if err := b.learn(ctx, path); err != nil {
		return err
	}
	var content *graph.Content
	if !c.Deleted {
		content = &graph.Content{Data: c.Content}
	}
	b.pushes.rows[path] = graph.Push{Path: path, Content: content}
	return b.given(ctx, path, content)
}

// supposed links a plan, runs fn and takes the plan back.
func (m *Memory) supposed(ctx context.Context, b *planBuilder, fn func(*supposition) error) (err error) {
	back := m.links.undo(b.plan, b.known)
	now, err := m.pushes(ctx, b.reader)
	if err != nil {
		return err
	}
	l, err := m.link(ctx, b.pushes.source(b.reader), b.plan, b.known)
	if err != nil {
		return err
	}
	changed := l.state.goChanged
	defer func() {
		// Whatever became of ctx: the linkers must fit the graph again.
		if _, uerr := l.state.update(context.WithoutCancel(ctx), now.source(b.reader), back); uerr != nil {
			m.links = nil
			if err == nil {
				err = uerr
			}
		}
		l.state.goChanged = changed
	}()
	s := &supposition{linking: *l, known: b.known, wholes: map[string]*graph.FileGraph{}, again: map[string]*graph.FileGraph{}}
	return fn(s)
}

// undo is the plan that leads back.
func (s *linkState) undo(p *plan, known map[string]graph.FileInfo) *plan {
	back := &plan{}
	was := func(path string) {
		f := s.facts[path]
		if f == nil {
			back.removed = append(back.removed, path)
			return
		}
		row := graph.FileRow{Path: path, Lang: f.Lang}
		if k, ok := known[path]; ok {
			row.Lang, row.Blob, row.SHA256, row.Size, row.Mtime = k.Lang, k.Blob, k.SHA256, k.Size, k.Mtime
		}
		back.changed = append(back.changed, &scanned{row: row, facts: f, text: s.texts[path], changed: true})
	}
	for _, f := range p.changed {
		was(f.row.Path)
	}
	for _, path := range p.removed {
		was(path)
	}
	return back
}

// file is all that the graph would say of a changed file; nil where it is not
// one of them.
func (s *supposition) file(path string) *graph.FileGraph {
	if g, ok := s.wholes[path]; ok {
		return g
	}
	var g *graph.FileGraph
	for _, f := range s.plan.changed {
		if f.row.Path == path {
			g = s.whole(f)
		}
	}
	s.wholes[path] = g
	return g
}

// relinkedFile is the edges that an unchanged file would have; nil where they
// are what they are.
func (s *supposition) relinkedFile(path string) *graph.FileGraph {
	if g, ok := s.again[path]; ok {
		return g
	}
	var g *graph.FileGraph
	if s.links[path] != nil && s.state.facts[path] != nil && s.file(path) == nil {
		g = s.relinked(path)
	}
	s.again[path] = g
	return g
}
