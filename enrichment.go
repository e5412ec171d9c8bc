package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/enrichment"
)

type (
	// Annotation is what is said of a node by hand. Tags replace those that the
	// node has; nil leaves them.
	Annotation = enrichment.Annotation
	// AnnotateResult is the answer of Annotate.
	AnnotateResult = enrichment.AnnotateResult
	// DocstringError says that a description would take the place of a docstring.
	DocstringError = enrichment.DocstringError
	// NodeAnnotation is an Annotation with the node that it is for.
	NodeAnnotation = enrichment.NodeAnnotation
	// AnnotateBulkResult is the answer of AnnotateBulk.
	AnnotateBulkResult = enrichment.AnnotateBulkResult
	// AnnotationFailure says why a node was not annotated.
	AnnotationFailure = enrichment.AnnotationFailure
	// EnrichResult is the answer of Enrich. The metadata is nil unless the status
	// is "enriched".
	EnrichResult = enrichment.EnrichResult
	// EnrichBatchResult is the answer of EnrichBatch.
	EnrichBatchResult = enrichment.EnrichBatchResult
	// EnrichFailure is a file whose nodes could not be enriched.
	EnrichFailure = enrichment.EnrichFailure
	// FileChangedError says that a file is not what it was when it was indexed,
	// although it was indexed a moment ago: something keeps writing to it.
	FileChangedError = enrichment.FileChangedError
	// EnrichStaleResult is the answer of EnrichStale.
	EnrichStaleResult = enrichment.EnrichStaleResult
	// StaleNode is a node that is not what it was when it was enriched.
	StaleNode = enrichment.StaleNode
	// EnrichStatusResult is the answer of EnrichStatus. The counts are of what
	// enrichment and annotation have given so far.
	EnrichStatusResult = enrichment.EnrichStatusResult
	// TagResult is the answer of Tag.
	TagResult = enrichment.TagResult
)

// ErrHasDocstring matches a *DocstringError.
var ErrHasDocstring = enrichment.ErrHasDocstring

// Annotate describes and tags a node by hand. Annotations belong to the node's
// id: they stay when the file is indexed anew, when others around it change
// and when the node is gone for a while. A node with a docstring is described
// only if forced; else the error is a *DocstringError.
func (m *Memory) Annotate(ctx context.Context, ref string, a Annotation) (*AnnotateResult, error) {
	return m.enrich.Annotate(ctx, ref, a)
}

// AnnotateBulk annotates many nodes in one transaction. One that cannot be
// annotated does not keep the others from it.
func (m *Memory) AnnotateBulk(ctx context.Context, list []NodeAnnotation) (*AnnotateBulkResult, error) {
	return m.enrich.AnnotateBulk(ctx, list)
}

// Enrich takes from a node's source what it says to people: docstring, inline
// comments, decorators, types, exceptions. A node whose source is what it was
// at the last time is skipped, unless forced. A file that has changed since it
// was indexed is indexed first.
func (m *Memory) Enrich(ctx context.Context, ref string, force bool) (*EnrichResult, error) {
	return m.enrich.Enrich(ctx, ref, force)
}

// EnrichBatch is Enrich for all functions, classes, interfaces and variables
// of a scope ("full", "package:PATH" or "file:PATH"): files that have changed
// are indexed first, each file is read once, and all is written in one
// transaction. progress may be given to be told how many files are done.
func (m *Memory) EnrichBatch(ctx context.Context, scope Scope, force bool, progress ...func(done, of int)) (*EnrichBatchResult, error) {
	return m.enrich.EnrichBatch(ctx, scope, force, progress...)
}

// EnrichStale lists the nodes of a scope that have changed since they were
// enriched.
func (m *Memory) EnrichStale(ctx context.Context, scope Scope) (*EnrichStaleResult, error) {
	return m.enrich.EnrichStale(ctx, scope)
}

// EnrichStatus counts what is known of the nodes of a scope. Annotations of
// nodes that are gone are kept, and listed.
func (m *Memory) EnrichStatus(ctx context.Context, scope Scope) (*EnrichStatusResult, error) {
	return m.enrich.EnrichStatus(ctx, scope)
}

// Tag adds tags to all functions, classes, interfaces and variables of a scope
// ("full", "package:PATH" or "file:PATH"), removes them, or replaces those that
// there are.
func (m *Memory) Tag(ctx context.Context, scope Scope, tags []string, action string) (*TagResult, error) {
	return m.enrich.Tag(ctx, scope, tags, action)
}
