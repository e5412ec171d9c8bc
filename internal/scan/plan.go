package scan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/safety"
)

// Plan is what a scan means for the graph.
type Plan struct {
	Whole   bool            // all files were looked at
	Below   []string        // else: what was looked at, with all below it
	Again   map[string]bool // unchanged files to be linked again all the same
	Changed []*Scanned
	Same    []*Scanned
	Removed []string
	Skips   []graph.Skip
	Touched map[string]int64

	Was      []graph.FileWas        // what is replaced
	By       *graph.Author          // who changes them
	Within   func(*safety.Tx) error // done in the transaction that changes the graph
	Pushed   []graph.Push
	Unpushed []string
}

// Looked are the files and folders that were looked at, be they indexed or not.
func (p *Plan) Looked() []string {
	if p.Whole {
		return []string{"."}
	}
	out := slices.Clone(p.Below)
	for _, x := range p.Pushed {
		out = append(out, x.Path)
	}
	return append(out, p.Unpushed...)
}

// NoteWas notes what the plan's files were.
func (p *Plan) NoteWas(known map[string]graph.FileInfo) {
	p.Was = make([]graph.FileWas, 0, len(p.Changed)+len(p.Removed))
	note := func(path string) {
		w := graph.FileWas{Path: path}
		if old, ok := known[path]; ok {
			w.SHA256 = &old.SHA256
		}
		p.Was = append(p.Was, w)
	}
	for _, f := range p.Changed {
		note(f.Row.Path)
	}
	for _, path := range p.Removed {
		note(path)
	}
}

func PlanOf(walked *walk.Result, files []Scanned, known map[string]graph.FileInfo) *Plan {
	p := &Plan{Whole: true, Touched: map[string]int64{}}
	for _, s := range walked.Skips {
		p.Skips = append(p.Skips, graph.Skip{Path: s.Path, Reason: string(s.Reason), Detail: s.Detail, Size: s.Size})
	}
	here := make(map[string]bool, len(files))
	for i := range files {
		f := &files[i]
		if f.Skip != nil {
			if f.Skip.Reason != walk.Vanished {
				p.Skips = append(p.Skips, graph.Skip{Path: f.Skip.Path, Reason: string(f.Skip.Reason), Detail: f.Skip.Detail, Size: f.Skip.Size})
			}
			continue
		}
		here[f.Row.Path] = true
		if f.Changed {
			p.Changed = append(p.Changed, f)
			continue
		}
		p.Same = append(p.Same, f)
		if known[f.Row.Path].Mtime != f.Row.Mtime {
			p.Touched[f.Row.Path] = f.Row.Mtime
		}
	}
	for path := range known {
		if !here[path] {
			p.Removed = append(p.Removed, path)
		}
	}
	return p
}

// Source reads what linking needs: texts at hand, then what is given in place
// of the disk's, then the disk.
type Source struct {
	Reader *walk.Reader
	Texts  map[string][]byte
	Given  map[string][]byte // nil: there is no such file
}

func (s *Source) Content(p string) ([]byte, error) {
	if t, ok := s.Texts[p]; ok {
		return t, nil
	}
	if data, ok := s.Given[strings.TrimPrefix(p, "/")]; ok {
		if data == nil {
			return nil, fmt.Errorf("%s: %w", p, fs.ErrNotExist)
		}
		text, _ := walk.Normalize(data)
		return walk.TrimBOM(text), nil
	}
	c, err := s.Reader.Read(strings.TrimPrefix(p, "/"), -1)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	text, _ := walk.Normalize(c.Data)
	return walk.TrimBOM(text), nil
}

func (m *Scanner) WalkOptions() walk.Options {
	return walk.Options{Detect: lang.Detect, MaxFileSize: m.Space.Opts.MaxFileSize, IncludeVendored: m.Space.Opts.IncludeVendored,
		IncludeGenerated: m.Space.Opts.IncludeGenerated, Extra: m.Space.Opts.ExtraIgnore}
}

func (m *Scanner) KnownFiles(ctx context.Context) (map[string]graph.FileInfo, error) {
	return graph.Get(ctx, m.Space.Graph, func(r *graph.Reader) (map[string]graph.FileInfo, error) {
		files, err := r.Files()
		if err != nil {
			return nil, err
		}
		out := make(map[string]graph.FileInfo, len(files))
		for _, f := range files {
			out[f.Path] = f
		}
		return out, nil
	})
}
