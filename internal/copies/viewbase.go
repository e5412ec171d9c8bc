package copies

import (
	"context"
	"errors"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/safety"
)

// Apply writes a change of head's graph. What sessions read of it as it was
// is kept first. within is done in the same transaction, and ends it where it
// fails.
func (m *Copies) Apply(ctx context.Context, ch *graph.Change, within func(*safety.Tx) error) (stats graph.Stats, err error) {
	if m.Space.Head == nil && len(ch.Files)+len(ch.Deferred)+len(ch.Relinked)+len(ch.Removed) > 0 {
		ch.Guard = m.Space.Safe().UnlessPinned(func(version int64) bool { return m.HasView(BaseView(version)) })
	}
	if within != nil {
		ch.Guard = m.Space.Safe().Inside(ch.Guard, within)
	}
	ch.At = m.Space.Now()
	for {
		stats, err = m.Space.Graph.Apply(ctx, ch)
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
func (m *Copies) keepBase(ctx context.Context) error {
	version, err := m.Space.Store.DataVersion(ctx)
	if err != nil {
		return err
	}
	return m.CopyTo(ctx, m, BaseView(version))
}

// KeepPinned is keepBase where an open session reads the graph as it is and it
// is not kept yet.
func (m *Copies) KeepPinned(ctx context.Context) error {
	version, err := m.Space.Store.DataVersion(ctx)
	if err != nil {
		return err
	}
	pins, err := safety.Get(ctx, m.Space.Safe(), (*safety.Tx).Pins)
	if err != nil || !pins.Versions[version] || m.HasView(BaseView(version)) {
		return err
	}
	return m.keepBase(ctx)
}

// KeepTexts keeps the Go sources that a plan replaces while sessions read them:
// linking on top of what they were needs them.
func (m *Copies) KeepTexts(ctx context.Context, p *scan.Plan) error {
	if m.Links.State == nil {
		return nil
	}
	pins, err := safety.Get(ctx, m.Space.Safe(), (*safety.Tx).Pins)
	if err != nil || len(pins.Sessions) == 0 {
		return err
	}
	var keep []graph.Content
	was := func(path string) {
		if text, ok := m.Links.State.Texts[path]; ok {
			keep = append(keep, graph.ContentOf(text))
		}
	}
	for _, f := range p.Changed {
		was(f.Row.Path)
	}
	for _, path := range p.Removed {
		was(path)
	}
	if len(keep) == 0 {
		return nil
	}
	return m.Space.Graph.PutContents(ctx, keep...)
}
