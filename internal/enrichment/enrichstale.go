package enrichment

import (
	"cmp"
	"context"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// EnrichStaleResult is the answer of EnrichStale.
type EnrichStaleResult struct {
	StaleCount int         `json:"stale_count"`
	StaleNodes []StaleNode `json:"stale_nodes"`
}

// StaleNode is a node that is not what it was when it was enriched.
type StaleNode struct {
	NodeID       string    `json:"node_id"`
	File         string    `json:"file"`
	LastEnriched time.Time `json:"last_enriched"`
	CurrentHash  string    `json:"current_hash"`
	EnrichedHash string    `json:"enriched_hash"`
	Reason       string    `json:"reason,omitempty"` // where the hashes are the same: what else changed
}

// EnrichStale lists the nodes of a scope that have changed since they were
// enriched.
func (m *Enricher) EnrichStale(ctx context.Context, scope workspace.Scope) (*EnrichStaleResult, error) {
	res := &EnrichStaleResult{StaleNodes: []StaleNode{}}
	err := m.eachEnrichable(ctx, scope, func(n *graph.Node, blob [16]byte, e *graph.Enrichment) {
		if e == nil || workspace.Fresh(n, blob, *e) {
			return
		}
		s := StaleNode{NodeID: n.ID, File: n.File, LastEnriched: e.At, CurrentHash: workspace.HashText(workspace.SourceHash(n, blob)), EnrichedHash: workspace.HashText(e.Hash)}
		if s.CurrentHash == s.EnrichedHash {
			s.Reason = "docstring changed"
		}
		res.StaleNodes = append(res.StaleNodes, s)
	})
	if err != nil {
		return nil, err
	}
	res.StaleCount = len(res.StaleNodes)
	return res, nil
}

// eachEnrichable goes through the nodes of a scope, by file, with their
// enrichment, nil where there is none.
func (m *Enricher) eachEnrichable(ctx context.Context, scope workspace.Scope, visit func(n *graph.Node, blob [16]byte, e *graph.Enrichment)) error {
	return m.Space.Graph.View(ctx, func(r *graph.Reader) error { return eachEnrichable(r, scope, visit) })
}

// enrichScope reads a scope, its files, and what of the repository is enriched.
func enrichScope(r *graph.Reader, scope workspace.Scope) (s graph.Scope, files []graph.ScopeFile, known map[uint64]graph.Enrichment, err error) {
	if s, err = workspace.ScopeOf(r, cmp.Or(scope, "full")); err != nil {
		return s, nil, nil, err
	}
	if files, err = r.ScopeFiles(s); err != nil {
		return s, nil, nil, err
	}
	known, err = r.Enrichments()
	return s, files, known, err
}

func eachEnrichable(r *graph.Reader, scope workspace.Scope, visit func(n *graph.Node, blob [16]byte, e *graph.Enrichment)) error {
	_, files, known, err := enrichScope(r, scope)
	if err != nil {
		return err
	}
	for _, f := range files {
		nodes, err := r.NodesIn(f.Row)
		if err != nil {
			return err
		}
		for i := range nodes {
			if !workspace.Enrichable(nodes[i].Kind) {
				continue
			}
			if e, ok := known[graph.SID(nodes[i].ID)]; ok {
				visit(&nodes[i], f.Blob, &e)
			} else {
				visit(&nodes[i], f.Blob, nil)
			}
		}
	}
	return nil
}
