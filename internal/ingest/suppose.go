package ingest

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/relink"
)

// Supposition is what the graph would say if some files were others. It is
// made without writing anything and holds until the function that it was made
// for returns.
type Supposition struct {
	relink.Linking
	Known map[string]graph.FileInfo // the files' rows as they are

	Wholes map[string]*graph.FileGraph
	Again  map[string]*graph.FileGraph
}

// Suppose runs fn on what the graph would say after some changes, and brings
// the linkers back. Files as they are count as the graph has them: call it
// when the graph is up to date.
func (m *Runs) Suppose(ctx context.Context, changes []FileChange, fn func(*Supposition) error) error {
	m.Indexing.Lock()
	defer m.Indexing.Unlock()
	if err := m.WarmForReading(ctx); err != nil {
		return err
	}
	b, err := m.PlanBuilder(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	b.W.Bare = true
	for _, c := range changes {
		if err := b.Suppose(ctx, c); err != nil {
			return err
		}
	}
	return m.Supposed(ctx, b, fn)
}

// WarmForReading is warmUp with the file's lock taken only when it is needed.
func (m *Runs) WarmForReading(ctx context.Context) error {
	if warm, err := m.isWarm(ctx); err != nil || warm {
		return err
	}
	unlock, err := m.Space.Store.LockIndex(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	_, err = m.warmUp(ctx, nil)
	return err
}

// Suppose plans for a file whatever the disk has of it.
func (b *PlanBuilder) Suppose(ctx context.Context, c FileChange) error {
	path, err := b.m.Space.Relative(c.Path)
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
	b.Pushes.Rows[path] = graph.Push{Path: path, Content: content}
	return b.given(ctx, path, content)
}

// Supposed links a plan, runs fn and takes the plan back.
func (m *Runs) Supposed(ctx context.Context, b *PlanBuilder, fn func(*Supposition) error) (err error) {
	back := m.Links.State.Undo(b.Plan, b.Known)
	now, err := m.Scan.Pushes(ctx, b.Reader)
	if err != nil {
		return err
	}
	l, err := m.Links.Link(ctx, b.Pushes.Source(b.Reader), b.Plan, b.Known)
	if err != nil {
		return err
	}
	changed := l.State.GoChanged
	defer func() {
		// Whatever became of ctx: the linkers must fit the graph again.
		if _, uerr := l.State.Update(context.WithoutCancel(ctx), now.Source(b.Reader), back); uerr != nil {
			m.Links.State = nil
			if err == nil {
				err = uerr
			}
		}
		l.State.GoChanged = changed
	}()
	s := &Supposition{Linking: *l, Known: b.Known, Wholes: map[string]*graph.FileGraph{}, Again: map[string]*graph.FileGraph{}}
	return fn(s)
}

// File is all that the graph would say of a changed file; nil where it is not
// one of them.
func (s *Supposition) File(path string) *graph.FileGraph {
	if g, ok := s.Wholes[path]; ok {
		return g
	}
	var g *graph.FileGraph
	for _, f := range s.Plan.Changed {
		if f.Row.Path == path {
			g = s.Whole(f)
		}
	}
	s.Wholes[path] = g
	return g
}

// RelinkedFile is the edges that an unchanged file would have; nil where they
// are what they are.
func (s *Supposition) RelinkedFile(path string) *graph.FileGraph {
	if g, ok := s.Again[path]; ok {
		return g
	}
	var g *graph.FileGraph
	if s.Links[path] != nil && s.State.Facts[path] != nil && s.File(path) == nil {
		g = s.Relinked(path)
	}
	s.Again[path] = g
	return g
}
