package smp

import (
	"context"
	"maps"
	"slices"

	"github.com/structural-memory/smp/graph"
)

// keepFacts is how many bytes of facts are kept of what files once were: about
// what 20 branches that differ in 1,000 files each need.
const keepFacts = 64 << 20

// forgetFacts bounds the facts that are kept for files as they once were.
func (m *Memory) forgetFacts(ctx context.Context, files int) error {
	n, err := read(ctx, m, func(r *graph.Reader) (int, error) { return r.FactsCount() })
	if err != nil || n <= 2*files+1000 {
		return err
	}
	_, err = m.graph.TrimFacts(ctx, slices.Collect(maps.Values(m.factVersions())), keepFacts)
	return err
}
