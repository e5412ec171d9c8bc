package ingest

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/community"
	"github.com/structural-memory/smp/internal/workspace"
)

// communities detects communities and ranks at the end of an index run, where
// that is due.
func (r *indexRun) communities(ctx context.Context) error {
	due, err := r.m.communitiesDue(ctx)
	if err != nil || !due {
		return err
	}
	r.progress("finding communities", 0, 0)
	if _, err := r.m.Communities.DetectCommunities(ctx, community.DetectOptions{}); err != nil {
		return err
	}
	r.stage("communities")
	return nil
}

// communitiesDue tells whether there are none yet, or more than a tenth of the
// nodes came, went, or got or lost edges since they were detected.
func (m *Runs) communitiesDue(ctx context.Context) (bool, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (bool, error) {
		changed, detected, err := r.ChangedSince()
		if err != nil || !detected || changed == 0 {
			return !detected, err
		}
		nodes, err := r.NodeCount()
		return 10*changed > nodes, err
	})
}
