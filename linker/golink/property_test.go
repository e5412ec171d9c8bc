package golink_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/golang"
	"github.com/structural-memory/smp/linker"
	"github.com/structural-memory/smp/linker/golink"
)

// tree is a repository in memory.
type tree map[string]string

func (t tree) Content(p string) ([]byte, error) {
	if s, ok := t[p]; ok {
		return []byte(s), nil
	}
	return nil, fmt.Errorf("%s: %w", p, fs.ErrNotExist)
}

func (t tree) file(p string) golink.File {
	if !strings.HasSuffix(p, ".go") {
		return golink.File{Path: p}
	}
	return golink.File{Path: p, Facts: golang.Extract(p, []byte(t[p]))}
}

func (t tree) all() []golink.File {
	var out []golink.File
	for _, p := range slices.Sorted(maps.Keys(t)) {
		out = append(out, t.file(p))
	}
	return out
}

// readable writes links with names in the place of indices.
func readable(files map[string]*facts.FileFacts, p string, l *linker.Links) []string {
	name := func(path string, def int32) string {
		if def <= 0 {
			return path
		}
		f := files[path]
		return path + "#" + f.QName(def) + f.Defs[def].Disc
	}
	var out []string
	for _, e := range l.Edges {
		to := name(e.To.Path, e.To.Def) + e.To.External
		out = append(out, fmt.Sprintf("%s:%d %s %s -> %s", name(p, e.Src), e.Line, e.Type, e.Class, to))
	}
	for _, o := range l.Open {
		out = append(out, fmt.Sprintf("%s:%d open %s.%s: %s", name(p, o.Src), o.Line, o.Recv, o.Name, o.Reason))
	}
	for i, f := range l.ImportFiles {
		out = append(out, fmt.Sprintf("%s import %d = %s", p, i, f))
	}
	sort.Strings(out)
	return out
}

// state is what a caller of Update has after all updates so far.
type state struct {
	t     tree
	l     *golink.Linker
	facts map[string]*facts.FileFacts
	links map[string][]string

	givenUp map[string]string // files that are not linked, or not in full
}

func newState(t tree, opts golink.Options) *state {
	return &state{t, golink.New(t, opts), map[string]*facts.FileFacts{}, map[string][]string{}, map[string]string{}}
}

func (s *state) update(tb testing.TB, files []golink.File, removed []string) int {
	tb.Helper()
	links, err := s.l.Update(context.Background(), files, removed)
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		if f.Facts != nil {
			s.facts[f.Path] = f.Facts
		}
	}
	for _, p := range removed {
		delete(s.facts, p)
		delete(s.links, p)
	}
	for p, l := range links {
		s.links[p] = readable(s.facts, p, l)
		if delete(s.givenUp, p); l.GivenUp != "" {
			s.givenUp[p] = l.GivenUp
		}
	}
	return len(links)
}

// same compares with a linker that sees the tree for the first time.
func (s *state) same(t *testing.T, what string) {
	t.Helper()
	fresh := newState(s.t, golink.Options{Workers: 1})
	fresh.update(t, s.t.all(), nil)
	for _, p := range slices.Sorted(maps.Keys(fresh.links)) {
		if !slices.Equal(s.links[p], fresh.links[p]) {
			t.Errorf("%s: the links of %s differ from a fresh run:", what, p)
			for _, e := range s.links[p] {
				if !slices.Contains(fresh.links[p], e) {
					t.Errorf("  only after updates: %s", e)
				}
			}
			for _, e := range fresh.links[p] {
				if !slices.Contains(s.links[p], e) {
					t.Errorf("  only in a fresh run: %s", e)
				}
			}
		}
	}
	for p := range s.links {
		if _, ok := fresh.links[p]; !ok {
			t.Errorf("%s: links of %s are left", what, p)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

// However files are edited, added, removed and moved, the links are those of a
// fresh run.
func TestUpdatesEqualAFreshRun(t *testing.T) {
	seeds, steps := 6, 14
	if n, err := strconv.Atoi(os.Getenv("SMP_SEEDS")); err == nil {
		seeds = n
	}
	relinked, steps0 := 0, 0
	for seed := range seeds {
		g := &gen{r: rand.New(rand.NewPCG(uint64(seed), 7))}
		tr := g.module()
		s := newState(tr, golink.Options{Workers: 2})
		s.update(t, tr.all(), nil)
		for step := range steps {
			what, changed, removed := g.edit(tr)
			var files []golink.File
			for _, p := range changed {
				files = append(files, tr.file(p))
			}
			relinked += s.update(t, files, removed)
			steps0 += len(tr)
			s.same(t, fmt.Sprintf("seed %d, step %d (%s %v %v)", seed, step, what, changed, removed))
		}
	}
	t.Logf("%d of %d files linked again", relinked, steps0)
}

// A process that resumes from a stored state ends where a fresh run does, and
// goes on from there.
func TestResumeEqualsAFreshRun(t *testing.T) {
	linked, files := 0, 0
	for seed := range 5 {
		g := &gen{r: rand.New(rand.NewPCG(uint64(seed), 11))}
		tr := g.module()
		s := newState(tr, golink.Options{})
		s.update(t, tr.all(), nil)
		for round := range 4 {
			stored := s.l.State()
			edited := map[string]bool{}
			for range 1 + g.n(3) {
				_, changed, removed := g.edit(tr)
				for _, p := range changed {
					edited[p] = true
				}
				for _, p := range removed {
					delete(s.facts, p)
					delete(s.links, p)
				}
			}
			s.l = golink.New(tr, golink.Options{})
			all := tr.all()
			for _, f := range all {
				s.facts[f.Path] = f.Facts
			}
			links, err := s.l.Resume(context.Background(), stored, all, slices.Collect(maps.Keys(edited)))
			if err != nil {
				t.Fatal(err)
			}
			for p, l := range links {
				s.links[p] = readable(s.facts, p, l)
			}
			linked, files = linked+len(links), files+len(tr)
			s.same(t, fmt.Sprintf("seed %d, round %d, resumed", seed, round))
			what, changed, removed := g.edit(tr)
			var again []golink.File
			for _, p := range changed {
				again = append(again, tr.file(p))
			}
			s.update(t, again, removed)
			s.same(t, fmt.Sprintf("seed %d, round %d, then %s", seed, round, what))
		}
	}
	t.Logf("%d of %d files linked on resuming", linked, files)
}
