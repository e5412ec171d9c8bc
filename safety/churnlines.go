package safety

import (
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/git"
)

// Span is where a definition stands in a file.
type Span struct {
	SID        int64
	Name       string // of the definition itself; "" for a file
	Start, End int    // lines
}

// LineHistory follows definitions from where they stand today back through
// what commits changed, and says which of them each commit touched. It takes
// the commits of one line, each the child of the next.
//
// Lines that a commit replaced stand, before it, where their replacement
// stands after it. So a definition keeps its changes although none of its
// lines is as old as they are; one that moved within a file, or into another
// without the file's being renamed, begins where it moved.
type LineHistory struct {
	load  func(path string) ([]Span, error)
	files map[string][]Span // where definitions stood in the commit that is next
}

// NewLineHistory begins today: load says what stands in a file. Where there is
// no such file, it says nothing.
func NewLineHistory(load func(path string) ([]Span, error)) *LineHistory {
	return &LineHistory{load: load, files: map[string][]Span{}}
}

// Touch is a definition that a commit touched.
type Touch struct {
	SID   int64
	Event graph.ChurnEvent
}

// Back goes from after the patches to before them, and calls fn for each
// definition that they touched.
func (h *LineHistory) Back(patches []git.FilePatch, fn func(Touch)) error {
	before := map[string][]Span{}
	for i := range patches {
		p := &patches[i]
		if p.New == "" {
			continue // what is gone today has nothing to be counted for
		}
		spans, err := h.at(p.New)
		if err != nil {
			return err
		}
		left := back(spans, p, fn)
		if p.Old != p.New {
			h.files[p.New] = nil // whatever stood there earlier was another file
		}
		if p.Old != "" {
			before[p.Old] = left
		}
	}
	for path, spans := range before { // afterwards: names may have been exchanged
		h.files[path] = spans
	}
	return nil
}

func (h *LineHistory) at(path string) ([]Span, error) {
	spans, known := h.files[path]
	if known {
		return spans, nil
	}
	spans, err := h.load(path)
	h.files[path] = spans
	return spans, err
}

// back is where spans stood before the patch. Those that it brought are left
// out.
func back(spans []Span, p *git.FilePatch, fn func(Touch)) []Span {
	left := make([]Span, 0, len(spans))
	for _, s := range spans {
		event, touched := touch(&s, p)
		if touched {
			fn(Touch{s.SID, event})
		}
		if event == graph.NodeAdded {
			continue
		}
		if s.Name == "" { // the whole file, however long it was
			left = append(left, s)
			continue
		}
		s.Start, s.End = before(p.Hunks, s.Start, true), before(p.Hunks, s.End, false)
		if s.Start <= s.End {
			left = append(left, s)
		}
	}
	return left
}

// touch says what a patch did to what stands at a span.
func touch(s *Span, p *git.FilePatch) (event graph.ChurnEvent, touched bool) {
	if p.Old == "" {
		return graph.NodeAdded, true
	}
	if s.Name == "" {
		return graph.NodeModified, len(p.Hunks) > 0
	}
	for i := range p.Hunks {
		h := &p.Hunks[i]
		first, last := h.NewStart, h.NewStart+h.NewLines-1
		switch {
		case h.NewLines == 0:
			touched = touched || s.Start <= h.NewStart && h.NewStart < s.End
		case first <= s.Start && s.End <= last && !hasWord(h.Removed, s.Name):
			return graph.NodeAdded, true
		default:
			touched = touched || first <= s.End && last >= s.Start
		}
	}
	return graph.NodeModified, touched
}

// before is where a line stood before the hunks: a line that they brought, at
// the beginning or at the end of what they replaced.
func before(hunks []git.Hunk, line int, start bool) int {
	shift := 0
	for i := range hunks {
		h := &hunks[i]
		first := h.NewStart
		if h.NewLines == 0 {
			first++ // the first line behind what is gone
		}
		if line < first {
			break
		}
		if line < h.NewStart+h.NewLines {
			switch {
			case start && h.OldLines == 0:
				return h.OldStart + 1
			case start || h.OldLines == 0:
				return h.OldStart
			}
			return h.OldStart + h.OldLines - 1
		}
		shift += h.OldLines - h.NewLines
	}
	return line + shift
}

// hasWord tells whether a name stands in a text by itself.
func hasWord(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return false
		}
		i += from
		if !inWord(text, i-1) && !inWord(text, i+len(name)) {
			return true
		}
		from = i + len(name)
	}
}

func inWord(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}
