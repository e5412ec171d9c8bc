package smp_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/linker/scip"
)

// scipProject is a project whose calls no linker can resolve by itself:
// nothing says what "thing" is. In its text, «symbol name» is a definition or,
// with a ? before the symbol, a reference.
var scipProject = map[string]string{
	"src/a.js": "class Box {\n  «x/Box#open(). open»() {}\n}\nclass Bag { «x/Bag#open(). open»() {} }\nfunction «x/helper(). helper»() {}\n",
	"src/b.js": "function use(thing, f) {\n  thing.«?x/Box#open(). open»();\n  const g = «?x/helper(). helper»;\n  thing.other();\n}\n",
	"src/c.js": "// ä😀\nfunction deep(thing) { return thing.«?x/Box#open(). open»(thing.«?x/Bag#open(). open»(), thing.open()); }\n",
}

// writeMarked writes a project without its marks, and the index that they make.
func writeMarked(t *testing.T, root, index string, files map[string]string) {
	t.Helper()
	var b bytes.Buffer
	w, err := scip.NewWriter(&b, "handmade", "1", "file://"+filepath.ToSlash(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range slices.Sorted(func(yield func(string) bool) {
		for p := range files {
			if !yield(p) {
				return
			}
		}
	}) {
		doc, text := scip.Document{Path: p, Encoding: scip.UTF8}, ""
		for i, line := range strings.Split(files[p], "\n") {
			if i > 0 {
				text += "\n"
			}
			begin := len(text)
			for {
				before, rest, ok := strings.Cut(line, "«")
				text += before
				if !ok {
					break
				}
				mark, after, _ := strings.Cut(rest, "»")
				symbol, name, _ := strings.Cut(mark, " ")
				symbol, ref := strings.CutPrefix(symbol, "?")
				o := scip.Occurrence{Symbol: "x . . . " + symbol, Roles: scip.Definition}
				if ref {
					o.Roles = 0
				}
				col := int32(len(text) - begin)
				o.Range = scip.Range{StartLine: int32(i), StartCol: col, EndLine: int32(i), EndCol: col + int32(len(name))}
				doc.Occurrences = append(doc.Occurrences, o)
				text, line = text+name, after
			}
		}
		write(t, filepath.Join(root, filepath.FromSlash(p)), text)
		if err := w.Document(&doc); err != nil {
			t.Fatal(err)
		}
	}
	write(t, index, b.String())
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func openSCIP(t *testing.T, root, db string, opts ...smp.Option) *smp.Memory {
	t.Helper()
	m, err := smp.Open(context.Background(), db, append(opts, smp.WithRoot(root), smp.WithWorkers(2))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func index(t *testing.T, m *smp.Memory) *smp.IndexResult {
	t.Helper()
	res, err := m.Index(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func dumpOf(t *testing.T, m *smp.Memory) string {
	t.Helper()
	var b strings.Builder
	if err := m.Dump(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// scipEdges are the edges that the dump says come from an index.
func scipEdges(t *testing.T, m *smp.Memory) (out []string) {
	t.Helper()
	for _, l := range strings.Split(dumpOf(t, m), "\n") {
		if strings.Contains(l, `"scip"`) {
			out = append(out, l)
		}
	}
	return out
}

func TestSCIPResolves(t *testing.T) {
	root := t.TempDir()
	writeMarked(t, root, filepath.Join(root, "index.scip"), scipProject)
	plain := openSCIP(t, root, ":memory:")
	index(t, plain)
	if n := len(scipEdges(t, plain)); n != 0 {
		t.Fatalf("%d edges of an index that was not given", n)
	}
	m := openSCIP(t, root, ":memory:", smp.WithSCIP("index.scip"))
	res := index(t, m)
	if !slices.Contains(res.Notes, "SCIP index index.scip by handmade 1") || !slices.Contains(res.Notes, "3 of 3 documents of SCIP indexes are about the files as they are") {
		t.Errorf("notes %q", res.Notes)
	}
	got := calls(t, m)
	for _, want := range []string{
		"use:2 -> src/a.js:2 open exact",
		"use:4 -> ? unresolved",
		"deep:2 -> src/a.js:2 open exact",
		"deep:2 -> src/a.js:4 open exact",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if slices.Contains(got, "use:2 -> ? unresolved") {
		t.Errorf("a call is resolved and open: %q", got)
	}
	if edges := scipEdges(t, m); !slices.ContainsFunc(edges, func(e string) bool { return strings.Contains(e, "REFERENCES") && strings.Contains(e, "helper") }) {
		t.Errorf("no reference to helper in %q", edges)
	}
	sources, err := m.SCIPSources(context.Background())
	if err != nil || len(sources) != 1 || sources[0].Tool != "handmade" || sources[0].Documents != 3 || len(sources[0].SHA256) != 64 {
		t.Errorf("sources %+v %v", sources, err)
	}
}

// calls are the exported calls in one line each.
func calls(t *testing.T, m *smp.Memory) (out []string) {
	t.Helper()
	err := m.EachCall(context.Background(), func(c smp.CallRow) error {
		to := "?"
		if c.Resolved {
			to = fmt.Sprintf("%s:%d %s", *c.CalleeFile, *c.CalleeLine, *c.CalleeName)
		}
		out = append(out, fmt.Sprintf("%s:%d -> %s %s", c.CallerName, c.CallLine, to, c.Class))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSCIPIncremental holds a graph that is kept up to date through edits,
// other indexes and new processes against one that is made from nothing.
func TestSCIPIncremental(t *testing.T) {
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	at := filepath.Join(root, "index.scip")
	writeMarked(t, root, at, scipProject)
	m := openSCIP(t, root, db, smp.WithSCIP("index.scip"))
	edit := func(path, old, new string) {
		t.Helper()
		p := filepath.Join(root, path)
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), old) {
			t.Fatalf("%s has no %q", path, old)
		}
		write(t, p, strings.Replace(string(text), old, new, 1))
	}
	reopen := func(opts ...smp.Option) func() {
		return func() { m.Close(); m = openSCIP(t, root, db, opts...) }
	}
	update := func(paths ...string) func() {
		return func() {
			t.Helper()
			if _, err := m.UpdateFiles(context.Background(), paths...); err != nil {
				t.Fatal(err)
			}
		}
	}
	given := true
	for _, step := range []struct {
		what  string
		do    func()
		edges int
	}{
		{"the start", func() {}, 4},
		{"a new process that is given nothing", reopen(), 4},
		{"a definition of another name", func() { edit("src/a.js", "helper()", "helpes()") }, 0},
		{"the definition again, one file told of", func() { edit("src/a.js", "helpes()", "helper()"); update("src/a.js")() }, 4},
		{"a line before a use", func() { edit("src/b.js", "function", "\nfunction") }, 2},
		{"the line gone", func() { edit("src/b.js", "\nfunction", "function") }, 4},
		{"a definition's file gone", func() { os.Rename(filepath.Join(root, "src/a.js"), filepath.Join(root, "a.txt")) }, 0},
		{"the file back", func() { os.Rename(filepath.Join(root, "a.txt"), filepath.Join(root, "src/a.js")) }, 4},
		{"the index gone", func() { os.Rename(at, at+".old") }, 0},
		{"the index back", func() { os.Rename(at+".old", at) }, 4},
		{"another index", func() {
			writeMarked(t, root, at, map[string]string{"src/a.js": scipProject["src/a.js"], "src/c.js": "function none() {}\n"})
		}, 0},
		{"the first index in a new process", func() { reopen()(); writeMarked(t, root, at, scipProject) }, 4},
		{"no index", func() { reopen(smp.WithSCIP())(); given = false }, 0},
		{"no index, a new process", reopen(), 0},
	} {
		step.do()
		index(t, m)
		if n := len(scipEdges(t, m)); n != step.edges {
			t.Errorf("after %s: %d edges from the index, want %d: %q", step.what, n, step.edges, scipEdges(t, m))
		}
		var opts []smp.Option
		if given {
			opts = append(opts, smp.WithSCIP("index.scip"))
		}
		fresh := openSCIP(t, root, ":memory:", opts...)
		index(t, fresh)
		if got, want := dumpOf(t, m), dumpOf(t, fresh); got != want {
			t.Fatalf("after %s the graph differs from a fresh one:\n%s", step.what, difference(got, want))
		}
	}
}

func TestSCIPDamaged(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a.py"), "def f(): pass\n")
	write(t, filepath.Join(root, "bad.scip"), "no index")
	m := openSCIP(t, root, ":memory:", smp.WithSCIP("bad.scip"))
	if _, err := m.Index(context.Background(), nil); err == nil || !strings.Contains(err.Error(), "bad.scip") {
		t.Errorf("error %v", err)
	}
}

// TestSCIPExport reads an index back that was written: what it says, laid over
// the same repository, changes no link, and it says what was not given.
func TestSCIPExport(t *testing.T) {
	root := t.TempDir()
	for p, s := range project() {
		write(t, filepath.Join(root, filepath.FromSlash(p)), s)
	}
	m := openSCIP(t, root, ":memory:")
	index(t, m)
	var b bytes.Buffer
	res, err := m.ExportSCIP(context.Background(), &b, "test")
	if err != nil {
		t.Fatal(err)
	}
	x, err := scip.Decode(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if x.Tool != "smp" || x.Version != "test" || len(x.Docs) != res.Documents || res.Documents == 0 || res.References == 0 || res.Changed != 0 {
		t.Errorf("%s %s, %d documents, %+v", x.Tool, x.Version, len(x.Docs), res)
	}
	defs := map[string]int{}
	refs := 0
	for _, d := range x.Docs {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(d.Path)))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for _, o := range d.Occurrences {
			if o.Roles&scip.Definition != 0 {
				defs[o.Symbol]++
				continue
			}
			refs++
			if int(o.Range.StartLine) >= len(lines) || int(o.Range.EndCol) > len(lines[o.Range.StartLine]) || o.Range.EndCol <= o.Range.StartCol {
				t.Errorf("%s: no such place %+v", d.Path, o)
			}
		}
	}
	for s, n := range defs {
		if n != 1 {
			t.Errorf("%s is defined %d times", s, n)
		}
	}
	for _, d := range x.Docs {
		for _, o := range d.Occurrences {
			if defs[o.Symbol] == 0 {
				t.Errorf("%s: %s is defined nowhere", d.Path, o.Symbol)
			}
		}
	}
	if refs != res.References {
		t.Errorf("%d references, want %d", refs, res.References)
	}
	write(t, filepath.Join(root, "own.scip"), b.String())
	again := openSCIP(t, root, ":memory:", smp.WithSCIP("own.scip"))
	index(t, again)
	for _, c := range calls(t, m) {
		if !slices.Contains(calls(t, again), c) && !strings.Contains(c, "dispatch") {
			t.Errorf("the call %s is lost", c)
		}
	}
}
