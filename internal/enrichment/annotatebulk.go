package enrichment

import (
	"context"
	"errors"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// NodeAnnotation is an Annotation with the node that it is for.
type NodeAnnotation struct {
	NodeID string `json:"node_id"`
	Annotation
}

// AnnotateBulkResult is the answer of AnnotateBulk.
type AnnotateBulkResult struct {
	Annotated int                 `json:"annotated"`
	Failed    int                 `json:"failed"`
	Failures  []AnnotationFailure `json:"failures,omitempty"`
}

// AnnotationFailure says why a node was not annotated.
type AnnotationFailure struct {
	NodeID  string `json:"node_id"`
	Message string `json:"message"`
	Err     error  `json:"-"`
}

// AnnotateBulk annotates many nodes in one transaction. One that cannot be
// annotated does not keep the others from it.
func (m *Enricher) AnnotateBulk(ctx context.Context, list []NodeAnnotation) (*AnnotateBulkResult, error) {
	res := &AnnotateBulkResult{}
	var ids []string
	var edits []func(*graph.Annotation)
	err := m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		for i := range list {
			a := &list[i]
			tags, err := a.check()
			var n graph.Node
			if err == nil {
				n, err = a.target(r, a.NodeID)
			}
			switch {
			case err == nil:
				ids = append(ids, n.ID)
				edits = append(edits, func(to *graph.Annotation) { a.apply(to, tags) })
			case expected(err):
				res.Failures = append(res.Failures, AnnotationFailure{NodeID: a.NodeID, Message: err.Error(), Err: err})
			default:
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if _, err := m.Space.Graph.EditAnnotations(ctx, ids, clock(), func(i int, to *graph.Annotation) { edits[i](to) }); err != nil {
		return nil, err
	}
	res.Annotated, res.Failed = len(ids), len(res.Failures)
	return res, nil
}

// expected tells whether an error is about one annotation only.
func expected(err error) bool {
	var missing *workspace.NotFoundError
	var many *workspace.AmbiguousError
	var param *workspace.ParamError
	return errors.As(err, &missing) || errors.As(err, &many) || errors.As(err, &param) || errors.Is(err, ErrHasDocstring)
}
