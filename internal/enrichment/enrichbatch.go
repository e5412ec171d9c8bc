package enrichment

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/workspace"
)

// EnrichBatchResult is the answer of EnrichBatch.
type EnrichBatchResult struct {
	Enriched        int             `json:"enriched"`
	Skipped         int             `json:"skipped"` // source_hash unchanged
	NoMetadata      int             `json:"no_metadata"`
	Failed          int             `json:"failed"`
	NoMetadataNodes []string        `json:"no_metadata_nodes"`
	Failures        []EnrichFailure `json:"failures,omitempty"`
}

// EnrichFailure is a file whose nodes could not be enriched.
type EnrichFailure struct {
	File    string `json:"file"`
	Nodes   int    `json:"nodes"`
	Message string `json:"message"`
}

// EnrichBatch is Enrich for all functions, classes, interfaces and variables
// of a scope ("full", "package:PATH" or "file:PATH"): files that have changed
// are indexed first, each file is read once, and all is written in one
// transaction. progress may be given to be told how many files are done.
func (m *Enricher) EnrichBatch(ctx context.Context, scope workspace.Scope, force bool, progress ...func(done, of int)) (*EnrichBatchResult, error) {
	if err := m.refreshScope(ctx, scope); err != nil {
		return nil, err
	}
	reader, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	b := &enrichBatch{m: m, reader: reader, at: clock(), progress: progress, files: make(chan *enrichFile, 2*m.Scan.Workers())}
	var workers sync.WaitGroup
	for range m.Scan.Workers() {
		workers.Go(func() { b.work(ctx) })
	}
	err = m.Space.Graph.View(ctx, func(r *graph.Reader) error { return b.plan(ctx, r, scope, force) })
	close(b.files)
	workers.Wait()
	if err = errors.Join(err, context.Cause(ctx)); err != nil {
		return nil, err
	}
	if err := m.Space.Graph.PutEnrichments(ctx, b.rows, b.whole); err != nil {
		return nil, err
	}
	return b.result(), nil
}

// refreshScope indexes the files of a scope that have changed or are gone.
func (m *Enricher) refreshScope(ctx context.Context, scope workspace.Scope) error {
	changed, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) ([]string, error) {
		s, err := workspace.ScopeOf(r, cmp.Or(scope, "full"))
		if err != nil {
			return nil, err
		}
		return m.Runs.StaleIn(r, s)
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	_, err = m.Runs.UpdateFiles(ctx, changed...)
	return err
}
