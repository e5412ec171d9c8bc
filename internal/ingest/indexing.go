package ingest

import (
	"context"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
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
func (m *Runs) Index(ctx context.Context, progress Progress) (*IndexResult, error) {
	cutOff := m.Files.RecoverFiles(ctx)
	if ctx.Err() != nil {
		return nil, cutOff
	}
	m.Indexing.Lock()
	defer m.Indexing.Unlock()
	unlock, err := m.Space.Store.LockIndex(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	res, err := m.IndexLocked(ctx, progress)
	if err == nil && cutOff != nil {
		res.Notes = append(res.Notes, cutOff.Error())
	}
	return res, err
}

// IndexLocked is Index with the locks held.
func (m *Runs) IndexLocked(ctx context.Context, progress Progress) (*IndexResult, error) {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	run := &indexRun{m: m, progress: progress, start: time.Now(), stages: map[string]float64{}}
	run.last = run.start
	head := m.Space.GitHead() // what is checked out meanwhile is the next run's
	res, err := run.do(ctx)
	if err != nil {
		return nil, err
	}
	return res, m.Space.NoteHead(ctx, head)
}

type indexRun struct {
	m           *Runs
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
	if !m.Space.Opts.Anyway {
		if err := workspace.CheckRoot(m.Space.Opts.Root); err != nil {
			return nil, err
		}
	}
	r.progress("finding files", 0, 0)
	opts := m.Scan.WalkOptions()
	walked, err := walk.Walk(ctx, m.Space.Opts.Root, opts)
	if err != nil {
		return nil, err
	}
	reader, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	known, err := m.Scan.KnownFiles(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.forgetOtherForms(ctx, known); err != nil {
		return nil, err
	}
	if len(known) == 0 {
		if err := m.Space.CheckFiles(len(walked.Files)); err != nil {
			return nil, err
		}
	}
	r.stage("walk")
	pushes, err := m.Scan.Pushes(ctx, reader)
	if err != nil {
		return nil, err
	}
	pushes.LeaveOut(walked)
	files, err := m.Scan.Scan(ctx, reader, walked.Files, &opts, known, func(n int) { r.progress("parsing", n, len(walked.Files)) })
	if err != nil {
		return nil, err
	}
	more, err := m.Scan.ScanPushed(ctx, pushes, opts, known)
	if err != nil {
		return nil, err
	}
	files = append(files, more...)
	r.stage("parse")
	plan := scan.PlanOf(walked, files, known)
	plan.Unpushed = pushes.Ended
	res := &IndexResult{Changed: len(plan.Changed), Removed: len(plan.Removed), Unknown: walked.Unknown, Notes: append([]string{}, walked.Notes...)}
	if res.stats, err = r.apply(ctx, pushes.Source(reader), plan, known, res); err != nil {
		return nil, err
	}
	if err := r.communities(ctx); err != nil {
		return nil, err
	}
	if err := r.mergeWords(ctx); err != nil {
		return nil, err
	}
	r.history(ctx, res)
	if err := m.noteUnread(ctx, walked.Unread); err != nil {
		return nil, err
	}
	return r.finish(ctx, res)
}

// noteUnread remembers which files are of kinds that nobody reads.
func (m *Runs) noteUnread(ctx context.Context, files []string) error {
	now := workspace.UnreadNote(files)
	was, err := m.Space.Graph.Notes(ctx, workspace.UnreadKey)
	if err != nil || was[workspace.UnreadKey] == now {
		return err
	}
	return m.Space.Graph.SetNotes(ctx, map[string]string{workspace.UnreadKey: now})
}

// apply links what a plan changes and writes it.
func (r *indexRun) apply(ctx context.Context, src *scan.Source, p *scan.Plan, known map[string]graph.FileInfo, res *IndexResult) (stats graph.Stats, err error) {
	m := r.m
	r.progress("linking", 0, 0)
	p.NoteWas(known)
	if err := m.Copies.KeepTexts(ctx, p); err != nil {
		return stats, err
	}
	l, err := m.Links.Link(ctx, src, p, known)
	if err != nil {
		return stats, err
	}
	res.Notes = append(res.Notes, l.State.Others.Faults()...)
	if p.Whole {
		res.Notes = append(res.Notes, m.Links.ScipRemarks(relink.ScipRepo{State: l.State, Src: src})...)
	}
	r.stage("link")
	r.progress("writing", 0, 0)
	ch := l.Change()
	res.Relinked = len(ch.Relinked)
	if err := m.Links.SaveMeant(ctx, false); err != nil {
		m.Links.State = nil
		return stats, err
	}
	if stats, err = m.Write(ctx, l, ch); err != nil {
		m.Links.State = nil
		return stats, err
	}
	if err := m.Links.SaveMeant(ctx, true); err != nil {
		return stats, err
	}
	if l.Fresh {
		if err := m.Links.SaveGoState(ctx); err != nil {
			return stats, err
		}
	}
	r.stage("write")
	return stats, nil
}

// Write brings the graph to the linkers' state.
func (m *Runs) Write(ctx context.Context, l *relink.Linking, ch *graph.Change) (stats graph.Stats, err error) {
	if l.Scip {
		if err := m.Links.NoteSCIP(ctx, false); err != nil {
			return stats, err
		}
	}
	tree, err := m.treeAfter(ctx, l)
	if err != nil {
		return stats, err
	}
	root := [32]byte(tree.Root())
	ch.Root = &root
	if stats, err = m.Copies.Apply(ctx, ch, l.Plan.Within); err != nil {
		return stats, err
	}
	m.keepTree(stats.Version, tree)
	if l.Scip {
		if err := m.Links.NoteSCIP(ctx, true); err != nil {
			return stats, err
		}
	}
	l.State.Version = stats.Version
	return stats, nil
}

func (r *indexRun) finish(ctx context.Context, res *IndexResult) (*IndexResult, error) {
	o, err := r.m.Space.Graph.Overview(ctx)
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
	res.DBBytes = relink.FileSize(r.m.Space.Store.Path())
	return res, nil
}
