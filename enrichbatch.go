package smp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
)

// EnrichBatchResult is the answer of EnrichBatch.
type EnrichBatchResult struct {
	Enriched        int             `json:"enriched"`
	Skipped         int             `json:"skipped"` // source_hash unchanged
	NoMetadata      int             `json:"no_metadata"`
	Failed          int             `json:"failed"`
	NoMetadataNodes []string        `json:"no_metadata_nodes"`
	Failures        []EnrichFailure `json:"failures,omitempty"`
}

// EnrichFailure is a file whose nodes could not be enriched.
type EnrichFailure struct {
	File    string `json:"file"`
	Nodes   int    `json:"nodes"`
	Message string `json:"message"`
}

// EnrichBatch is Enrich for all functions, classes, interfaces and variables
// of a scope ("full", "package:PATH" or "file:PATH"): files that have changed
// are indexed first, each file is read once, and all is written in one
// transaction. progress may be given to be told how many files are done.
func (m *Memory) EnrichBatch(ctx context.Context, scope Scope, force bool, progress ...func(done, of int)) (*EnrichBatchResult, error) {
	if err := m.refreshScope(ctx, scope); err != nil {
		return nil, err
	}
	reader, err := walk.OpenReader(m.opts.root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	b := &enrichBatch{m: m, reader: reader, at: clock(), progress: progress, files: make(chan *enrichFile, 2*m.workers())}
	var workers sync.WaitGroup
	for range m.workers() {
		workers.Go(func() { b.work(ctx) })
	}
	err = m.graph.View(ctx, func(r *graph.Reader) error { return b.plan(ctx, r, scope, force) })
	close(b.files)
	workers.Wait()
	if err = errors.Join(err, context.Cause(ctx)); err != nil {
		return nil, err
	}
	if err := m.graph.PutEnrichments(ctx, b.rows, b.whole); err != nil {
		return nil, err
	}
	return b.result(), nil
}

// refreshScope indexes the files of a scope that have changed or are gone.
func (m *Memory) refreshScope(ctx context.Context, scope Scope) error {
	changed, err := read(ctx, m, func(r *graph.Reader) ([]string, error) {
		s, err := scopeOf(r, scope)
		if err != nil {
			return nil, err
		}
		files, err := r.ScopeFiles(s)
		var out []string
		for _, f := range files {
			info, err := os.Lstat(filepath.Join(m.opts.root, filepath.FromSlash(f.Path)))
			if err != nil || info.ModTime().UnixNano() != f.Mtime || info.Size() != f.Size {
				out = append(out, f.Path)
			}
		}
		return out, err
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	_, err = m.UpdateFiles(ctx, changed...)
	return err
}

// enrichBatch is one run of EnrichBatch: the graph is read by one goroutine,
// the files by several.
type enrichBatch struct {
	m        *Memory
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
func (b *enrichBatch) plan(ctx context.Context, r *graph.Reader, scope Scope, force bool) error {
	s, err := scopeOf(r, scope)
	if err != nil {
		return err
	}
	files, err := r.ScopeFiles(s)
	if err != nil {
		return err
	}
	known, err := r.Enrichments()
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
		if !enrichable(n.Kind) {
			continue
		}
		if !force {
			if e, ok := known[graph.SID(n.ID)]; ok && fresh(n, f.Blob, e) {
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
