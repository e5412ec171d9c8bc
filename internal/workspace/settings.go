package workspace

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/structural-memory/smp/locate"
)

// Settings are the options that say what an index holds. The file keeps those
// of the last run, so that whoever refreshes it does not change what it is of.
type Settings struct {
	MaxFileSize      int64    `json:"max_file_size,omitempty"`
	IncludeVendored  bool     `json:"include_vendored,omitempty"`
	IncludeGenerated bool     `json:"include_generated,omitempty"`
	IgnoreDocs       bool     `json:"ignore_docs,omitempty"`
	Anyway           bool     `json:"anyway,omitempty"`
	Ignore           []string `json:"ignore,omitempty"`

	// Facts are the versions of the facts that the graph was made from, by
	// language. They follow from the program and IgnoreDocs.
	Facts map[string]int `json:"facts"`
}

const (
	SettingsKey  = locate.FormNote
	IndexedAtKey = "indexed_at"
)

// KeepSettings makes Open take the options that say what is indexed (vendored
// and generated files, the size limit, ignore rules, docstrings) from the last
// index run instead of those given.
func KeepSettings() Option { return func(o *Options) { o.keepSettings = true } }

// TakeSettings is KeepSettings at work, where it is asked for.
func (m *Space) TakeSettings(ctx context.Context) error {
	if !m.Opts.keepSettings {
		return nil
	}
	s, err := m.LastSettings(ctx)
	if err != nil || s == nil {
		return err
	}
	m.Opts.MaxFileSize, m.Opts.IncludeVendored, m.Opts.IncludeGenerated = s.MaxFileSize, s.IncludeVendored, s.IncludeGenerated
	m.Opts.IgnoreDocs, m.Opts.ExtraIgnore = s.IgnoreDocs, s.Ignore
	m.Opts.Anyway = m.Opts.Anyway || s.Anyway
	return nil
}

// LastSettings are those of the last index run, nil where there was none.
func (m *Space) LastSettings(ctx context.Context) (*Settings, error) {
	notes, err := m.Graph.Notes(ctx, SettingsKey)
	if err != nil || notes[SettingsKey] == "" {
		return nil, err
	}
	s := &Settings{}
	if err := json.Unmarshal([]byte(notes[SettingsKey]), s); err != nil {
		return nil, fmt.Errorf("%s: the settings of the last index run are damaged (%w); smp index --rebuild makes it anew", m.Store.Path(), err)
	}
	return s, nil
}

// IndexedAt is when the last index run looked at the files; the zero time if
// none has ended yet.
func (m *Space) IndexedAt(ctx context.Context) (time.Time, error) {
	notes, err := m.Graph.Notes(ctx, IndexedAtKey)
	if err != nil || notes[IndexedAtKey] == "" {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, notes[IndexedAtKey])
}
