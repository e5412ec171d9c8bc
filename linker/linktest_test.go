package linker_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/all"
	"github.com/structural-memory/smp/linker"
)

var update = flag.Bool("update", false, "write the expected links anew")

// TestLinks links the small projects in testdata/<language>/*.txtar. The last
// file of an archive, "links", lists what is expected: every call, with where
// it leads, what is outside, and what stays open and why.
func TestLinks(t *testing.T) {
	archives, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no projects in testdata (%v)", err)
	}
	for _, name := range archives {
		short := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(name), "testdata/"), ".txtar")
		t.Run(short, func(t *testing.T) { t.Parallel(); project(t, name) })
	}
}

func project(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p := readProject(t, a)
	got := p.list(p.full(t))
	if *update {
		p.archive.Files = append(p.archive.Files, txtar.File{Name: "links", Data: []byte(got)})
		if err := os.WriteFile(name, txtar.Format(&p.archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != p.want {
		t.Errorf("%s: links differ (go test -update writes them anew)\n%s", name, diff(p.want, got))
	}
	if grown := p.list(p.oneByOne(t)); grown != got {
		t.Errorf("%s: linked file by file, the links are others\n%s", name, diff(got, grown))
	}
	if cold := p.list(p.alone(t)); cold != got {
		t.Errorf("%s: the links depend on what was linked before\n%s", name, diff(got, cold))
	}
}

// alone links each file by a solver that remembers nothing.
func (p *proj) alone(t *testing.T) map[string]*linker.Links {
	l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
	if _, err := l.Update(context.Background(), p.files, nil); err != nil {
		t.Fatal(err)
	}
	out := map[string]*linker.Links{}
	for _, f := range p.files {
		out[f.Path] = linker.LinkAlone(l, f.Path)
	}
	return out
}

// proj is a small repository in memory; it is its own Source.
type proj struct {
	archive  txtar.Archive
	want     string
	texts    map[string][]byte
	files    []linker.File
	facts    map[string]*facts.FileFacts
	families map[string]string
}

func (p *proj) Content(path string) ([]byte, error) {
	if b, ok := p.texts[path]; ok {
		return b, nil
	}
	return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
}

func readProject(t *testing.T, a *txtar.Archive) *proj {
	p := &proj{texts: map[string][]byte{}, facts: map[string]*facts.FileFacts{}, families: familiesOf()}
	p.archive.Comment = a.Comment
	for _, f := range a.Files {
		if f.Name == "links" {
			p.want = string(f.Data)
			continue
		}
		p.archive.Files = append(p.archive.Files, f)
		p.texts[f.Name] = f.Data
		l, ok := lang.Get(lang.Detect(f.Name, func() []byte { return f.Data }))
		if !ok || l.ID == "go" {
			continue
		}
		x, err := l.New()
		if err != nil {
			t.Fatal(err)
		}
		ff, err := x.Extract(f.Name, f.Data)
		x.Close()
		if err != nil {
			t.Fatal(err)
		}
		if ff.Flags&facts.ParseErrors != 0 {
			t.Errorf("%s does not parse", f.Name)
		}
		p.facts[f.Name] = ff
		p.files = append(p.files, linker.File{Path: f.Name, Facts: ff})
	}
	return p
}

func familiesOf() map[string]string {
	out := map[string]string{}
	for _, l := range lang.All() {
		out[l.ID] = l.Family
	}
	return out
}

// full links all files at once.
func (p *proj) full(t *testing.T) map[string]*linker.Links {
	l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
	links, err := l.Update(context.Background(), p.files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return links
}

// oneByOne adds the files in turn, last first, so that most of what a file
// asks for is not there when it is linked first.
func (p *proj) oneByOne(t *testing.T) map[string]*linker.Links {
	l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
	all := map[string]*linker.Links{}
	for i := len(p.files) - 1; i >= 0; i-- {
		links, err := l.Update(context.Background(), p.files[i:i+1], nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range links {
			all[k] = v
		}
	}
	return all
}

// list is the links of all files, one a line.
func (p *proj) list(links map[string]*linker.Links) string {
	var sb strings.Builder
	for _, file := range p.files {
		var lines []string
		f := p.facts[file.Path]
		at := func(src int32, line uint32) string {
			name := f.QName(src)
			if name == "" {
				name = "(file)"
			}
			return fmt.Sprintf("%s:%03d %s", file.Path, line, name)
		}
		for _, e := range links[file.Path].Edges {
			if s := p.edge(e); s != "" {
				lines = append(lines, at(e.Src, e.Line)+s)
			}
		}
		for _, o := range links[file.Path].Open {
			name := o.Name
			if o.Recv != "" {
				name = o.Recv + "." + name
			}
			lines = append(lines, fmt.Sprintf("%s ?? %s: %s", at(o.Src, o.Line), name, o.Reason))
		}
		slices.Sort(lines)
		for _, l := range slices.Compact(lines) {
			path, rest, _ := strings.Cut(l, ":")
			sb.WriteString(path + ":" + strings.TrimLeft(rest, "0") + "\n")
		}
	}
	return sb.String()
}

func (p *proj) edge(e linker.Edge) string {
	arrow := ""
	switch e.Type {
	case graph.CallsStatic:
		arrow = " -> "
	case graph.References:
		arrow = " refers to "
	case graph.Imports:
		arrow = " imports "
	case graph.Inherits:
		arrow = " inherits "
	case graph.Implements:
		arrow = " implements "
	default:
		return ""
	}
	if e.To.External != "" {
		return arrow + "(" + e.To.External + ")"
	}
	t := p.facts[e.To.Path]
	name := e.To.Path
	if e.To.Def != 0 {
		name += " " + t.QName(e.To.Def) + t.Defs[e.To.Def].Disc
	}
	if e.Type != graph.CallsStatic {
		return arrow + name
	}
	return fmt.Sprintf("%s%s [%s, %s]", arrow, name, e.Class, e.Via)
}

// diff lists the lines that only one of two texts has.
func diff(want, got string) string {
	var sb strings.Builder
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for _, l := range w {
		if !slices.Contains(g, l) {
			sb.WriteString("- " + l + "\n")
		}
	}
	for _, l := range g {
		if !slices.Contains(w, l) {
			sb.WriteString("+ " + l + "\n")
		}
	}
	return sb.String()
}
