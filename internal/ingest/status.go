package ingest

import (
	"context"
	"encoding/json"
	"io"
	"path"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/workspace"
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
	GivenUp       []graph.GivenUp    `json:"given_up"` // files of which not all could be read or linked
	MoreGivenUp   int                `json:"more_given_up,omitempty"`
	UnreadKinds   map[string]int     `json:"unread_kinds"` // files with code of kinds that nobody reads, by extension
	IndexedAt     *time.Time         `json:"indexed_at"`   // null where no index run has ended
	ChangedAt     *time.Time         `json:"changed_at"`   // when the graph last became another one, by a run or an update
	DBBytes       int64              `json:"db_bytes"`
	Version       int64              `json:"version"`
}

// Status counts what is in the graph and lists what was left out of it, at
// most maxSkips (0: 50).
func (m *Runs) Status(ctx context.Context, maxSkips int) (*StatusResult, error) {
	if maxSkips <= 0 {
		maxSkips = 50
	}
	at, err := m.Space.IndexedAt(ctx)
	if err != nil {
		return nil, err
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*StatusResult, error) {
		res := &StatusResult{Root: m.Space.Opts.Root, Path: m.Space.Store.Path(), ResolvedShare: map[string]float64{}, SkipsByReason: map[string]int{}, DBBytes: relink.FileSize(m.Space.Store.Path())}
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
		if err := m.unlooked(r, res, maxSkips); err != nil {
			return nil, err
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
func (m *Runs) Dump(ctx context.Context, w io.Writer) error { return m.Space.Graph.Dump(ctx, w) }

// DumpHash is the SHA-256 of the dump, in hex.
func (m *Runs) DumpHash(ctx context.Context) (string, error) { return m.Space.Graph.DumpHash(ctx) }

// Doctor checks the file and the invariants of the graph; a healthy memory
// has no problems.
func (m *Runs) Doctor(ctx context.Context) ([]graph.Problem, error) {
	problems, err := m.Space.Graph.Doctor(ctx)
	if err != nil || len(problems) > 0 {
		return problems, err
	}
	if problems, err = m.checkAudit(ctx); err != nil || len(problems) > 0 {
		return problems, err
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) ([]graph.Problem, error) {
		problems, err := locate.Check(r)
		if err != nil {
			return nil, err
		}
		more, err := checkTree(r)
		return append(problems, more...), err
	})
}

// unlooked lists what the graph does not hold of the files.
func (m *Runs) unlooked(r *graph.Reader, res *StatusResult, most int) (err error) {
	if res.GivenUp, err = r.GivenUp(); err != nil {
		return err
	}
	if n := len(res.GivenUp); n > most {
		res.GivenUp, res.MoreGivenUp = res.GivenUp[:most], n-most
	}
	res.GivenUp, res.UnreadKinds = append([]graph.GivenUp{}, res.GivenUp...), map[string]int{}
	note, err := r.Note(workspace.UnreadKey)
	if err != nil || note == "" {
		return err
	}
	var unread []string
	if err := json.Unmarshal([]byte(note), &unread); err != nil {
		return err
	}
	for _, p := range unread {
		res.UnreadKinds[path.Ext(p)]++
	}
	return nil
}
