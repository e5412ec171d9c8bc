package smp

import (
	"context"
	"errors"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/safety"
)

// apply writes a change of head's graph. What sessions read of it as it was
// is kept first.
func (m *Memory) apply(ctx context.Context, ch *graph.Change) (stats graph.Stats, err error) {
	if m.head == nil && len(ch.Files)+len(ch.Deferred)+len(ch.Relinked)+len(ch.Removed) > 0 {
		ch.Guard = m.safe().UnlessPinned(func(version int64) bool { return m.hasView(baseView(version)) })
	}
	ch.At = m.now()
	for {
		stats, err = m.graph.Apply(ctx, ch)
		if !errors.Is(err, safety.ErrPinned) {
			return stats, err
		}
		if err := m.keepBase(ctx); err != nil {
			return stats, err
		}
	}
}

// keepBase copies the graph as it is now for the sessions that read it. The
// caller keeps others from changing it, by the index's lock.
func (m *Memory) keepBase(ctx context.Context) error {
	version, err := m.store.DataVersion(ctx)
	if err != nil {
		return err
	}
	return m.copyTo(ctx, m, baseView(version))
}

// keepPinned is keepBase where an open session reads the graph as it is and it
// is not kept yet.
func (m *Memory) keepPinned(ctx context.Context) error {
	version, err := m.store.DataVersion(ctx)
	if err != nil {
		return err
	}
	pins, err := safety.Get(ctx, m.safe(), (*safety.Tx).Pins)
	if err != nil || !pins.Versions[version] || m.hasView(baseView(version)) {
		return err
	}
	return m.keepBase(ctx)
}

// keepTexts keeps the Go sources that a plan replaces while sessions read them:
// linking on top of what they were needs them.
func (m *Memory) keepTexts(ctx context.Context, p *plan) error {
	if m.links == nil {
		return nil
	}
	pins, err := safety.Get(ctx, m.safe(), (*safety.Tx).Pins)
	if err != nil || len(pins.Sessions) == 0 {
		return err
	}
	var keep []graph.Content
	was := func(path string) {
		if text, ok := m.links.texts[path]; ok {
			keep = append(keep, graph.ContentOf(text))
		}
	}
	for _, f := range p.changed {
		was(f.row.Path)
	}
	for _, path := range p.removed {
		was(path)
	}
	if len(keep) == 0 {
		return nil
	}
	return m.graph.PutContents(ctx, keep...)
}
