package smp

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// settings are the options that say what an index holds. The file keeps those
// of the last run, so that whoever refreshes it does not change what it is of.
type settings struct {
	MaxFileSize      int64    `json:"max_file_size,omitempty"`
	IncludeVendored  bool     `json:"include_vendored,omitempty"`
	IncludeGenerated bool     `json:"include_generated,omitempty"`
	IgnoreDocs       bool     `json:"ignore_docs,omitempty"`
	Ignore           []string `json:"ignore,omitempty"`
}

const (
	settingsKey  = "index_settings"
	indexedAtKey = "indexed_at"
)

// KeepSettings makes Open take the options that say what is indexed (vendored
// and generated files, the size limit, ignore rules, docstrings) from the last
// index run instead of those given.
func KeepSettings() Option { return func(o *options) { o.keepSettings = true } }

// loadSettings is KeepSettings at work.
func (m *Memory) loadSettings(ctx context.Context) error {
	notes, err := m.graph.Notes(ctx, settingsKey)
	if err != nil || notes[settingsKey] == "" {
		return err
	}
	var s settings
	if err := json.Unmarshal([]byte(notes[settingsKey]), &s); err != nil {
		return fmt.Errorf("%s: the settings of the last index run are damaged (%w); run the index again", m.store.Path(), err)
	}
	m.opts.maxFileSize, m.opts.includeVendored, m.opts.includeGenerated = s.MaxFileSize, s.IncludeVendored, s.IncludeGenerated
	m.opts.ignoreDocs, m.opts.extraIgnore = s.IgnoreDocs, s.Ignore
	return nil
}

// saveSettings notes with what options the graph was made, and when.
func (m *Memory) saveSettings(ctx context.Context, at time.Time) error {
	o := &m.opts
	text, err := json.Marshal(settings{o.maxFileSize, o.includeVendored, o.includeGenerated, o.ignoreDocs, o.extraIgnore})
	if err != nil {
		return err
	}
	return m.graph.SetNotes(ctx, map[string]string{settingsKey: string(text), indexedAtKey: at.UTC().Format(time.RFC3339)})
}

// IndexedAt is when the last index run looked at the files; the zero time if
// none has ended yet.
func (m *Memory) IndexedAt(ctx context.Context) (time.Time, error) {
	notes, err := m.graph.Notes(ctx, indexedAtKey)
	if err != nil || notes[indexedAtKey] == "" {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, notes[indexedAtKey])
}
