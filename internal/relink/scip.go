package relink

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/linker/scip"
)

// SCIPSource is a SCIP index that links were taken from.
type SCIPSource struct {
	File      string `json:"file"` // relative to the root where it lies below it
	SHA256    string `json:"sha256,omitempty"`
	Tool      string `json:"tool,omitempty"`
	Version   string `json:"version,omitempty"`
	Documents int    `json:"documents,omitempty"`
	Missing   bool   `json:"missing,omitempty"`
}

// WithSCIP makes index runs take what SCIP indexes say of definitions and
// references as links of the highest class. Later runs take the same files
// again, as they are then, unless they are given others; WithSCIP() gives
// none. What an index says of text that has changed since is left out.
func WithSCIP(files ...string) workspace.Option {
	return func(o *workspace.Options) { o.Scip, o.ScipGiven = append(o.Scip, files...), true }
}

// ScipKey is the note that says which indexes the links in the graph are from.
const ScipKey = "scip_indexes"

// SCIPSources are the indexes that the last run took links from.
func (m *Linkers) SCIPSources(ctx context.Context) ([]SCIPSource, error) {
	notes, err := m.Space.Graph.Notes(ctx, ScipKey)
	if err != nil || notes[ScipKey] == "" {
		return nil, err
	}
	var out []SCIPSource
	if json.Unmarshal([]byte(notes[ScipKey]), &out) != nil {
		return nil, nil // a run that was cut off
	}
	return out, nil
}

// overlay reads the indexes that this run is to take, those unchanged since
// the last one not again. changed tells that the graph's links are from others.
func (m *Linkers) overlay(ctx context.Context) (o *scip.Overlay, changed bool, err error) {
	notes, err := m.Space.Graph.Notes(ctx, ScipKey)
	if err != nil {
		return nil, false, err
	}
	names := m.Space.Opts.Scip
	if !m.Space.Opts.ScipGiven {
		var before []SCIPSource
		if text := notes[ScipKey]; text != "" && json.Unmarshal([]byte(text), &before) != nil {
			if before, err = m.interrupted(text); err != nil {
				return nil, false, err
			}
		}
		for _, s := range before {
			names = append(names, s.File)
		}
	}
	if err := m.readSCIPs(names); err != nil {
		return nil, false, err
	}
	text, err := m.scipNote()
	return m.scip.overlay, text != notes[ScipKey], err
}

const interruptedMark = "interrupted "

// interrupted reads the note of a run that did not end.
func (m *Linkers) interrupted(text string) (out []SCIPSource, err error) {
	text, ok := strings.CutPrefix(text, interruptedMark)
	if ok {
		err = json.Unmarshal([]byte(text), &out)
	}
	if !ok || err != nil {
		return nil, fmt.Errorf("%s: the list of SCIP indexes is damaged; give them again with WithSCIP (smp index --scip)", m.Space.Store.Path())
	}
	return out, nil
}

// scipNote is the note for the indexes at hand, "" without any.
func (m *Linkers) scipNote() (string, error) {
	if len(m.scip.files) == 0 {
		return "", nil
	}
	list := make([]SCIPSource, len(m.scip.files))
	for i, f := range m.scip.files {
		list[i] = f.source
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// NoteSCIP notes before a graph is written that its links will be from other
// indexes, and afterwards that they are.
func (m *Linkers) NoteSCIP(ctx context.Context, done bool) error {
	text, err := m.scipNote()
	if err != nil {
		return err
	}
	if !done {
		if text == "" {
			text = "[]"
		}
		text = interruptedMark + text
	}
	return m.Space.Graph.SetNotes(ctx, map[string]string{ScipKey: text})
}

// ScipRepo is the repository as an overlay sees it.
type ScipRepo struct {
	State *LinkState
	Src   linker.Source
}

func (r ScipRepo) Facts(path string) *facts.FileFacts { return r.State.Facts[path] }

func (r ScipRepo) Content(path string) ([]byte, error) { return r.Src.Content(path) }

// planSCIP names the unchanged files whose links must be made again because
// of the indexes: all if these are others than before, else those that refer
// to what has changed.
func planSCIP(o *scip.Overlay, changed bool, p *scan.Plan, state *LinkState) {
	p.Again = map[string]bool{}
	if changed {
		for path := range state.Facts {
			p.Again[path] = true
		}
	} else if o != nil {
		touched := append([]string{}, p.Removed...)
		for _, f := range p.Changed {
			touched = append(touched, f.Row.Path)
		}
		for _, path := range touched {
			for _, d := range o.Dependents(path) {
				p.Again[d] = state.Facts[d] != nil
			}
		}
	}
	for _, path := range p.Removed {
		delete(p.Again, path)
	}
	for _, f := range p.Changed {
		delete(p.Again, f.Row.Path)
	}
}

// overlaid lays the indexes over links that were made.
func overlaid(o *scip.Overlay, links map[string]*linker.Links, repo ScipRepo) {
	if o == nil {
		return
	}
	o.Begin(repo)
	for path, l := range links {
		if o.Has(path) {
			links[path] = o.Links(path, repo.State.Facts[path], l)
		}
	}
}

// ScipRemarks says what a run took from which index.
func (m *Linkers) ScipRemarks(repo ScipRepo) []string {
	if len(m.scip.files) == 0 {
		return nil
	}
	var out []string
	for _, f := range m.scip.files {
		if f.source.Missing {
			out = append(out, fmt.Sprintf("the SCIP index %s is gone; nothing is taken from it", f.source.File))
			continue
		}
		out = append(out, fmt.Sprintf("SCIP index %s by %s %s", f.source.File, f.source.Tool, f.source.Version))
	}
	if m.scip.overlay != nil {
		m.scip.overlay.Begin(repo)
		all, fit := m.scip.overlay.Fit()
		out = append(out, fmt.Sprintf("%d of %d documents of SCIP indexes are about the files as they are", fit, all))
	}
	return out
}
