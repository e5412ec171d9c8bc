package smp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/linker/golink"
)

// linkState is what linking keeps from one run to the next. A process that
// has none yet makes it from the facts in the file.
type linkState struct {
	version   int64 // of the graph that it fits
	facts     map[string]*facts.FileFacts
	texts     map[string][]byte // Go sources
	maps      map[string]nodeMap
	mu        sync.Mutex // for maps
	others    *linker.Linker
	golang    *golink.Linker
	fresh     bool   // golang knows no file yet
	relinkAll bool   // what some files were is not known
	goState   []byte // of the last process that linked Go
	goChanged bool   // golang knows more than the stored state
	meant     string // what configuration means, as stored
	src       *movingSource
}

const (
	goStateKey = "golink_state"
	meantKey   = "link_configuration"
)

// saveMeant stores what configuration meant to the graph's links, so that a
// later process can tell whether it has come to mean something else. It is
// unknown while the graph is being brought to a new state.
func (m *Memory) saveMeant(ctx context.Context, known bool) error {
	if m.links == nil {
		return nil
	}
	now := m.links.meanings()
	if now == m.links.meant {
		return nil
	}
	store := now
	if !known {
		store = ""
	} else {
		m.links.meant = now
	}
	return m.graph.SetNotes(ctx, map[string]string{meantKey: store})
}

func (s *linkState) meanings() string {
	data, _ := json.Marshal(s.others.Meanings())
	return string(data)
}

// linkedUnder tells the linker what configuration meant when the graph's files
// were linked.
func (s *linkState) linkedUnder(stored string) {
	s.meant = stored
	var meanings map[string]uint64
	_ = json.Unmarshal([]byte(stored), &meanings) // else unknown: everything is linked again
	s.others.Linked(meanings)
}

// saveGoState stores what a later process needs to link only what changed. An
// older state than the graph's is no fault: it makes that process link more.
func (m *Memory) saveGoState(ctx context.Context) error {
	if m.links == nil || !m.links.goChanged {
		return nil
	}
	m.links.goChanged = false
	return m.graph.SetNotes(ctx, map[string]string{goStateKey: base64.StdEncoding.EncodeToString(m.links.golang.State())})
}

// movingSource is a Source that reads through the run at hand.
type movingSource struct{ now linker.Source }

func (s *movingSource) Content(p string) ([]byte, error) { return s.now.Content(p) }

// linkState is the state of the last run if the graph is still the one that
// it left, else one made from the stored facts of the unchanged files.
func (m *Memory) linkState(ctx context.Context, p *plan, known map[string]graph.FileInfo) (*linkState, error) {
	version, err := m.store.DataVersion(ctx)
	if err != nil {
		return nil, err
	}
	if m.links != nil && m.links.version == version {
		return m.links, nil
	}
	s := &linkState{facts: map[string]*facts.FileFacts{}, texts: map[string][]byte{}, maps: map[string]nodeMap{}, src: &movingSource{}, fresh: true}
	families := map[string]string{}
	for _, l := range lang.All() {
		families[l.ID] = l.Family
	}
	s.others = linker.New(s.src, linker.Options{Workers: m.opts.workers, Families: families})
	s.golang = golink.New(s.src, golink.Options{Workers: m.opts.workers})
	if err := m.loadFacts(ctx, s, p, known); err != nil {
		return nil, err
	}
	notes, err := m.graph.Notes(ctx, goStateKey, meantKey)
	if err != nil {
		return nil, err
	}
	s.linkedUnder(notes[meantKey])
	if s.goState, err = base64.StdEncoding.DecodeString(notes[goStateKey]); err != nil {
		s.goState = nil // everything is linked again
	}
	m.links = s
	return s, nil
}

