package smp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/search"
)

// Progress is told how far an index run is: the stage in words, and how many
// of its steps are done. It is called from many goroutines.
type Progress func(stage string, done, total int)

// IndexResult says what an index run found and did.
type IndexResult struct {
	graph.Overview
	Changed  int                `json:"changed"`  // files that were new or different
	Relinked int                `json:"relinked"` // other files whose links were made again
	Removed  int                `json:"removed"`
	Unknown  map[string]int     `json:"unknown"` // files of no known language, by extension
	Notes    []string           `json:"notes"`
	Seconds  float64            `json:"seconds"`
	DBBytes  int64              `json:"db_bytes"`
	Stages   map[string]float64 `json:"stage_seconds"`
}

// Index brings the graph up to date with the files below the root: all of
// them the first time, later what changed by content. The graph is afterwards
// equal to that of a fresh index. Other processes may read meanwhile; another
// Index waits.
func (m *Memory) Index(ctx context.Context, progress Progress) (*IndexResult, error) {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	m.indexing.Lock()
	defer m.indexing.Unlock()
	unlock, err := m.store.LockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	run := &indexRun{m: m, progress: progress, start: time.Now(), stages: map[string]float64{}}
	run.last = run.start
	return run.do(ctx)
}

type indexRun struct {
	m           *Memory
	progress    Progress
	start, last time.Time
	stages      map[string]float64
}

func (r *indexRun) stage(name string) {
	now := time.Now()
	r.stages[name] += now.Sub(r.last).Seconds()
	r.last = now
}

