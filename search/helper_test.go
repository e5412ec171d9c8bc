package search_test

import (
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/search"
)

// store is what a database would keep.
type store struct {
	src   search.Source
	terms map[string][]byte
}

func (s *store) Term(t string) ([]byte, error) { return s.terms[t], nil }

func (s *store) Prefix(p string, max int) (out []string, err error) {
	for t := range s.terms {
		if strings.HasPrefix(t, p) {
			out = append(out, t)
		}
	}
	sort.Strings(out)
	return out[:min(max, len(out))], nil
}

func (s *store) each(fn func(string, []byte) error) error {
	all, _ := s.Prefix("", 1<<30)
	for _, t := range all {
		if err := fn(t, s.terms[t]); err != nil {
			return err
		}
	}
	return nil
}

// keep makes the builder's the base.
func (s *store) keep(t testing.TB, b *search.Builder) {
	t.Helper()
	s.src.Base, s.terms = b.Docs(), map[string][]byte{}
	err := b.Terms(func(term string, data []byte) error {
		s.terms[term] = slices.Clone(data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s *store) load(t testing.TB) *search.Index {
	t.Helper()
	x, err := search.Load(s.src)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// top are the matches of a query, as path:node.
func (s *store) top(t testing.TB, x *search.Index, query string, w *search.Weights, all bool, f *search.Filter) (out []search.Match, total int) {
	t.Helper()
	if f == nil {
		f = &search.Filter{}
	}
	scores, err := x.Score(s, search.Parse(query), w)
	if err != nil {
		t.Fatal(err)
	}
	defer scores.Release()
	return scores.Top(1000, all, f)
}

func names(x *search.Index, ms []search.Match) (out []string) {
	for _, m := range ms {
		out = append(out, x.Path(m.Doc)+":"+string(rune('0'+m.Node)))
	}
	return out
}

// file is a file of functions, each "name: body" with its docstring behind a #.
func file(defs ...string) (*facts.FileFacts, []byte) {
	f := &facts.FileFacts{Lang: "go", Defs: []facts.Def{{Kind: facts.File, Parent: facts.None, Type: facts.None, Value: facts.None, Recv: facts.None}}}
	src := ""
	for _, s := range defs {
		s, doc, _ := strings.Cut(s, "#")
		name, body, _ := strings.Cut(s, ":")
		d := facts.Def{Kind: facts.Function, Name: name, Doc: doc, Type: facts.None, Value: facts.None, Recv: facts.None}
		d.StartByte = uint32(len(src))
		src += name
		d.BodyByte = uint32(len(src))
		src += "{" + body + "}\n"
		d.EndByte = uint32(len(src)) - 1
		f.Defs = append(f.Defs, d)
	}
	return f, []byte(src)
}

func all(f *facts.FileFacts) []int32 {
	out := make([]int32, len(f.Defs))
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

func blob(defs ...string) []byte {
	f, src := file(defs...)
	return search.NewCollector().File(f, src, all(f), false)
}

// build is an index of files in the order of their paths, the rows from 1.
func build(t testing.TB, files map[string][]byte) *store {
	t.Helper()
	s := &store{}
	b := search.NewBuilder()
	var paths []string
	for p := range files {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for i, p := range paths {
		row := int64(i + 1)
		s.src.Files = append(s.src.Files, search.File{Row: row, Path: p})
		if err := b.Add(row, files[p]); err != nil {
			t.Fatal(err)
		}
	}
	s.keep(t, b)
	return s
}

// below lets through what is below a folder.
func below(dir string) func(string) bool {
	return func(path string) bool { return strings.HasPrefix(path, dir) }
}
