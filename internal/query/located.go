package query

import (
	"context"
	"errors"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
)

// The answer of Locate, by names of this package.
type (
	LocateResult   = locate.Response
	LocateHit      = locate.Result
	LocateRelation = locate.Relation
)

// HighestRank is the largest PageRank in the graph: a node's rank divided by it
// is its centrality. It is 0 where ranks have not been computed.
func (m *Questions) HighestRank(ctx context.Context) (float64, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (float64, error) {
		ranks, err := r.Ranks()
		if errors.Is(err, graph.ErrNoCommunities) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		return ranks.Max, nil
	})
}
