package relink

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
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/linker/golink"
)

// LinkState is what linking keeps from one run to the next. A process that
// has none yet makes it from the facts in the file.
type LinkState struct {
	Version   int64 // of the graph that it fits
	Facts     map[string]*facts.FileFacts
	Texts     map[string][]byte // Go sources
	maps      map[string]scan.NodeMap
	mu        sync.Mutex // for maps
	Others    *linker.Linker
	Golang    *golink.Linker
	fresh     bool   // golang knows no file yet
	relinkAll bool   // what some files were is not known
	goState   []byte // of the last process that linked Go
	GoChanged bool   // golang knows more than the stored state
	meant     string // what configuration means, as stored
	src       *movingSource
}

const (
	GoStateKey = "golink_state"
	MeantKey   = "link_configuration"
)

// SaveMeant stores what configuration meant to the graph's links, so that a
// later process can tell whether it has come to mean something else. It is
// unknown while the graph is being brought to a new state.
func (m *Linkers) SaveMeant(ctx context.Context, known bool) error {
	if m.State == nil {
		return nil
	}
	now := m.State.meanings()
	if now == m.State.meant {
		return nil
	}
	store := now
	if !known {
		store = ""
	} else {
		m.State.meant = now
	}
	return m.Space.Graph.SetNotes(ctx, map[string]string{MeantKey: store})
}

func (s *LinkState) meanings() string {
	data, _ := json.Marshal(s.Others.Meanings())
	return string(data)
}

// linkedUnder tells the linker what configuration meant when the graph's files
// were linked.
func (s *LinkState) linkedUnder(stored string) {
	s.meant = stored
	var meanings map[string]uint64
	_ = json.Unmarshal([]byte(stored), &meanings) // else unknown: everything is linked again
	s.Others.Linked(meanings)
}

// SaveGoState stores what a later process needs to link only what changed. An
// older state than the graph's is no fault: it makes that process link more.
func (m *Linkers) SaveGoState(ctx context.Context) error {
	if m.State == nil || !m.State.GoChanged {
		return nil
	}
	m.State.GoChanged = false
	return m.Space.Graph.SetNotes(ctx, map[string]string{GoStateKey: base64.StdEncoding.EncodeToString(m.State.Golang.State())})
}

// movingSource is a Source that reads through the run at hand.
type movingSource struct{ now linker.Source }

func (s *movingSource) Content(p string) ([]byte, error) { return s.now.Content(p) }

// linkState is the state of the last run if the graph is still the one that
// it left, else one made from the stored facts of the unchanged files.
func (m *Linkers) linkState(ctx context.Context, p *scan.Plan, known map[string]graph.FileInfo) (*LinkState, error) {
	version, err := m.Space.Store.DataVersion(ctx)
	if err != nil {
		return nil, err
	}
	if m.State != nil && m.State.Version == version {
		return m.State, nil
	}
	s := &LinkState{Facts: map[string]*facts.FileFacts{}, Texts: map[string][]byte{}, maps: map[string]scan.NodeMap{}, src: &movingSource{}, fresh: true}
	families := map[string]string{}
	for _, l := range lang.All() {
		families[l.ID] = l.Family
	}
	s.Others = linker.New(s.src, linker.Options{Workers: m.Space.Opts.Workers, Families: families, Refuse: refusing()})
	s.Golang = golink.New(s.src, golink.Options{Workers: m.Space.Opts.Workers, Refuse: refusing()})
	if err := m.loadFacts(ctx, s, p, known); err != nil {
		return nil, err
	}
	notes, err := m.Space.Graph.Notes(ctx, GoStateKey, MeantKey)
	if err != nil {
		return nil, err
	}
	s.linkedUnder(notes[MeantKey])
	if s.goState, err = base64.StdEncoding.DecodeString(notes[GoStateKey]); err != nil {
		s.goState = nil // everything is linked again
	}
	m.State = s
	return s, nil
}

