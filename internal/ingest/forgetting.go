package ingest

import (
	"context"
	"maps"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// keepFacts is how many bytes of facts are kept of what files once were: about
// what 20 branches that differ in 1,000 files each need.
const keepFacts = 64 << 20

// forgetFacts bounds the facts that are kept for files as they once were.
func (m *Runs) forgetFacts(ctx context.Context, files int) error {
	n, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) (int, error) { return r.FactsCount() })
	if err != nil || n <= 2*files+1000 {
		return err
	}
	_, err = m.Space.Graph.TrimFacts(ctx, slices.Collect(maps.Values(m.FactVersions())), keepFacts)
	return err
}