func (r *indexRun) do(ctx context.Context) (*IndexResult, error) {
	m := r.m
	r.progress("finding files", 0, 0)
	opts := m.walkOptions()
	walked, err := walk.Walk(ctx, m.opts.root, opts)
	if err != nil {
		return nil, err
	}
	reader, err := walk.OpenReader(m.opts.root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	known, err := m.knownFiles(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.forgetOtherForms(ctx, known); err != nil {
		return nil, err
	}
	r.stage("walk")
	files, err := m.scan(ctx, reader, walked.Files, &opts, known, func(n int) { r.progress("parsing", n, len(walked.Files)) })
	if err != nil {
		return nil, err
	}
	r.stage("parse")
	plan := planOf(walked, files, known)
	res := &IndexResult{Changed: len(plan.changed), Removed: len(plan.removed), Unknown: walked.Unknown, Notes: append([]string{}, walked.Notes...)}
	if _, err := r.apply(ctx, reader, plan, known, res); err != nil {
		return nil, err
	}
	if err := r.communities(ctx); err != nil {
		return nil, err
	}
	if err := r.mergeWords(ctx); err != nil {
		return nil, err
	}
	return r.finish(ctx, res)
}

func (m *Memory) walkOptions() walk.Options {
	return walk.Options{Detect: lang.Detect, MaxFileSize: m.opts.maxFileSize, IncludeVendored: m.opts.includeVendored,
		IncludeGenerated: m.opts.includeGenerated, Extra: m.opts.extraIgnore}
}

func (m *Memory) knownFiles(ctx context.Context) (map[string]graph.FileInfo, error) {
	return graph.Get(ctx, m.graph, func(r *graph.Reader) (map[string]graph.FileInfo, error) {
		files, err := r.Files()
		if err != nil {
			return nil, err
		}
		out := make(map[string]graph.FileInfo, len(files))
		for _, f := range files {
			out[f.Path] = f
		}
		return out, nil
	})
}

// plan is what a scan means for the graph.
type plan struct {
	whole   bool            // all files were looked at
	again   map[string]bool // unchanged files to be linked again all the same
	changed []*scanned
	same    []*scanned
	removed []string
	skips   []graph.Skip
	touched map[string]int64
}

func planOf(walked *walk.Result, files []scanned, known map[string]graph.FileInfo) *plan {
	p := &plan{whole: true, touched: map[string]int64{}}
	for _, s := range walked.Skips {
		p.skips = append(p.skips, graph.Skip{Path: s.Path, Reason: string(s.Reason), Detail: s.Detail, Size: s.Size})
	}
	here := make(map[string]bool, len(files))
	for i := range files {
		f := &files[i]
		if f.skip != nil {
			if f.skip.Reason != walk.Vanished {
				p.skips = append(p.skips, graph.Skip{Path: f.skip.Path, Reason: string(f.skip.Reason), Detail: f.skip.Detail, Size: f.skip.Size})
			}
			continue
		}
		here[f.row.Path] = true
		if f.changed {
			p.changed = append(p.changed, f)
			continue
		}
		p.same = append(p.same, f)
		if known[f.row.Path].Mtime != f.row.Mtime {
			p.touched[f.row.Path] = f.row.Mtime
		}
	}
	for path := range known {
		if !here[path] {
			p.removed = append(p.removed, path)
		}
	}
	return p
}

// apply links what a plan changes and writes it.
func (r *indexRun) apply(ctx context.Context, reader *walk.Reader, p *plan, known map[string]graph.FileInfo, res *IndexResult) (stats graph.Stats, err error) {
	m := r.m
	r.progress("linking", 0, 0)
	state, err := m.linkState(ctx, p, known)
	if err != nil {
		return stats, err
	}
	over, others, err := m.overlay(ctx)
	if err != nil {
		return stats, err
	}
	planSCIP(over, others, p, state)
	wasFresh := state.fresh
	src := &source{reader: reader, texts: state.texts}
	links, err := state.update(ctx, src, p)
	if err != nil {
		m.links = nil // its state is not to be trusted
		return stats, err
	}
	res.Notes = append(res.Notes, state.others.Faults()...)
	overlaid(over, links, scipRepo{state, src})
	if p.whole {
		res.Notes = append(res.Notes, m.scipRemarks(scipRepo{state, src})...)
	}
	r.stage("link")
	r.progress("writing", 0, 0)
	ch := &graph.Change{Repo: filepath.Base(m.opts.root), Removed: p.removed, Skips: p.skips, SkipsComplete: p.whole, Touched: p.touched, Words: search.NewBuilder()}
	isChanged := make(map[string]bool, len(p.changed))
	for _, f := range p.changed {
		isChanged[f.row.Path] = true
		l := links[f.row.Path]
		if l == nil {
			l = &linker.Links{}
		}
		ch.Deferred = append(ch.Deferred, graph.Deferred{Path: f.row.Path, Nodes: state.nodeMap(f.row.Path).nodes(), Load: func() (*graph.FileGraph, error) {
			g := fileGraph(f.row, f.facts, l, state.nodeMap, state.isTest, true)
			g.Words, g.Vectors = f.words, f.vectors
			return &g, nil
		}})
		v := 0
		if x, ok := lang.Get(f.row.Lang); ok {
			v = m.versionOf(x)
		}
		ch.Facts = append(ch.Facts, graph.FactsRow{Blob: f.row.Blob, Lang: f.row.Lang, Version: v, Data: f.packed})
	}
	for path, l := range links {
		if !isChanged[path] && state.facts[path] != nil {
			ch.Relinked = append(ch.Relinked, fileGraph(graph.FileRow{Path: path}, state.facts[path], l, state.nodeMap, state.isTest, false))
		}
	}
	res.Relinked = len(ch.Relinked)
	if others {
		if err := m.noteSCIP(ctx, false); err != nil {
			m.links = nil
			return stats, err
		}
	}
	if stats, err = m.graph.Apply(ctx, ch); err != nil {
		m.links = nil
		return stats, err
	}
	if others {
		if err := m.noteSCIP(ctx, true); err != nil {
			m.links = nil
			return stats, err
		}
	}
	state.version = stats.Version
	if wasFresh {
		if err := m.saveGoState(ctx); err != nil {
			return stats, err
		}
	}
	r.stage("write")
	return stats, nil
}

func (r *indexRun) finish(ctx context.Context, res *IndexResult) (*IndexResult, error) {
	o, err := r.m.graph.Overview(ctx)
	if err != nil {
		return nil, err
	}
	res.Overview = o
	if err := r.m.saveSettings(ctx, r.start); err != nil {
		return nil, err
	}
	r.stage("summary")
	res.Seconds = time.Since(r.start).Seconds()
	res.Stages = r.stages
	res.DBBytes = fileSize(r.m.store.Path())
	return res, nil
}

// source reads what linking needs: texts at hand, then the disk.
type source struct {
	reader *walk.Reader
	texts  map[string][]byte
}

func (s *source) Content(p string) ([]byte, error) {
	if t, ok := s.texts[p]; ok {
		return t, nil
	}
	c, err := s.reader.Read(strings.TrimPrefix(p, "/"), -1)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	text, _ := walk.Normalize(c.Data)
	return walk.TrimBOM(text), nil
}
