package smp

import (
	"context"
	"encoding/json"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
)

// forgetOtherForms takes the content hash from files that are in the graph in
// another form than this run gives them, with or without docstrings or by
// another version of their extractor, so that they count as changed.
func (m *Memory) forgetOtherForms(ctx context.Context, known map[string]graph.FileInfo) error {
	s, err := m.lastSettings(ctx)
	if err != nil || s == nil {
		return err
	}
	now := m.factVersions()
	all := s.Facts[retrievalForm] != now[retrievalForm]
	for p, f := range known {
		if all || s.Facts[f.Lang] != now[f.Lang] {
			f.Blob = [16]byte{}
			known[p] = f
		}
	}
	return nil
}

func (m *Memory) factVersions() map[string]int {
	out := map[string]int{}
	for _, l := range lang.All() {
		out[l.ID] = m.versionOf(l)
	}
	out[retrievalForm] = m.retrievalVersion()
	return out
}

// saveSettings notes with what options the graph was made, and when.
func (m *Memory) saveSettings(ctx context.Context, at time.Time) error {
	text, err := json.Marshal(m.currentSettings())
	if err != nil {
		return err
	}
	return m.graph.SetNotes(ctx, map[string]string{settingsKey: string(text), indexedAtKey: at.UTC().Format(time.RFC3339)})
}

func (m *Memory) currentSettings() settings {
	o := &m.opts
	return settings{o.maxFileSize, o.includeVendored, o.includeGenerated, o.ignoreDocs, o.extraIgnore, m.factVersions()}
}
