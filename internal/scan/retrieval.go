package scan

import (
	"context"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/search"
)

// retrieval makes what search and vectors keep of files. It is one worker's.
type retrieval struct {
	words    *search.Collector
	embedder embed.Embedder
}

// of is what is kept of one file.
func (r *retrieval) of(ctx context.Context, m *Scanner, path string, f *facts.FileFacts, text []byte) (words, vectors []byte, err error) {
	if r.words == nil {
		r.words = search.NewCollector()
		if r.embedder, err = m.Embedder(); err != nil {
			return nil, nil, err
		}
	}
	nodes := MapNodes(f)
	for i := range f.Defs {
		if i > 0 && Nodeless(f, &f.Defs[i]) {
			nodes[i] = -1
		}
	}
	words = r.words.File(f, text, nodes, m.Space.Opts.IgnoreDocs)
	vectors, err = vectorsOf(ctx, r.embedder, path, f, nodes, text, m.Space.Opts.IgnoreDocs)
	return words, vectors, err
}
