package smp

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
)

// plan is what a scan means for the graph.
type plan struct {
	whole   bool            // all files were looked at
	below   []string        // else: what was looked at, with all below it
	again   map[string]bool // unchanged files to be linked again all the same
	changed []*scanned
	same    []*scanned
	removed []string
	skips   []graph.Skip
	touched map[string]int64

	was      []graph.FileWas // what is replaced
	by       *graph.Author   // who changes them
	pushed   []graph.Push
	unpushed []string
}

// looked are the files and folders that were looked at, be they indexed or not.
func (p *plan) looked() []string {
	if p.whole {
		return []string{"."}
	}
	out := slices.Clone(p.below)
	for _, x := range p.pushed {
		out = append(out, x.Path)
	}
	return append(out, p.unpushed...)
}

// noteWas notes what the plan's files were.
func (p *plan) noteWas(known map[string]graph.FileInfo) {
	p.was = make([]graph.FileWas, 0, len(p.changed)+len(p.removed))
	note := func(path string) {
		w := graph.FileWas{Path: path}
		if old, ok := known[path]; ok {
			w.SHA256 = &old.SHA256
		}
		p.was = append(p.was, w)
	}
	for _, f := range p.changed {
		note(f.row.Path)
	}
	for _, path := range p.removed {
		note(path)
	}
}

func planOf(walked *walk.Result, files []scanned, known map[string]graph.FileInfo) *plan {
	p := &plan{whole: true, touched: map[string]int64{}}
	for _, s := range walked.Skips {
		p.skips = append(p.skips, graph.Skip{Path: s.Path, Reason: string(s.Reason), Detail: s.Detail, Size: s.Size})
	}
	here := make(map[string]bool, len(files))
	for i := range files {
		f := &files[i]
		if f.skip != nil {
			if f.skip.Reason != walk.Vanished {
				p.skips = append(p.skips, graph.Skip{Path: f.skip.Path, Reason: string(f.skip.Reason), Detail: f.skip.Detail, Size: f.skip.Size})
			}
			continue
		}
		here[f.row.Path] = true
		if f.changed {
			p.changed = append(p.changed, f)
			continue
		}
		p.same = append(p.same, f)
		if known[f.row.Path].Mtime != f.row.Mtime {
			p.touched[f.row.Path] = f.row.Mtime
		}
	}
	for path := range known {
		if !here[path] {
			p.removed = append(p.removed, path)
		}
	}
	return p
}

// source reads what linking needs: texts at hand, then what is given in place
// of the disk's, then the disk.
type source struct {
	reader *walk.Reader
	texts  map[string][]byte
	given  map[string][]byte // nil: there is no such file
}

func (s *source) Content(p string) ([]byte, error) {
	if t, ok := s.texts[p]; ok {
		return t, nil
	}
	if data, ok := s.given[strings.TrimPrefix(p, "/")]; ok {
		if data == nil {
			return nil, fmt.Errorf("%s: %w", p, fs.ErrNotExist)
		}
		text, _ := walk.Normalize(data)
		return walk.TrimBOM(text), nil
	}
	c, err := s.reader.Read(strings.TrimPrefix(p, "/"), -1)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	text, _ := walk.Normalize(c.Data)
	return walk.TrimBOM(text), nil
}

func (m *Memory) walkOptions() walk.Options {
	return walk.Options{Detect: lang.Detect, MaxFileSize: m.opts.maxFileSize, IncludeVendored: m.opts.includeVendored,
		IncludeGenerated: m.opts.includeGenerated, Extra: m.opts.extraIgnore}
}

func (m *Memory) knownFiles(ctx context.Context) (map[string]graph.FileInfo, error) {
	return graph.Get(ctx, m.graph, func(r *graph.Reader) (map[string]graph.FileInfo, error) {
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
