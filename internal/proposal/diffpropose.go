package proposal

import (
	"context"
	"errors"
	"fmt"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/linker/golink"
	"github.com/structural-memory/smp/safety/structdiff"
)

// Proposal is what some files may become. Nothing is written by asking about
// it.
type Proposal struct {
	SessionID string // on top of what this session sees; "": of the graph
	Changes   []ingest.FileChange
	Limit     int // entries in each list; 500 by default
}

// proposed is a supposition beside what the files are.
type proposed struct {
	*ingest.Supposition
	ctx    context.Context
	m      *Judge // whose graph has the present state
	r      *graph.Reader
	files  copies.FileReader
	texts  map[string][]byte
	now    map[string][]byte           // what the proposal's files are to hold
	before map[string]*facts.FileFacts // of the proposal's files
	paths  []string                    // of the proposal's files
	delta  *structdiff.Delta
	notes  []string
	near   []string // Go files to be checked although nothing in them is linked again

	unlooked []VerdictReason // what of the proposal or of the base was not looked at

	left   int // Go files that were not looked at
	faults []golink.Fault
	opaque []golink.Opaque
}

// propose runs fn on a proposal. After it, done gets what Go's checker says of
// the files as they are; nothing is shown of them any more then.
func (m *Judge) propose(ctx context.Context, p Proposal, fn func(*proposed) error, done func([]golink.Fault)) error {
	changes, err := m.proposal(p)
	if err != nil {
		return err
	}
	v, commit := m, ""
	if m.Views.IsView() {
		m = New(m.Views.Base())
	}
	if p.SessionID != "" {
		s, err := m.Space.Safe().Use(ctx, p.SessionID)
		if err != nil {
			return err
		}
		view, release, err := m.Views.SessionView(ctx, s)
		if err != nil {
			return err
		}
		defer release()
		v, commit = New(view), s.CommitSHA
	}
	if v.Views != m.Views {
		_, err = m.Views.AtView(ctx, v.Views, commit, func(b *ingest.PlanBuilder, way *views.WayTo) error {
			return m.proposeOn(ctx, v, b, changes, done, func(ask func(*ingest.Supposition) error) error {
				return m.Views.LinkedIn(ctx, v.Views, b, way, func(l *relink.Linking) error { return ask(supposed(l, b)) })
			}, fn, way.Notes)
		})
		return err
	}
	m.Runs.Indexing.Lock()
	defer m.Runs.Indexing.Unlock()
	if err := m.Runs.WarmForReading(ctx); err != nil {
		return err
	}
	b, err := m.Runs.PlanBuilder(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	return m.proposeOn(ctx, m, b, changes, done, func(ask func(*ingest.Supposition) error) error { return m.Runs.Supposed(ctx, b, ask) }, fn, nil)
}

func supposed(l *relink.Linking, b *ingest.PlanBuilder) *ingest.Supposition {
	return &ingest.Supposition{Linking: *l, Known: b.Known, Wholes: map[string]*graph.FileGraph{}, Again: map[string]*graph.FileGraph{}}
}

// proposeOn supposes the changes on v, whose state the linkers are at.
func (m *Judge) proposeOn(ctx context.Context, v *Judge, b *ingest.PlanBuilder, changes []ingest.FileChange, done func([]golink.Fault), suppose func(func(*ingest.Supposition) error) error, fn func(*proposed) error, notes []string) error {
	b.W.Bare = true
	return v.Space.Graph.View(ctx, func(r *graph.Reader) error {
		files, err := v.Copies.Reader(ctx, r)
		if err != nil {
			return err
		}
		defer files.Close()
		p := &proposed{ctx: ctx, m: v, r: r, files: files, texts: map[string][]byte{}, now: map[string][]byte{}, before: map[string]*facts.FileFacts{}, notes: append([]string{}, notes...)}
		for _, n := range notes {
			p.unlooked = append(p.unlooked, VerdictReason{Message: n})
		}
		for _, c := range changes {
			path, err := m.Space.Relative(c.Path)
			if err != nil {
				return err
			}
			p.paths = append(p.paths, path)
			p.before[path] = m.Links.State.Facts[path]
			p.textOf(path)
			if err := b.Suppose(ctx, c); err != nil {
				return err
			}
		}
		golang := m.Links.State.Golang
		golang.NoteFaults(true)
		defer golang.NoteFaults(false)
		if v.Views == m.Views { // in a view, the linkers take more than one step
			if err := p.boundGo(golang, b.Plan); err != nil {
				return err
			}
		}
		err = suppose(func(s *ingest.Supposition) error {
			p.Supposition = s
			p.faults, p.opaque = golang.Faults()
			p.left = golang.Left()
			p.compare(changes)
			return fn(p)
		})
		if len(p.near) > 0 && m.Links.State != nil { // whatever became of it
			err = errors.Join(err, golang.Look(context.WithoutCancel(ctx), p.near))
		}
		if err != nil {
			return err
		}
		was, _ := golang.Faults()
		done(was)
		return nil
	})
}

// lookNear checks the files near a change too.
func (p *proposed) lookNear() error {
	if len(p.near) == 0 {
		return nil
	}
	golang := p.State.Golang
	err := golang.Look(p.ctx, p.near)
	faults, _ := golang.Faults()
	p.faults = append(p.faults, faults...)
	return err
}

// proposal checks a proposal and names its paths as the graph does.
func (m *Judge) proposal(p Proposal) ([]ingest.FileChange, error) {
	if len(p.Changes) == 0 {
		return nil, &workspace.ParamError{Param: "file_path", Value: "empty", Hint: "name a file and what it is to hold, or several in changes"}
	}
	changes, err := m.Runs.Cleaned(p.Changes)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i := range changes {
		c := &changes[i]
		if seen[c.Path] {
			return nil, &workspace.ParamError{Param: "changes", Value: c.Path, Hint: "a file can be in a proposal once"}
		}
		seen[c.Path] = true
		if c.Content == nil && !c.Deleted {
			c.Content = []byte{}
		}
	}
	return changes, nil
}

// compare finds what of the proposal's files differs.
func (p *proposed) compare(changes []ingest.FileChange) {
	var before, after []structdiff.File
	for i, path := range p.paths {
		if f := p.before[path]; f != nil {
			before = append(before, structdiff.File{Path: path, Facts: f, Text: p.texts[path]})
		}
		f := p.State.Facts[path]
		switch {
		case f == nil && !changes[i].Deleted:
			note := path + " is no file that the graph takes in: its content is not looked at"
			p.notes, p.unlooked = append(p.notes, note), append(p.unlooked, VerdictReason{File: path, Message: note})
		case f == nil:
			if p.before[path] == nil {
				p.notes = append(p.notes, path+" is not in the graph: there is nothing to delete")
			}
			continue
		}
		if f == nil {
			continue
		}
		if f.Flags&facts.ParseErrors != 0 {
			p.notes = append(p.notes, "the proposed content of "+path+" has syntax errors: what could be read is compared")
		}
		text, _ := walk.Normalize(changes[i].Content)
		p.now[path] = text
		after = append(after, structdiff.File{Path: path, Facts: f, Text: text})
	}
	p.delta = structdiff.Compare(before, after)
}

// textNow is what a file holds where the proposal is made.
func (p *proposed) textNow(path string) []byte {
	if t, ok := p.now[path]; ok {
		return t
	}
	return p.textOf(path)
}

// textOf is what a file holds now; nil where that is not to be had.
func (p *proposed) textOf(path string) []byte {
	if t, ok := p.texts[path]; ok {
		return t
	}
	var text []byte
	if c, err := p.files.Read(path, -1); err == nil {
		text, _ = walk.Normalize(c.Data)
	}
	p.texts[path] = text
	return text
}

// idOf is the id of what an edge leads to.
func (p *proposed) idOf(t graph.Target) string {
	switch {
	case t.Path == "":
		return graph.ID(facts.External, t.External, "", "")
	case t.Def == graph.PackageDef:
		return graph.ID(facts.Package, t.Path, "", "")
	}
	f := p.State.Facts[t.Path]
	if f == nil {
		return fmt.Sprintf("file:%s", t.Path)
	}
	return idOfNode(f, t.Path, p.State.NodeMap(t.Path), t.Def)
}

// idOfNode is the id of a file's node by its number.
func idOfNode(f *facts.FileFacts, path string, m scan.NodeMap, node int32) string {
	if node <= 0 {
		return graph.ID(f.Defs[0].Kind, path, "", "")
	}
	for i := node; int(i) < len(f.Defs); i++ { // a node is never before its number
		if m[i] == node && !scan.Nodeless(f, &f.Defs[i]) {
			return graph.ID(f.Defs[i].Kind, path, f.QName(i), f.Defs[i].Disc)
		}
	}
	return graph.ID(f.Defs[0].Kind, path, "", "")
}
