package smp

import (
	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/internal/scan"
)

type (
	// Explanation says whether a path is indexed, and why.
	Explanation = scan.Explanation
)

// WithEmbedder makes vectors with e in place of the built-in model; nil makes
// none. Vectors of another model than the last run's are made again.
func WithEmbedder(e embed.Embedder) Option { return scan.WithEmbedder(e) }

// Explain tells of one path below root whether an index run with these
// options takes it, and which rule decides. It needs no index.
func Explain(root, path string, opts ...Option) (*Explanation, error) {
	return scan.Explain(root, path, opts...)
}
