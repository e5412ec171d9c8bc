package relink

import (
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
)

// Undo is the plan that leads back.
func (s *LinkState) Undo(p *scan.Plan, known map[string]graph.FileInfo) *scan.Plan {
	back := &scan.Plan{}
	was := func(path string) {
		f := s.Facts[path]
		if f == nil {
			back.Removed = append(back.Removed, path)
			return
		}
		row := graph.FileRow{Path: path, Lang: f.Lang}
		if k, ok := known[path]; ok {
			row.Lang, row.Blob, row.SHA256, row.Size, row.Mtime = k.Lang, k.Blob, k.SHA256, k.Size, k.Mtime
		}
		back.Changed = append(back.Changed, &scan.Scanned{Row: row, Facts: f, Text: s.Texts[path], Changed: true})
	}
	for _, f := range p.Changed {
		was(f.Row.Path)
	}
	for _, path := range p.Removed {
		was(path)
	}
	return back
}
