package graph

import (
	"context"
	"flag"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/internal/store"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// Each check builds several graphs; -rapid.checks asks for more.
	if err := flag.Set("rapid.checks", "50"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// repo is a small repository as the tests imagine it: what its files define
// and what they mention, by name. build does the linker's part.
type repo map[string]*source

type source struct {
	defs []def
	uses []use
	text int // changes the hash without changing anything else
	kind facts.Kind
}

type def struct {
	name   string
	kind   facts.Kind
	parent int // index into defs, -1 for top level
	disc   string
	lines  int
	doc    string
}

// use is a mention, in definition from (-1: the file's top level).
type use struct {
	from     int
	typ      EdgeType
	path     string // "" for an external
	name     string // qualified; "" for the file; "module#name" for an external
	line     int
	dispatch bool
}

func (s *source) scope(i int) string {
	if p := s.defs[i].parent; p >= 0 {
		return join(s.scope(p), ".", s.defs[p].name)
	}
	return ""
}

// find is the index among a file's nodes of the first definition with the
// qualified name, -1 if there is none.
func (r repo) find(path, name string) int32 {
	s := r[path]
	if s == nil {
		return -1
	}
	if name == "" {
		return 0
	}
	for i := range s.defs {
		if join(s.scope(i), ".", s.defs[i].name) == name {
			return int32(i + 1)
		}
	}
	return -1
}

// build is the file as extraction and linking would give it.
func (r repo) build(p string) FileGraph {
	s := r[p]
	f := FileGraph{File: FileRow{Path: p, Lang: strings.TrimPrefix(path.Ext(p), "."), Size: int64(s.text), Lines: 1, Package: path.Dir(p)}}
	f.File.Blob[0], f.File.SHA256[0] = byte(s.text), byte(s.text)
	kind := s.kind
	if kind == facts.KindNone {
		kind = facts.File
	}
	f.Nodes = append(f.Nodes, NodeRow{Kind: kind, Parent: -1, StartLine: 1})
	at := uint32(s.text%7 + 1)
	for i, d := range s.defs {
		f.Nodes = append(f.Nodes, NodeRow{
			Kind: d.kind, Form: "x", Name: d.name, Scope: s.scope(i), Disc: d.disc, Parent: int32(d.parent + 1),
			StartLine: at, EndLine: at + uint32(d.lines), NameLine: at, StartByte: at * 10, EndByte: (at + uint32(d.lines)) * 10,
			Sig: d.name + "()", Doc: d.doc, Hash: uint64(d.lines), Complexity: 1, Returns: d.doc,
			Params: []Param{{Name: "p", Type: d.doc, Optional: d.lines > 2}},
		})
		if d.kind != facts.Class {
			at += uint32(d.lines) + 1
		}
		f.File.Exports = append(f.File.Exports, d.name)
	}
	f.File.Lines = int32(at)
	for _, u := range s.uses {
		e := EdgeRow{Src: int32(u.from + 1), Type: u.typ, Line: uint32(u.line), Class: Exact, Via: ViaImport}
		if u.dispatch {
			e.Class, e.Via = Dispatch, ViaDispatch
		}
		if u.path == "" {
			e.To, e.Class = Target{External: u.name}, Outside
		} else if d := r.find(u.path, u.name); d >= 0 {
			e.To = Target{Path: u.path, Def: d}
		} else {
			o := OpenRow{Src: e.Src, Line: e.Line, Name: u.name, Reason: ReasonNotInScope}
			for _, other := range r.paths() {
				if d := r.find(other, u.name); d > 0 {
					o.Candidates = append(o.Candidates, Target{Path: other, Def: d})
				}
			}
			f.Open = append(f.Open, o)
			continue
		}
		f.Edges = append(f.Edges, e)
		if u.typ == Imports {
			f.File.Imports = append(f.File.Imports, FileImport{From: u.path + u.name, File: u.path, Line: u.line})
		}
	}
	return f
}

func (r repo) paths() []string {
	out := make([]string, 0, len(r))
	for p := range r {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// all is the change that loads the whole repository.
func (r repo) all() *Change {
	ch := &Change{Repo: "r", SkipsComplete: true}
	for _, p := range r.paths() {
		ch.Files = append(ch.Files, r.build(p))
	}
	return ch
}

// links is what linking says about a file, by names: when it is another, the
// file must be linked again.
func (r repo) links(p string) string {
	f := r.build(p)
	name := func(t Target) string {
		if t.Path == "" {
			return t.External
		}
		s := r[t.Path]
		if t.Def > 0 {
			return fmt.Sprint(t.Path, "#", s.scope(int(t.Def)-1), s.defs[t.Def-1])
		}
		return fmt.Sprint(t.Path, s.kind)
	}
	var b strings.Builder
	for _, e := range f.Edges {
		fmt.Fprintln(&b, e.Src, e.Type, name(e.To), e.Line, e.Class)
	}
	for _, o := range f.Open {
		fmt.Fprintln(&b, o.Src, o.Line, o.Name)
		for _, c := range o.Candidates {
			fmt.Fprintln(&b, name(c))
		}
	}
	return b.String()
}

// toward is the change that leads from one state of the repository to
// another.
func (r repo) toward(next repo) *Change {
	ch := &Change{}
	for _, p := range r.paths() {
		if next[p] == nil {
			ch.Removed = append(ch.Removed, p)
		}
	}
	for _, p := range next.paths() {
		switch {
		case r[p] == nil || r[p].text != next[p].text:
			ch.Files = append(ch.Files, next.build(p))
		case r.links(p) != next.links(p):
			f := next.build(p)
			f.Nodes = nil
			ch.Relinked = append(ch.Relinked, f)
		}
	}
	return ch
}

func (r repo) clone() repo {
	out := repo{}
	for p, s := range r {
		c := *s
		c.defs, c.uses = slices.Clone(s.defs), slices.Clone(s.uses)
		out[p] = &c
	}
	return out
}

// memory is an empty graph.
func memory(t testing.TB) *Graph {
	t.Helper()
	return openAt(t, ":memory:")
}

func openAt(t testing.TB, path string) *Graph {
	t.Helper()
	st, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return New(st)
}

type fataler interface {
	Helper()
	Fatal(args ...any)
}

func apply(t fataler, g *Graph, ch *Change) Stats {
	t.Helper()
	s, err := g.Apply(context.Background(), ch)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func dump(t fataler, g *Graph) string {
	t.Helper()
	var b strings.Builder
	if err := g.Dump(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
