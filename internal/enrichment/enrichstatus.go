package enrichment

import (
	"cmp"
	"context"
	"errors"
	"math"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// EnrichStatusResult is the answer of EnrichStatus. The counts are of what
// enrichment and annotation have given so far.
type EnrichStatusResult struct {
	TotalNodes        int      `json:"total_nodes"`
	HasDocstring      int      `json:"has_docstring"`   // or a description
	HasAnnotations    int      `json:"has_annotations"` // types or exceptions
	HasTags           int      `json:"has_tags"`
	ManuallyAnnotated int      `json:"manually_annotated"`
	NoMetadata        int      `json:"no_metadata"` // nothing was found, and nobody described it
	Stale             int      `json:"stale"`
	CoveragePct       float64  `json:"coverage_pct"`           // nodes with metadata
	NotEnriched       int      `json:"not_enriched,omitempty"` // never looked at
	Orphaned          []string `json:"orphaned,omitempty"`     // annotated, but not in the code now
}

// EnrichStatus counts what is known of the nodes of a scope. Annotations of
// nodes that are gone are kept, and listed.
func (m *Enricher) EnrichStatus(ctx context.Context, scope workspace.Scope) (*EnrichStatusResult, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*EnrichStatusResult, error) {
		all, _, err := r.Annotations()
		if err != nil {
			return nil, err
		}
		notes := make(map[string]*graph.Annotation, len(all))
		for i := range all {
			notes[all[i].ID] = &all[i]
		}
		res := &EnrichStatusResult{}
		covered := 0
		err = eachEnrichable(r, scope, func(n *graph.Node, blob [16]byte, e *graph.Enrichment) {
			if res.add(n, blob, e, notes[n.ID]) {
				covered++
			}
		})
		if err != nil {
			return nil, err
		}
		if res.TotalNodes > 0 {
			res.CoveragePct = math.Round(1000*float64(covered)/float64(res.TotalNodes)) / 10
		}
		res.Orphaned, err = orphans(r, scope, all)
		return res, err
	})
}

// add counts a node, and tells whether anything is known of it.
func (res *EnrichStatusResult) add(n *graph.Node, blob [16]byte, e *graph.Enrichment, note *graph.Annotation) bool {
	var has graph.Metadata
	if e != nil {
		has = e.Has
	}
	described := note != nil && note.Description != ""
	res.TotalNodes++
	for _, c := range []struct {
		holds bool
		count *int
	}{
		{has&graph.HasDocstring != 0 || described, &res.HasDocstring},
		{has&graph.HasTypes != 0, &res.HasAnnotations},
		{note != nil && len(note.Tags) > 0, &res.HasTags},
		{note != nil && note.Manual, &res.ManuallyAnnotated},
		{e != nil && has == 0 && !described, &res.NoMetadata},
		{e != nil && !workspace.Fresh(n, blob, *e), &res.Stale},
		{e == nil, &res.NotEnriched},
	} {
		if c.holds {
			*c.count++
		}
	}
	return has != 0 || described
}

// orphans are the ids of the annotations in the scope whose node is gone.
func orphans(r *graph.Reader, scope workspace.Scope, all []graph.Annotation) ([]string, error) {
	s, err := workspace.ScopeOf(r, cmp.Or(scope, "full"))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, a := range all {
		if s != (graph.Scope{}) && !s.Holds(graph.PathOf(a.ID)) {
			continue
		}
		_, err := r.ByID(a.ID)
		var missing *workspace.NotFoundError
		if errors.As(err, &missing) {
			out = append(out, a.ID)
		} else if err != nil {
			return nil, err
		}
	}
	return out, nil
}