// loadFacts takes the facts of unchanged files from the graph. A file whose
// facts are not there, or are an older extractor's, counts as changed.
func (m *Linkers) loadFacts(ctx context.Context, s *LinkState, p *scan.Plan, known map[string]graph.FileInfo) error {
	var load []linker.File
	var same []*scan.Scanned
	packed := make([][]byte, len(p.Same))
	err := m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		for i, f := range p.Same {
			l, ok := lang.Get(f.Row.Lang)
			if !ok {
				continue
			}
			data, err := r.PackedFacts(f.Row.Blob, f.Row.Lang, m.Scan.FormOf(l, f.Row.Path))
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
	for i, f := range p.Same {
		var ff *facts.FileFacts
		if packed[i] != nil {
			ff, err = graph.UnpackFacts(packed[i])
		}
		if ff == nil || err != nil {
			if ff, err = m.Scan.Reextract(ctx, f); err != nil {
				return err
			}
			f.Facts, f.Changed = ff, true
			f.Packed = graph.PackFacts(ff)
			f.Row.Package, f.Row.Lines, f.Row.Flags = ff.Package, ff.Lines, ff.Flags
			p.Changed = append(p.Changed, f)
			continue
		}
		same = append(same, f)
		s.Facts[f.Row.Path] = ff
		if f.Row.Lang != "go" {
			load = append(load, linker.File{Path: f.Row.Path, Facts: ff, Known: known[f.Row.Path].Lookups})
		}
	}
	p.Same = same
	before, complete, err := m.formerFacts(ctx, p, known)
	if err != nil {
		return err
	}
	s.Others.Load(append(load, before...))
	s.relinkAll = !complete
	return nil
}

// formerFacts are those of changed and removed files as they were: what they
// no longer offer must be linked again elsewhere. complete is false when some
// are not remembered.
func (m *Linkers) formerFacts(ctx context.Context, p *scan.Plan, known map[string]graph.FileInfo) (out []linker.File, complete bool, err error) {
	paths := append([]string{}, p.Removed...)
	for _, f := range p.Changed {
		paths = append(paths, f.Row.Path)
	}
	complete = true
	err = m.Space.Graph.View(ctx, func(r *graph.Reader) error {
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
			ff, err := r.Facts(old.Blob, old.Lang, m.Scan.FormOf(l, path))
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

// Update hands the changes of a plan to the linkers.
func (s *LinkState) Update(ctx context.Context, src linker.Source, p *scan.Plan) (map[string]*linker.Links, error) {
	s.src.now = src
	for _, path := range p.Removed {
		delete(s.Facts, path)
		delete(s.Texts, path)
		delete(s.maps, path)
	}
	var other []linker.File
	var gofiles []golink.File
	for _, f := range p.Changed {
		s.Facts[f.Row.Path] = f.Facts
		delete(s.maps, f.Row.Path)
		switch {
		case f.Row.Lang == "go":
			s.Texts[f.Row.Path] = f.Text
			gofiles = append(gofiles, golink.File{Path: f.Row.Path, Facts: f.Facts})
		case isGoModule(f.Row.Path):
			gofiles = append(gofiles, golink.File{Path: f.Row.Path})
			other = append(other, linker.File{Path: f.Row.Path, Facts: f.Facts})
		default:
			other = append(other, linker.File{Path: f.Row.Path, Facts: f.Facts})
		}
	}
	if s.fresh {
		for _, f := range p.Same {
			if f.Row.Lang == "go" {
				s.Texts[f.Row.Path] = f.Text
				gofiles = append(gofiles, golink.File{Path: f.Row.Path, Facts: s.Facts[f.Row.Path]})
			} else if isGoModule(f.Row.Path) {
				gofiles = append(gofiles, golink.File{Path: f.Row.Path})
			}
		}
	}
	all := s.relinkAll
	if all {
		for _, f := range p.Same {
			if f.Row.Lang != "go" {
				other = append(other, linker.File{Path: f.Row.Path, Facts: s.Facts[f.Row.Path]})
			}
		}
		s.relinkAll = false
	}
	for path := range p.Again {
		switch f := s.Facts[path]; {
		case f == nil:
		case f.Lang != "go":
			if !all {
				other = append(other, linker.File{Path: path, Facts: f})
			}
		case !s.fresh: // else it is there already
			gofiles = append(gofiles, golink.File{Path: path, Facts: f})
		}
	}
	src.(*scan.Source).Texts = s.Texts
	s.Others.Recheck(p.Looked()...)
	links, err := s.Others.Update(ctx, other, p.Removed)
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
func (s *LinkState) updateGo(ctx context.Context, files []golink.File, p *scan.Plan) (map[string]*linker.Links, error) {
	var removed []string
	for _, path := range p.Removed {
		if strings.HasSuffix(path, ".go") || isGoModule(path) {
			removed = append(removed, path)
		}
	}
	switch {
	case len(files) == 0 && len(removed) == 0:
		return nil, nil
	case !s.fresh:
		s.GoChanged = true
		return s.Golang.Update(ctx, files, removed)
	}
	var changed []string
	for _, f := range p.Changed {
		if f.Row.Lang == "go" || isGoModule(f.Row.Path) {
			changed = append(changed, f.Row.Path)
		}
	}
	for path := range p.Again {
		if f := s.Facts[path]; f != nil && f.Lang == "go" {
			changed = append(changed, path)
		}
	}
	s.GoChanged = true
	return s.Golang.Resume(ctx, s.goState, files, changed)
}

func isGoModule(p string) bool { b := path.Base(p); return b == "go.mod" || b == "go.work" }

// IsTest tells whether a file is a test file.
func (s *LinkState) IsTest(path string) bool {
	f := s.Facts[path]
	return f != nil && f.Flags&facts.IsTest != 0
}

// NodeMap is the map of a file's definitions to its nodes.
func (s *LinkState) NodeMap(path string) scan.NodeMap {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m, ok := s.maps[path]; ok {
		return m
	}
	f := s.Facts[path]
	if f == nil {
		return nil
	}
	m := scan.MapNodes(f)
	s.maps[path] = m
	return m
}

func FileSize(p string) int64 {
	var n int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(p + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

// goRoutes adds what a Go file registers with frameworks to its links.
func (s *LinkState) goRoutes(path string, l *linker.Links) *linker.Links {
	f := s.Facts[path]
	if f == nil {
		return l
	}
	return linker.WithGoRoutes(path, f, l, func(p string) *facts.FileFacts { return s.Facts[p] })
}
