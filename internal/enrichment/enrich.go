package enrichment

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/workspace"
)

// EnrichResult is the answer of Enrich. The metadata is nil unless the status
// is "enriched".
type EnrichResult struct {
	NodeID string `json:"node_id"`
	Status string `json:"status"` // enriched, skipped or no_metadata
	Reason string `json:"reason,omitempty"`
	// Description is what was said of the node by hand.
	Description string `json:"description,omitempty"`
	*workspace.ExtractedMetadata
}

// Enrich takes from a node's source what it says to people: docstring, inline
// comments, decorators, types, exceptions. A node whose source is what it was
// at the last time is skipped, unless forced. A file that has changed since it
// was indexed is indexed first.
func (m *Enricher) Enrich(ctx context.Context, ref string, force bool) (*EnrichResult, error) {
	n, err := m.currentNode(ctx, ref)
	if err != nil {
		return nil, err
	}
	if n.File == "" {
		return &EnrichResult{NodeID: n.ID, Status: "no_metadata", Reason: workspace.ReasonNoMetadata}, nil
	}
	var f *enrichFile
	var note graph.Annotation
	skip := false
	err = m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		var err error
		if f, err = m.wantedNode(r, &n); err != nil {
			return err
		}
		if note, err = r.Annotation(n.ID); err != nil {
			return err
		}
		old, err := r.Enrichment(n.ID)
		if err != nil {
			return err
		}
		if skip = !force && old != nil && workspace.Fresh(&n, f.Blob, *old); skip {
			return nil
		}
		return m.packedFacts(r, f)
	})
	if err != nil {
		return nil, err
	}
	if skip {
		return &EnrichResult{NodeID: n.ID, Status: "skipped", Reason: workspace.ReasonUnchanged, Description: note.Description}, nil
	}
	reader, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	out, err := m.enrichOne(ctx, reader, f, clock())
	if err != nil {
		return nil, err
	}
	if err := m.Space.Graph.PutEnrichments(ctx, out.rows, false); err != nil {
		return nil, err
	}
	e := &out.rows[0].Enrichment
	if e.Has == 0 {
		return &EnrichResult{NodeID: n.ID, Status: "no_metadata", Reason: workspace.ReasonNoMetadata, Description: note.Description}, nil
	}
	return &EnrichResult{NodeID: n.ID, Status: "enriched", Description: note.Description, ExtractedMetadata: workspace.Extracted(out.nodes[0], e, note.Tags)}, nil
}

// currentNode is the node that a reference means, its file indexed anew if it
// has changed.
func (m *Enricher) currentNode(ctx context.Context, ref string) (graph.Node, error) {
	find := func(r *graph.Reader) (graph.Node, error) { return workspace.Resolve(r, ref) }
	n, err := workspace.Read(ctx, m.Space, find)
	if err != nil || n.File == "" {
		return n, err
	}
	changed, err := m.Runs.Changed(ctx, n.File)
	if err != nil || len(changed) == 0 {
		return n, err
	}
	if _, err := m.Runs.UpdateFiles(ctx, n.File); err != nil {
		return n, err
	}
	return workspace.Read(ctx, m.Space, find)
}

// wantedNode is the file of a node with that node alone wanted, and the node
// as it is in the snapshot.
func (m *Enricher) wantedNode(r *graph.Reader, n *graph.Node) (*enrichFile, error) {
	files, err := r.ScopeFiles(graph.FileScope(n.File))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, &workspace.NotFoundError{Ref: n.ID}
	}
	f, err := m.loadFile(r, files[0])
	if err != nil {
		return nil, err
	}
	for i := range f.nodes {
		if f.nodes[i].ID == n.ID {
			f.want[i], *n = true, f.nodes[i]
			return f, nil
		}
	}
	return nil, &workspace.NotFoundError{Ref: n.ID}
}
