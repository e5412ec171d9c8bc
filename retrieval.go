package smp

import (
	"context"

	"github.com/structural-memory/smp/embed"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/locate"
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

// mergeFrom is how many documents must have come since the search index's base
// was made before a new one is worth its while.
const mergeFrom = 5000

// mergeWords makes a new base of the search index if more than a fifth of what
// is searched came after the last one.
func (r *indexRun) mergeWords(ctx context.Context) error {
	from := r.m.opts.mergeFrom
	if from == 0 {
		from = mergeFrom
	}
	var version int64
	b, err := read(ctx, r.m, func(g *graph.Reader) (*search.Builder, error) {
		later := 0
		if err := g.WordsDeltaHeads(func(head []byte) { later += search.Counted(head) }); err != nil || later <= from {
			return nil, err
		}
		x, err := locate.LoadWords(g)
		if err != nil || 5*x.Later() <= x.Documents() {
			return nil, err
		}
		if version, err = g.DataVersion(); err != nil {
			return nil, err
		}
		return search.Merge(x, g.EachWord)
	})
	if err != nil || b == nil {
		return err
	}
	r.progress("merging the search index", 0, 0)
	if err := r.m.graph.ReplaceWords(ctx, version, b); err != nil {
		return err
	}
	r.stage("merge")
	return nil
}
