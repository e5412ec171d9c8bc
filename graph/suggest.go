package graph

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

const (
	maxSuggestions = 5
	maxScanned     = 500_000 // distinct names looked at
)

// Suggest lists the names in the graph that are closest to name, best first,
// at most n.
func (r *Reader) Suggest(name string, n int) ([]string, error) {
	near := newNearest(name, n)
	scanned := 0
	err := r.query("SELECT DISTINCT name FROM nodes", nil, func(st *sqlite.Stmt) bool {
		near.offer(st.ColumnText(0))
		scanned++
		return scanned < maxScanned
	})
	return near.names(), err
}

// suggest is Suggest for a reference of any form.
func (r *Reader) suggest(ref string) ([]string, error) {
	prefix, rest, isID := strings.Cut(ref, ":")
	if isID = isID && kindOfPrefix(prefix) != facts.KindNone; isID {
		ref = rest
	}
	p, name, ok := strings.Cut(ref, "#")
	escaped := p
	if isID {
		p = pathUnescapes.Replace(p)
	}
	if !ok {
		return r.Suggest(path.Base(ref), maxSuggestions)
	}
	near := newNearest(name, maxSuggestions)
	err := r.query("SELECT name, scope FROM nodes WHERE file = (SELECT id FROM files WHERE layer = 0 AND path = ?) AND def > 0",
		func(st *sqlite.Stmt) { st.BindText(1, p) },
		func(st *sqlite.Stmt) bool {
			near.offerAs(st.ColumnText(0), escaped+"#"+join(st.ColumnText(1), ".", st.ColumnText(0)))
			return true
		})
	if err != nil || len(near.best) > 0 {
		return near.names(), err
	}
	return r.Suggest(name, maxSuggestions)
}

// nearest keeps the names that are closest to what was asked for.
type nearest struct {
	wants []string // in lower case: the whole, and what is behind its last dot
	max   int
	best  []suggestion
	row   []int
}

func newNearest(name string, n int) *nearest {
	s := &nearest{max: n}
	for _, want := range []string{strings.ToLower(name), strings.ToLower(lastName(normalName(name)))} {
		if want != "" && want != "." && !slices.Contains(s.wants, want) {
			s.wants = append(s.wants, want)
		}
	}
	return s
}

type suggestion struct {
	name     string
	distance int
}

func (s *nearest) offer(name string) { s.offerAs(name, name) }

func (s *nearest) offerAs(name, shown string) {
	name = strings.ToLower(name)
	best := -1
	for _, want := range s.wants {
		limit := min(3, 1+len(want)/4)
		if len(s.best) == s.max {
			limit = min(limit, s.best[len(s.best)-1].distance)
		}
		if d := s.distance(want, name, limit); d <= limit && (best < 0 || d < best) {
			best = d
		}
	}
	if best < 0 {
		return
	}
	s.best = append(s.best, suggestion{shown, best})
	slices.SortFunc(s.best, func(a, b suggestion) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.name, b.name))
	})
	s.best = s.best[:min(len(s.best), s.max)]
}

// distance is the edit distance where it is within the limit, else something
// larger. A name that contains what is wanted is a small edit too: it was
// half typed.
func (s *nearest) distance(want, name string, limit int) int {
	if len(want) >= 4 && strings.Contains(name, want) {
		return min(1, len(name)-len(want))
	}
	if d := len(name) - len(want); d > limit || -d > limit {
		return limit + 1
	}
	s.row = slices.Grow(s.row[:0], len(name)+1)[:len(name)+1]
	for j := range s.row {
		s.row[j] = j
	}
	for i := 1; i <= len(want); i++ {
		diagonal, least := s.row[0], i
		s.row[0] = i
		for j := 1; j <= len(name); j++ {
			change := diagonal
			if want[i-1] != name[j-1] {
				change++
			}
			diagonal = s.row[j]
			s.row[j] = min(change, s.row[j]+1, s.row[j-1]+1)
			least = min(least, s.row[j])
		}
		if least > limit {
			return limit + 1
		}
	}
	return s.row[len(name)]
}

func (s *nearest) names() []string {
	out := make([]string, 0, len(s.best))
	for _, b := range s.best {
		out = append(out, b.name)
	}
	return out
}
