package smp

import (
	"context"
	"path/filepath"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/linker/scip"
	"github.com/structural-memory/smp/search"
)

// linking is a plan with what the linkers say of it. The linkers' state is
// that after the plan.
type linking struct {
	m     *Memory
	plan  *plan
	state *linkState
	src   *source
	links map[string]*linker.Links // of every file whose links may be others now
	fresh bool                     // the state was made for this plan
	scip  bool                     // the graph's links are from other SCIP indexes
}

// link hands a plan to the linkers. The caller holds m.indexing.
func (m *Memory) link(ctx context.Context, src *source, p *plan, known map[string]graph.FileInfo) (*linking, error) {
	state, err := m.linkState(ctx, p, known)
	if err != nil {
		return nil, err
	}
	over, others, err := m.overlay(ctx)
	if err != nil {
		return nil, err
	}
	planSCIP(over, others, p, state)
	l := &linking{m: m, plan: p, state: state, src: src, fresh: state.fresh, scip: others}
	return l, l.update(ctx, over)
}

func (l *linking) update(ctx context.Context, over *scip.Overlay) (err error) {
	l.src.texts = l.state.texts
	if l.links, err = l.state.update(ctx, l.src, l.plan); err != nil {
		l.m.links = nil // its state is not to be trusted
		return err
	}
	overlaid(over, l.links, scipRepo{l.state, l.src})
	return nil
}

// change is what the plan and its links write into the graph that holds the
// state before.
func (l *linking) change() *graph.Change {
	p := l.plan
	ch := &graph.Change{Repo: filepath.Base(l.m.opts.root), Removed: p.removed, Skips: p.skips, SkipsComplete: p.whole, SkipsBelow: p.below, Touched: p.touched,
		Words: search.NewBuilder(), Was: p.was, Pushed: p.pushed, Unpushed: p.unpushed, By: p.by}
	isChanged := make(map[string]bool, len(p.changed))
	for _, f := range p.changed {
		isChanged[f.row.Path] = true
		ch.Deferred = append(ch.Deferred, graph.Deferred{Path: f.row.Path, Nodes: l.state.nodeMap(f.row.Path).nodes(), Load: func() (*graph.FileGraph, error) {
			return l.whole(f), nil
		}})
		v := 0
		if x, ok := lang.Get(f.row.Lang); ok {
			v = l.m.formOf(x, f.row.Path)
		}
		if f.packed != nil {
			ch.Facts = append(ch.Facts, graph.FactsRow{Blob: f.row.Blob, Lang: f.row.Lang, Version: v, Data: f.packed})
		}
	}
	for path := range l.links {
		if !isChanged[path] && l.state.facts[path] != nil {
			ch.Relinked = append(ch.Relinked, *l.relinked(path))
		}
	}
	return ch
}

// whole is all that the graph is to say of a changed file.
func (l *linking) whole(f *scanned) *graph.FileGraph {
	links := l.links[f.row.Path]
	if links == nil {
		links = &linker.Links{}
	}
	g := fileGraph(f.row, f.facts, links, l.state.nodeMap, l.state.isTest, true)
	g.Words, g.Vectors = f.words, f.vectors
	return &g
}

// relinked is the same of a file whose links alone are others.
func (l *linking) relinked(path string) *graph.FileGraph {
	g := fileGraph(graph.FileRow{Path: path}, l.state.facts[path], l.links[path], l.state.nodeMap, l.state.isTest, false)
	return &g
}
