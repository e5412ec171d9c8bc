package ingest

import (
	"context"
	"encoding/json"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
)

// forgetOtherForms takes the content hash from files that are in the graph in
// another form than this run gives them, with or without docstrings or by
// another version of their extractor, so that they count as changed.
func (m *Runs) forgetOtherForms(ctx context.Context, known map[string]graph.FileInfo) error {
	s, err := m.Space.LastSettings(ctx)
	if err != nil || s == nil {
		return err
	}
	now := m.FactVersions()
	all := s.Facts[scan.RetrievalForm] != now[scan.RetrievalForm]
	for p, f := range known {
		if all || s.Facts[f.Lang] != now[f.Lang] {
			f.Blob = [16]byte{}
			known[p] = f
		}
	}
	return nil
}

func (m *Runs) FactVersions() map[string]int {
	out := map[string]int{}
	for _, l := range lang.All() {
		out[l.ID] = m.Scan.VersionOf(l)
	}
	out[scan.RetrievalForm] = m.Scan.RetrievalVersion()
	return out
}

// saveSettings notes with what options the graph was made, and when.
func (m *Runs) saveSettings(ctx context.Context, at time.Time) error {
	text, err := json.Marshal(m.CurrentSettings())
	if err != nil {
		return err
	}
	return m.Space.Graph.SetNotes(ctx, map[string]string{workspace.SettingsKey: string(text), workspace.IndexedAtKey: at.UTC().Format(time.RFC3339)})
}

func (m *Runs) CurrentSettings() workspace.Settings {
	o := &m.Space.Opts
	return workspace.Settings{MaxFileSize: o.MaxFileSize, IncludeVendored: o.IncludeVendored, IncludeGenerated: o.IncludeGenerated,
		IgnoreDocs: o.IgnoreDocs, Anyway: o.Anyway, Ignore: o.ExtraIgnore, Facts: m.FactVersions()}
}
