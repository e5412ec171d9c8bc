package enrichment

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/workspace"
)

// enrichBatch is one run of EnrichBatch: the graph is read by one goroutine,
// the files by several.
type enrichBatch struct {
	m        *Enricher
	reader   *walk.Reader
	at       time.Time
	files    chan *enrichFile
	progress []func(done, of int)

	whole   bool // the scope is full
	of      int
	skipped int

	mu       sync.Mutex
	done     int
	rows     []graph.EnrichmentRow
	failures []EnrichFailure
}

// plan hands out the files that have nodes to be enriched.
func (b *enrichBatch) plan(ctx context.Context, r *graph.Reader, scope workspace.Scope, force bool) error {
	s, files, known, err := enrichScope(r, scope)
	if err != nil {
		return err
	}
	b.whole = s == graph.Scope{}
	b.of = len(files)
	for _, info := range files {
		f, err := b.m.loadFile(r, info)
		if err != nil {
			return err
		}
		if !b.choose(f, known, force) {
			b.tick()
			continue
		}
		if err := b.m.packedFacts(r, f); err != nil {
			return err
		}
		select {
		case b.files <- f:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// choose marks the nodes that are to be enriched, and tells whether there are
// any.
func (b *enrichBatch) choose(f *enrichFile, known map[uint64]graph.Enrichment, force bool) (any bool) {
	for i := range f.nodes {
		n := &f.nodes[i]
		if !workspace.Enrichable(n.Kind) {
			continue
		}
		if !force {
			if e, ok := known[graph.SID(n.ID)]; ok && workspace.Fresh(n, f.Blob, e) {
				b.skipped++
				continue
			}
		}
		f.want[i], any = true, true
	}
	return any
}

func (b *enrichBatch) work(ctx context.Context) {
	for f := range b.files {
		if ctx.Err() != nil {
			continue // the files that are left are not waited for
		}
		out, err := b.m.enrichOne(ctx, b.reader, f, b.at)
		b.mu.Lock()
		if err != nil {
			b.failures = append(b.failures, EnrichFailure{File: f.Path, Nodes: count(f.want), Message: err.Error()})
		} else {
			b.rows = append(b.rows, out.rows...)
		}
		b.mu.Unlock()
		b.tick()
	}
}

func count(list []bool) (n int) {
	for _, v := range list {
		if v {
			n++
		}
	}
	return n
}

func (b *enrichBatch) tick() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done++
	for _, p := range b.progress {
		if p != nil {
			p(b.done, b.of)
		}
	}
}

func (b *enrichBatch) result() *EnrichBatchResult {
	res := &EnrichBatchResult{Skipped: b.skipped, NoMetadataNodes: []string{}, Failures: b.failures}
	for i := range b.rows {
		if b.rows[i].Has != 0 {
			res.Enriched++
			continue
		}
		res.NoMetadata++
		res.NoMetadataNodes = append(res.NoMetadataNodes, b.rows[i].ID)
	}
	for _, f := range b.failures {
		res.Failed += f.Nodes
	}
	slices.Sort(res.NoMetadataNodes)
	slices.SortFunc(res.Failures, func(a, b EnrichFailure) int { return strings.Compare(a.File, b.File) })
	return res
}