// loadFacts takes the facts of unchanged files from the graph. A file whose
// facts are not there, or are an older extractor's, counts as changed.
func (m *Memory) loadFacts(ctx context.Context, s *linkState, p *plan, known map[string]graph.FileInfo) error {
	var load []linker.File
	var same []*scanned
	packed := make([][]byte, len(p.same))
	err := m.graph.View(ctx, func(r *graph.Reader) error {
		for i, f := range p.same {
			l, ok := lang.Get(f.row.Lang)
			if !ok {
				continue
			}
			data, err := r.PackedFacts(f.row.Blob, f.row.Lang, m.formOf(l, f.row.Path))
			if err != nil {
				return err
			}
			packed[i] = data
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, f := range p.same {
		var ff *facts.FileFacts
		if packed[i] != nil {
			ff, err = graph.UnpackFacts(packed[i])
		}
		if ff == nil || err != nil {
			if ff, err = m.reextract(ctx, f); err != nil {
				return err
			}
			f.facts, f.changed = ff, true
			f.packed = graph.PackFacts(ff)
			f.row.Package, f.row.Lines, f.row.Flags = ff.Package, ff.Lines, ff.Flags
			p.changed = append(p.changed, f)
			continue
		}
		same = append(same, f)
		s.facts[f.row.Path] = ff
		if f.row.Lang != "go" {
			load = append(load, linker.File{Path: f.row.Path, Facts: ff, Known: known[f.row.Path].Lookups})
		}
	}
	p.same = same
	before, complete, err := m.formerFacts(ctx, p, known)
	if err != nil {
		return err
	}
	s.others.Load(append(load, before...))
	s.relinkAll = !complete
	return nil
}

// formerFacts are those of changed and removed files as they were: what they
// no longer offer must be linked again elsewhere. complete is false when some
// are not remembered.
func (m *Memory) formerFacts(ctx context.Context, p *plan, known map[string]graph.FileInfo) (out []linker.File, complete bool, err error) {
	paths := append([]string{}, p.removed...)
	for _, f := range p.changed {
		paths = append(paths, f.row.Path)
	}
	complete = true
	err = m.graph.View(ctx, func(r *graph.Reader) error {
		for _, path := range paths {
			old, ok := known[path]
			l, registered := lang.Get(old.Lang)
			if !ok || old.Lang == "go" {
				continue
			}
			if !registered {
				complete = false
				continue
			}
			ff, err := r.Facts(old.Blob, old.Lang, m.formOf(l, path))
			if err != nil {
				return err
			}
			if ff == nil {
				complete = false
				continue
			}
			out = append(out, linker.File{Path: path, Facts: ff, Known: old.Lookups})
		}
		return nil
	})
	return out, complete, err
}

// update hands the changes of a plan to the linkers.
func (s *linkState) update(ctx context.Context, src linker.Source, p *plan) (map[string]*linker.Links, error) {
	s.src.now = src
	for _, path := range p.removed {
		delete(s.facts, path)
		delete(s.texts, path)
		delete(s.maps, path)
	}
	var other []linker.File
	var gofiles []golink.File
	for _, f := range p.changed {
		s.facts[f.row.Path] = f.facts
		delete(s.maps, f.row.Path)
		switch {
		case f.row.Lang == "go":
			s.texts[f.row.Path] = f.text
			gofiles = append(gofiles, golink.File{Path: f.row.Path, Facts: f.facts})
		case isGoModule(f.row.Path):
			gofiles = append(gofiles, golink.File{Path: f.row.Path})
			other = append(other, linker.File{Path: f.row.Path, Facts: f.facts})
		default:
			other = append(other, linker.File{Path: f.row.Path, Facts: f.facts})
		}
	}
	if s.fresh {
		for _, f := range p.same {
			if f.row.Lang == "go" {
				s.texts[f.row.Path] = f.text
				gofiles = append(gofiles, golink.File{Path: f.row.Path, Facts: s.facts[f.row.Path]})
			} else if isGoModule(f.row.Path) {
				gofiles = append(gofiles, golink.File{Path: f.row.Path})
			}
		}
	}
	all := s.relinkAll
	if all {
		for _, f := range p.same {
			if f.row.Lang != "go" {
				other = append(other, linker.File{Path: f.row.Path, Facts: s.facts[f.row.Path]})
			}
		}
		s.relinkAll = false
	}
	for path := range p.again {
		switch f := s.facts[path]; {
		case f == nil:
		case f.Lang != "go":
			if !all {
				other = append(other, linker.File{Path: path, Facts: f})
			}
		case !s.fresh: // else it is there already
			gofiles = append(gofiles, golink.File{Path: path, Facts: f})
		}
	}
	src.(*source).texts = s.texts
	s.others.Recheck(p.looked()...)
	links, err := s.others.Update(ctx, other, p.removed)
	if err != nil {
		return nil, err
	}
	more, err := s.updateGo(ctx, gofiles, p)
	if err != nil {
		return nil, err
	}
	for path, l := range more {
		if !isGoModule(path) {
			links[path] = s.goRoutes(path, l)
		}
	}
	s.fresh = false
	return links, nil
}

// updateGo hands the changes to Go's own linker. A process that has not linked
// before goes by the state that the last one stored.
func (s *linkState) updateGo(ctx context.Context, files []golink.File, p *plan) (map[string]*linker.Links, error) {
	var removed []string
	for _, path := range p.removed {
		if strings.HasSuffix(path, ".go") || isGoModule(path) {
			removed = append(removed, path)
		}
	}
	switch {
	case len(files) == 0 && len(removed) == 0:
		return nil, nil
	case !s.fresh:
		s.goChanged = true
		return s.golang.Update(ctx, files, removed)
	}
	var changed []string
	for _, f := range p.changed {
		if f.row.Lang == "go" || isGoModule(f.row.Path) {
			changed = append(changed, f.row.Path)
		}
	}
	for path := range p.again {
		if f := s.facts[path]; f != nil && f.Lang == "go" {
			changed = append(changed, path)
		}
	}
	s.goChanged = true
	return s.golang.Resume(ctx, s.goState, files, changed)
}

func isGoModule(p string) bool { b := path.Base(p); return b == "go.mod" || b == "go.work" }

// isTest tells whether a file is a test file.
func (s *linkState) isTest(path string) bool {
	f := s.facts[path]
	return f != nil && f.Flags&facts.IsTest != 0
}

// nodeMap is the map of a file's definitions to its nodes.
func (s *linkState) nodeMap(path string) nodeMap {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m, ok := s.maps[path]; ok {
		return m
	}
	f := s.facts[path]
	if f == nil {
		return nil
	}
	m := mapNodes(f)
	s.maps[path] = m
	return m
}

func fileSize(p string) int64 {
	var n int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(p + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

// goRoutes adds what a Go file registers with frameworks to its links.
func (s *linkState) goRoutes(path string, l *linker.Links) *linker.Links {
	f := s.facts[path]
	if f == nil {
		return l
	}
	return linker.WithGoRoutes(path, f, l, func(p string) *facts.FileFacts { return s.facts[p] })
}
