package smp

import (
	"context"
	"io"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/locate"
)

// StatusResult says what the memory holds.
type StatusResult struct {
	Root string `json:"root"`
	Path string `json:"path"`
	graph.Overview
	ResolvedShare map[string]float64 `json:"resolved_share"` // per language: call sites with a target, of those that stay inside
	Skips         []graph.Skip       `json:"skips"`
	MoreSkips     int                `json:"more_skips,omitempty"`
	SkipsByReason map[string]int     `json:"skips_by_reason"`
	IndexedAt     *time.Time         `json:"indexed_at"` // null where no index run has ended
	ChangedAt     *time.Time         `json:"changed_at"` // when the graph last became another one, by a run or an update
	DBBytes       int64              `json:"db_bytes"`
	Version       int64              `json:"version"`
}

// Status counts what is in the graph and lists what was left out of it, at
// most maxSkips (0: 50).
func (m *Memory) Status(ctx context.Context, maxSkips int) (*StatusResult, error) {
	if maxSkips <= 0 {
		maxSkips = 50
	}
	at, err := m.IndexedAt(ctx)
	if err != nil {
		return nil, err
	}
	return read(ctx, m, func(r *graph.Reader) (*StatusResult, error) {
		res := &StatusResult{Root: m.opts.root, Path: m.store.Path(), ResolvedShare: map[string]float64{}, SkipsByReason: map[string]int{}, DBBytes: fileSize(m.store.Path())}
		if at = at.UTC(); !at.IsZero() {
			res.IndexedAt = &at
		}
		var err error
		if res.ChangedAt, err = r.ChangedAt(); err != nil {
			return nil, err
		}
		if res.Overview, err = r.Overview(); err != nil {
			return nil, err
		}
		for l, x := range res.ByLanguage {
			res.ResolvedShare[l] = x.Calls.ResolvedShare()
		}
		if res.Skips, err = r.Skips(); err != nil {
			return nil, err
		}
		if res.Skips == nil {
			res.Skips = []graph.Skip{}
		}
		for _, s := range res.Skips {
			res.SkipsByReason[s.Reason]++
		}
		if n := len(res.Skips); n > maxSkips {
			res.Skips, res.MoreSkips = res.Skips[:maxSkips], n-maxSkips
		}
		res.Version, err = r.DataVersion()
		return res, err
	})
}

// Dump writes the canonical dump of the graph: sorted JSON lines without row
// ids and times. Equal graphs have equal dumps.
func (m *Memory) Dump(ctx context.Context, w io.Writer) error { return m.graph.Dump(ctx, w) }

// DumpHash is the SHA-256 of the dump, in hex.
func (m *Memory) DumpHash(ctx context.Context) (string, error) { return m.graph.DumpHash(ctx) }

// Doctor checks the file and the invariants of the graph; a healthy memory
// has no problems.
func (m *Memory) Doctor(ctx context.Context) ([]graph.Problem, error) {
	problems, err := m.graph.Doctor(ctx)
	if err != nil || len(problems) > 0 {
		return problems, err
	}
	return read(ctx, m, func(r *graph.Reader) ([]graph.Problem, error) {
		problems, err := locate.Check(r)
		if err != nil {
			return nil, err
		}
		more, err := checkTree(r)
		return append(problems, more...), err
	})
}
