package smp

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/structural-memory/smp/locate"
)

// settings are the options that say what an index holds. The file keeps those
// of the last run, so that whoever refreshes it does not change what it is of.
type settings struct {
	MaxFileSize      int64    `json:"max_file_size,omitempty"`
	IncludeVendored  bool     `json:"include_vendored,omitempty"`
	IncludeGenerated bool     `json:"include_generated,omitempty"`
	IgnoreDocs       bool     `json:"ignore_docs,omitempty"`
	Ignore           []string `json:"ignore,omitempty"`

	// Facts are the versions of the facts that the graph was made from, by
	// language. They follow from the program and IgnoreDocs.
	Facts map[string]int `json:"facts"`
}

const (
	settingsKey  = locate.FormNote
	indexedAtKey = "indexed_at"
)

// KeepSettings makes Open take the options that say what is indexed (vendored
// and generated files, the size limit, ignore rules, docstrings) from the last
// index run instead of those given.
func KeepSettings() Option { return func(o *options) { o.keepSettings = true } }

// loadSettings is KeepSettings at work.
func (m *Memory) loadSettings(ctx context.Context) error {
	s, err := m.lastSettings(ctx)
	if err != nil || s == nil {
		return err
	}
	m.opts.maxFileSize, m.opts.includeVendored, m.opts.includeGenerated = s.MaxFileSize, s.IncludeVendored, s.IncludeGenerated
	m.opts.ignoreDocs, m.opts.extraIgnore = s.IgnoreDocs, s.Ignore
	return nil
}

// lastSettings are those of the last index run, nil where there was none.
func (m *Memory) lastSettings(ctx context.Context) (*settings, error) {
	notes, err := m.graph.Notes(ctx, settingsKey)
	if err != nil || notes[settingsKey] == "" {
		return nil, err
	}
	s := &settings{}
	if err := json.Unmarshal([]byte(notes[settingsKey]), s); err != nil {
		return nil, fmt.Errorf("%s: the settings of the last index run are damaged (%w); delete the file and index again", m.store.Path(), err)
	}
	return s, nil
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
