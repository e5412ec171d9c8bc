package search_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/structural-memory/smp/search"
)

var vocabulary = []string{"load", "save", "user", "cache", "loadUser", "cacheKey", "parse", "parser", "parsing", "the", "naïve", "数据"}

// draw makes a file of some functions.
func draw(t *rapid.T, label string) []byte {
	word := rapid.SampledFrom(vocabulary)
	var defs []string
	for range rapid.IntRange(0, 4).Draw(t, label) {
		body, doc := rapid.SliceOfN(word, 0, 6).Draw(t, "body"), rapid.SliceOfN(word, 0, 4).Draw(t, "doc")
		defs = append(defs, word.Draw(t, "name")+":"+strings.Join(body, " ")+"#"+strings.Join(doc, " "))
	}
	return blob(defs...)
}

// describe is all that an index answers to some queries.
func describe(t testing.TB, s *store, x *search.Index) string {
	var b strings.Builder
	for _, q := range []string{"load", "user cache", "loadUser", "pars*", "ca*", "the", "naïve 数据", "lib", "tag"} {
		for _, w := range []*search.Weights{search.Words, search.Code} {
			for _, all := range []bool{true, false} {
				got, total := s.top(t, x, q, w, all, nil)
				fmt.Fprintf(&b, "%s %v %d:", q, all, total)
				for _, m := range got {
					fmt.Fprintf(&b, " %s:%d %v %v %v", x.Path(m.Doc), m.Node, m.Score, m.Fields, m.Kind)
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// TestHistoryDoesNotMatter: an index of a base and what came later answers as
// one of the same files made anew, and so does what it merges into.
func TestHistoryDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		files := map[int64][]byte{}
		path := func(row int64) string { return fmt.Sprintf("lib%d/user%d.go", row%2, 9-row) }
		base := search.NewBuilder()
		for row := range int64(rapid.IntRange(0, 5).Draw(rt, "files")) {
			files[row+1] = draw(rt, "base")
			if err := base.Add(row+1, files[row+1]); err != nil {
				rt.Fatal(err)
			}
		}
		s := &store{}
		s.keep(t, base)
		s.src.Delta = map[int64][]byte{}
		for range rapid.IntRange(0, 6).Draw(rt, "steps") {
			row := int64(rapid.IntRange(1, 8).Draw(rt, "row"))
			if rapid.Bool().Draw(rt, "removed") {
				delete(files, row)
				s.src.Delta[row] = []byte{}
				continue
			}
			files[row] = draw(rt, "later")
			s.src.Delta[row] = files[row]
		}
		rows := slices.SortedFunc(maps.Keys(files), func(a, b int64) int { return strings.Compare(path(a), path(b)) })
		fresh := &store{}
		b := search.NewBuilder()
		for _, row := range rows {
			s.src.Files = append(s.src.Files, search.File{Row: row, Path: path(row)})
			if err := b.Add(row, files[row]); err != nil {
				rt.Fatal(err)
			}
		}
		if len(rows) > 0 {
			note := search.Note{File: rows[0], Node: 1, Description: "load tag", Tags: []string{"tag"}}
			s.src.Notes = []search.Note{note}
		}
		fresh.src.Files, fresh.src.Notes = s.src.Files, s.src.Notes
		fresh.keep(t, b)
		x, y := s.load(t), fresh.load(t)
		want := describe(t, fresh, y)
		if got := describe(t, s, x); got != want {
			rt.Fatalf("with a delta:\n%s\nanew:\n%s", got, want)
		}
		merged, err := search.Merge(x, s.each)
		if err != nil {
			rt.Fatal(err)
		}
		m := &store{src: search.Source{Files: s.src.Files, Notes: s.src.Notes}}
		m.keep(t, merged)
		z := m.load(t)
		if got := describe(t, m, z); got != want || z.Later() != 0 {
			rt.Fatalf("merged:\n%s\nanew:\n%s", got, want)
		}
		if len(m.terms) != len(fresh.terms) {
			rt.Fatalf("merged there are %d terms, anew %d", len(m.terms), len(fresh.terms))
		}
		renumbered := map[int64]int64{}
		for i, row := range rows {
			renumbered[row] = int64(100 + i)
		}
		a, b2 := &store{}, &store{}
		for from, to := range map[*store]*store{s: a, fresh: b2} {
			r, err := search.Reorder(from.load(t), renumbered, from.each)
			if err != nil {
				rt.Fatal(err)
			}
			to.keep(t, r)
		}
		if string(a.src.Base) != string(b2.src.Base) || !maps.EqualFunc(a.terms, b2.terms, bytes.Equal) {
			rt.Fatal("reordered, the base depends on its history")
		}
	})
}

// TestOtherVersion: a base of another version is an error until all that is
// alive came later.
func TestOtherVersion(t *testing.T) {
	s := build(t, map[string][]byte{"x.go": blob("load#apples")})
	s.src.Base[0]++
	if _, err := search.Load(s.src); err == nil {
		t.Error("it is read")
	}
	s.src.Delta = map[int64][]byte{1: blob("save#apples")}
	x := s.load(t)
	if got, _ := s.top(t, x, "apples", search.Words, true, nil); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	b, err := search.Merge(x, s.each)
	if err != nil {
		t.Fatal(err)
	}
	s.keep(t, b)
	s.src.Delta = nil
	if n := s.load(t).Documents(); n != 1 {
		t.Errorf("%d documents", n)
	}
}
