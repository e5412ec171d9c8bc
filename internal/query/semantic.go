package query

import (
	"context"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// Semantic is all that is known of a node beside its structure.
type Semantic struct {
	Status         string                    `json:"status"` // enriched, no_metadata, stale or not_enriched
	Docstring      workspace.OrNull          `json:"docstring"`
	Description    workspace.OrNull          `json:"description"`
	InlineComments []workspace.InlineComment `json:"inline_comments"`
	Decorators     []string                  `json:"decorators"`
	Annotations    workspace.TypeAnnotations `json:"annotations"`
	Tags           []string                  `json:"tags"`
	ManuallySet    bool                      `json:"manually_set"`
	SourceHash     string                    `json:"source_hash"`
	EnrichedAt     *time.Time                `json:"enriched_at"`
}

// Semantic is what enrichment and annotations say of a node. What its row in
// the index says is there without enrichment too; inline comments and
// exceptions are those that enrichment found.
func (m *Questions) Semantic(ctx context.Context, ref string) (*Semantic, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*Semantic, error) {
		n, err := workspace.Resolve(r, ref)
		if err != nil {
			return nil, err
		}
		return semanticOf(r, &n)
	})
}

func semanticOf(r *graph.Reader, n *graph.Node) (*Semantic, error) {
	note, err := r.Annotation(n.ID)
	if err != nil {
		return nil, err
	}
	e, err := r.Enrichment(n.ID)
	if err != nil {
		return nil, err
	}
	s := &Semantic{Status: "not_enriched", Description: workspace.OrNull(note.Description), ManuallySet: note.Manual}
	if e == nil {
		e = &graph.Enrichment{}
	} else {
		s.Status, s.EnrichedAt = "enriched", &e.At
		blob, err := blobOf(r, n)
		switch {
		case err != nil:
			return nil, err
		case !workspace.Fresh(n, blob, *e):
			s.Status = "stale"
		case e.Has == 0:
			s.Status = "no_metadata"
		}
	}
	x := workspace.Extracted(n, e, note.Tags)
	s.Docstring, s.InlineComments, s.Decorators, s.Annotations, s.Tags = x.Docstring, x.InlineComments, x.Decorators, x.Annotations, x.Tags
	if s.SourceHash = n.SourceHash; s.EnrichedAt != nil {
		s.SourceHash = x.SourceHash
	}
	return s, nil
}

func blobOf(r *graph.Reader, n *graph.Node) (blob [16]byte, err error) {
	if n.File == "" {
		return blob, nil
	}
	f, err := r.File(n.File)
	return f.Blob, err
}
