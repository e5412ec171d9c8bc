package ingest

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
	"github.com/structural-memory/smp/search"
)

// mergeFrom is how many documents must have come since the search index's base
// was made before a new one is worth its while.
const mergeFrom = 5000

// mergeWords makes a new base of the search index if more than a fifth of what
// is searched came after the last one.
func (r *indexRun) mergeWords(ctx context.Context) error {
	from := r.m.Space.Opts.MergeFrom
	if from == 0 {
		from = mergeFrom
	}
	var version int64
	b, err := workspace.Read(ctx, r.m.Space, func(g *graph.Reader) (*search.Builder, error) {
		later := 0
		if err := g.WordsDeltaHeads(func(head []byte) { later += search.Counted(head) }); err != nil || later <= from {
			return nil, err
		}
		x, err := locate.LoadWords(g)
		if err != nil || 5*x.Later() <= x.Documents() {
			return nil, err
		}
		if version, err = g.DataVersion(); err != nil {
			return nil, err
		}
		return search.Merge(x, g.EachWord)
	})
	if err != nil || b == nil {
		return err
	}
	r.progress("merging the search index", 0, 0)
	if err := r.m.Space.Graph.ReplaceWords(ctx, version, b); err != nil {
		return err
	}
	r.stage("merge")
	return nil
}
