package relink

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/linker/scip"
	"github.com/structural-memory/smp/search"
)

// Linking is a plan with what the linkers say of it. The linkers' state is
// that after the plan.
type Linking struct {
	m     *Linkers
	Plan  *scan.Plan
	State *LinkState
	src   *scan.Source
	Links map[string]*linker.Links // of every file whose links may be others now
	Fresh bool                     // the state was made for this plan
	Scip  bool                     // the graph's links are from other SCIP indexes
}

// Link hands a plan to the linkers. The caller holds m.indexing.
func (m *Linkers) Link(ctx context.Context, src *scan.Source, p *scan.Plan, known map[string]graph.FileInfo) (*Linking, error) {
	state, err := m.linkState(ctx, p, known)
	if err != nil {
		return nil, err
	}
	over, others, err := m.overlay(ctx)
	if err != nil {
		return nil, err
	}
	planSCIP(over, others, p, state)
	l := &Linking{m: m, Plan: p, State: state, src: src, Fresh: state.fresh, Scip: others}
	return l, l.update(ctx, over)
}

func (l *Linking) update(ctx context.Context, over *scip.Overlay) (err error) {
	l.src.Texts = l.State.Texts
	defer func() {
		if e := recover(); e != nil {
			l.m.State, err = nil, fmt.Errorf("linking failed: %v", e)
		}
	}()
	if l.Links, err = l.State.Update(ctx, l.src, l.Plan); err != nil {
		l.m.State = nil // its state is not to be trusted
		return err
	}
	overlaid(over, l.Links, ScipRepo{l.State, l.src})
	return nil
}

// Change is what the plan and its links write into the graph that holds the
// state before.
func (l *Linking) Change() *graph.Change {
	p := l.Plan
	ch := &graph.Change{Repo: filepath.Base(l.m.Space.Opts.Root), Removed: p.Removed, Skips: p.Skips, SkipsComplete: p.Whole, SkipsBelow: p.Below, Touched: p.Touched,
		Words: search.NewBuilder(), Was: p.Was, Pushed: p.Pushed, Unpushed: p.Unpushed, By: p.By}
	ch.GivenUp = l.givenUp()
	isChanged := make(map[string]bool, len(p.Changed))
	for _, f := range p.Changed {
		isChanged[f.Row.Path] = true
		ch.Deferred = append(ch.Deferred, graph.Deferred{Path: f.Row.Path, Nodes: l.State.NodeMap(f.Row.Path).Nodes(), Load: func() (*graph.FileGraph, error) {
			return l.Whole(f), nil
		}})
		v := 0
		if x, ok := lang.Get(f.Row.Lang); ok {
			v = l.m.Scan.FormOf(x, f.Row.Path)
		}
		if f.Packed != nil {
			ch.Facts = append(ch.Facts, graph.FactsRow{Blob: f.Row.Blob, Lang: f.Row.Lang, Version: v, Data: f.Packed})
		}
	}
	for path := range l.Links {
		if !isChanged[path] && l.State.Facts[path] != nil {
			ch.Relinked = append(ch.Relinked, *l.Relinked(path))
		}
	}
	return ch
}

// Whole is all that the graph is to say of a changed file.
func (l *Linking) Whole(f *scan.Scanned) *graph.FileGraph {
	links := l.Links[f.Row.Path]
	if links == nil {
		links = &linker.Links{}
	}
	g := fileGraph(f.Row, f.Facts, links, l.State.NodeMap, l.State.IsTest, true)
	g.Words, g.Vectors = f.Words, f.Vectors
	return &g
}

// Relinked is the same of a file whose links alone are others.
func (l *Linking) Relinked(path string) *graph.FileGraph {
	g := fileGraph(graph.FileRow{Path: path}, l.State.Facts[path], l.Links[path], l.State.NodeMap, l.State.IsTest, false)
	return &g
}
