package smp

import (
	"context"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
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

	stats graph.Stats
}

// Index brings the graph up to date with the files below the root: all of
// them the first time, later what changed by content. The graph is afterwards
// equal to that of a fresh index. Other processes may read meanwhile; another
// Index waits.
func (m *Memory) Index(ctx context.Context, progress Progress) (*IndexResult, error) {
	cutOff := m.recoverFiles(ctx)
	if ctx.Err() != nil {
		return nil, cutOff
	}
	m.indexing.Lock()
	defer m.indexing.Unlock()
	unlock, err := m.store.LockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	res, err := m.index(ctx, progress)
	if err == nil && cutOff != nil {
		res.Notes = append(res.Notes, cutOff.Error())
	}
	return res, err
}

// index is Index with the locks held.
func (m *Memory) index(ctx context.Context, progress Progress) (*IndexResult, error) {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	run := &indexRun{m: m, progress: progress, start: time.Now(), stages: map[string]float64{}}
	run.last = run.start
	head := m.gitHead() // what is checked out meanwhile is the next run's
	res, err := run.do(ctx)
	if err != nil {
		return nil, err
	}
	return res, m.noteHead(ctx, head)
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
	pushes, err := m.pushes(ctx, reader)
	if err != nil {
		return nil, err
	}
	pushes.leaveOut(walked)
	files, err := m.scan(ctx, reader, walked.Files, &opts, known, func(n int) { r.progress("parsing", n, len(walked.Files)) })
	if err != nil {
		return nil, err
	}
	more, err := m.scanPushed(ctx, pushes, opts, known)
	if err != nil {
		return nil, err
	}
	files = append(files, more...)
	r.stage("parse")
	plan := planOf(walked, files, known)
	plan.unpushed = pushes.ended
	res := &IndexResult{Changed: len(plan.changed), Removed: len(plan.removed), Unknown: walked.Unknown, Notes: append([]string{}, walked.Notes...)}
	if res.stats, err = r.apply(ctx, pushes.source(reader), plan, known, res); err != nil {
		return nil, err
	}
	if err := r.communities(ctx); err != nil {
		return nil, err
	}
	if err := r.mergeWords(ctx); err != nil {
		return nil, err
	}
	r.history(ctx, res)
	return r.finish(ctx, res)
}

// apply links what a plan changes and writes it.
func (r *indexRun) apply(ctx context.Context, src *source, p *plan, known map[string]graph.FileInfo, res *IndexResult) (stats graph.Stats, err error) {
	m := r.m
	r.progress("linking", 0, 0)
	p.noteWas(known)
	if err := m.keepTexts(ctx, p); err != nil {
		return stats, err
	}
	l, err := m.link(ctx, src, p, known)
	if err != nil {
		return stats, err
	}
	res.Notes = append(res.Notes, l.state.others.Faults()...)
	if p.whole {
		res.Notes = append(res.Notes, m.scipRemarks(scipRepo{l.state, src})...)
	}
	r.stage("link")
	r.progress("writing", 0, 0)
	ch := l.change()
	res.Relinked = len(ch.Relinked)
	if err := m.saveMeant(ctx, false); err != nil {
		m.links = nil
		return stats, err
	}
	if stats, err = m.write(ctx, l, ch); err != nil {
		m.links = nil
		return stats, err
	}
	if err := m.saveMeant(ctx, true); err != nil {
		return stats, err
	}
	if l.fresh {
		if err := m.saveGoState(ctx); err != nil {
			return stats, err
		}
	}
	r.stage("write")
	return stats, nil
}

// write brings the graph to the linkers' state.
func (m *Memory) write(ctx context.Context, l *linking, ch *graph.Change) (stats graph.Stats, err error) {
	if l.scip {
		if err := m.noteSCIP(ctx, false); err != nil {
			return stats, err
		}
	}
	tree, err := m.treeAfter(ctx, l)
	if err != nil {
		return stats, err
	}
	root := [32]byte(tree.Root())
	ch.Root = &root
	if stats, err = m.apply(ctx, ch); err != nil {
		return stats, err
	}
	m.keepTree(stats.Version, tree)
	if l.scip {
		if err := m.noteSCIP(ctx, true); err != nil {
			return stats, err
		}
	}
	l.state.version = stats.Version
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
	if err := r.m.forgetFacts(ctx, o.Files); err != nil {
		return nil, err
	}
	r.stage("summary")
	res.Seconds = time.Since(r.start).Seconds()
	res.Stages = r.stages
	res.DBBytes = fileSize(r.m.store.Path())
	return res, nil
}
