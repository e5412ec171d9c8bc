package enrichment

import (
	"context"
	"errors"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// Annotation is what is said of a node by hand. Tags replace those that the
// node has; nil leaves them.
type Annotation struct {
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Force       bool     `json:"force,omitempty"` // describe it although it has a docstring
}

// AnnotateResult is the answer of Annotate.
type AnnotateResult struct {
	NodeID      string    `json:"node_id"`
	Status      string    `json:"status"`
	ManuallySet bool      `json:"manually_set"`
	AnnotatedAt time.Time `json:"annotated_at"`
}

// ErrHasDocstring matches a *DocstringError.
var ErrHasDocstring = errors.New("the node has a docstring")

// DocstringError says that a description would take the place of a docstring.
type DocstringError struct{ NodeID string }

func (e *DocstringError) Error() string {
	return "Node already has extracted docstring. Set force: true to override."
}

// Is makes errors.Is(err, ErrHasDocstring) true.
func (e *DocstringError) Is(target error) bool { return target == ErrHasDocstring }

// Annotate describes and tags a node by hand. Annotations belong to the node's
// id: they stay when the file is indexed anew, when others around it change
// and when the node is gone for a while. A node with a docstring is described
// only if forced; else the error is a *DocstringError.
func (m *Enricher) Annotate(ctx context.Context, ref string, a Annotation) (*AnnotateResult, error) {
	tags, err := a.check()
	if err != nil {
		return nil, err
	}
	n, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) (graph.Node, error) { return a.target(r, ref) })
	if err != nil {
		return nil, err
	}
	at := clock()
	_, err = m.Space.Graph.EditAnnotations(ctx, []string{n.ID}, at, func(_ int, to *graph.Annotation) { a.apply(to, tags) })
	if err != nil {
		return nil, err
	}
	return &AnnotateResult{NodeID: n.ID, Status: "annotated", ManuallySet: true, AnnotatedAt: at}, nil
}

// check tells whether there is something to say, and puts the tags in order.
func (a *Annotation) check() ([]string, error) {
	if a.Description == "" && a.Tags == nil {
		return nil, &workspace.ParamError{Param: "description", Value: "empty", Hint: "give a description, tags, or both"}
	}
	return cleanTags(a.Tags)
}

func (a *Annotation) target(r *graph.Reader, ref string) (graph.Node, error) {
	n, err := workspace.Resolve(r, ref)
	if err == nil && a.Description != "" && n.Docstring != "" && !a.Force {
		err = &DocstringError{NodeID: n.ID}
	}
	return n, err
}

func (a *Annotation) apply(to *graph.Annotation, tags []string) {
	if a.Description != "" {
		to.Description = a.Description
	}
	if a.Tags != nil {
		to.Tags = tags
	}
	to.Manual = true
}
