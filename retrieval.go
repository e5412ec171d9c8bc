package smp

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
func (r *retrieval) of(ctx context.Context, m *Memory, path string, f *facts.FileFacts, text []byte) (words, vectors []byte, err error) {
	if r.words == nil {
		r.words = search.NewCollector()
		if r.embedder, err = m.embedder(); err != nil {
			return nil, nil, err
		}
	}
	nodes := mapNodes(f)
	for i := range f.Defs {
		if i > 0 && nodeless(f, &f.Defs[i]) {
			nodes[i] = -1
		}
	}
	words = r.words.File(f, text, nodes, m.opts.ignoreDocs)
	vectors, err = vectorsOf(ctx, r.embedder, path, f, nodes, text, m.opts.ignoreDocs)
	return words, vectors, err
}
