package graph

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/structural-memory/smp/facts"
)

func TestIDs(t *testing.T) {
	for _, c := range []struct {
		in   ident
		want string
	}{
		{ident{kind: facts.Function, path: "src/a.ts", scope: "A", name: "login", disc: "(String,int)"}, "func:src/a.ts#A.login(String,int)"},
		{ident{kind: facts.Class, path: "a.py", name: "A"}, "class:a.py#A"},
		{ident{kind: facts.Interface, path: "a.go", name: "R"}, "iface:a.go#R"},
		{ident{kind: facts.Variable, path: "a.go", name: "x", disc: "~2"}, "var:a.go#x~2"},
		{ident{kind: facts.Test, path: "a_test.go", name: "TestX"}, "test:a_test.go#TestX"},
		{ident{kind: facts.File, path: "src/a.ts", name: "a.ts", file: true}, "file:src/a.ts"},
		{ident{kind: facts.Config, path: "package.json", file: true}, "config:package.json"},
		{ident{kind: facts.Config, path: "package.json", scope: "scripts", name: "test"}, "config:package.json#scripts.test"},
		{ident{kind: facts.Section, path: "README.md", name: "Why this?"}, "section:README.md#Why this?"},
		{ident{kind: facts.Repository, name: "anything"}, "repo:"},
		{packageIdent("src/auth"), "pkg:src/auth"},
		{packageIdent("."), "pkg:."},
		{externalIdent("bcrypt#hash"), "ext:bcrypt#hash"},
		{externalIdent("bcrypt"), "ext:bcrypt"},
		{externalIdent("bcrypt#"), "ext:bcrypt"},
		{externalIdent("a#B#c"), "ext:a#B#c"},
	} {
		if got := c.in.id(); got != c.want {
			t.Errorf("%+v is %q, want %q", c.in, got, c.want)
		}
	}
	if got := ID(facts.Function, "src/a.ts", "A.login", "(int)"); got != "func:src/a.ts#A.login(int)" {
		t.Errorf("ID is %q", got)
	}
}

func TestSIDIsPartOfTheFileFormat(t *testing.T) {
	if got := SID("func:src/a.ts#A.login"); got != 0x0f9caedaea47a11e {
		t.Errorf("SID is %#x: files of other builds will not be understood", got)
	}
}

func TestSiblingsOfOneNameStaySeparate(t *testing.T) {
	fn := func(name, disc string, at uint32) NodeRow {
		return NodeRow{Kind: facts.Function, Name: name, Disc: disc, StartByte: at}
	}
	g := memory(t)
	// The nodes come in another order than the source's, and one has a name
	// that looks numbered.
	apply(t, g, &Change{Files: []FileGraph{{File: FileRow{Path: "a.c"}, Nodes: []NodeRow{{Kind: facts.File}, fn("f", "", 30), fn("f", "", 10), fn("f", "~2", 5), fn("f", "", 20), fn("f", "(int)", 1)}}}})
	var got []string
	err := g.View(context.Background(), func(r *Reader) error {
		ns, err := r.FileNodes("a.c")
		for _, n := range ns {
			got = append(got, n.ID)
		}
		return err
	})
	want := []string{"file:a.c", "func:a.c#f~4", "func:a.c#f", "func:a.c#f~2", "func:a.c#f~3", "func:a.c#f(int)"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("ids %v, %v; want %v", got, err, want)
	}
	checkHealthy(t, g)
}

func TestNodesComeBackWhole(t *testing.T) {
	g := memory(t)
	row := NodeRow{
		Kind: facts.Function, Form: "method", Name: "m", Scope: "A.B", StartLine: 3, EndLine: 5, NameLine: 4, StartByte: 10, EndByte: 90,
		Mods: facts.Exported | facts.Async, Complexity: 7, Hash: 0xabc, Sig: "m(x: int)", Doc: "does it", Returns: "int", Decorators: []string{"@get", "@auth"},
		Params: []Param{{Name: "x", Type: "int"}, {Name: "y", Optional: true}, {Name: "z", Rest: true}},
	}
	apply(t, g, &Change{Files: []FileGraph{{File: FileRow{Path: "d/a.ts", Lang: "typescript", Lines: 20}, Nodes: []NodeRow{{Kind: facts.File}, row}}}})
	got, err := g.Resolve(context.Background(), "A.B.m", Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want := Node{
		Row: got.Row, FileRow: got.FileRow, Parent: got.Row - 1, ID: "func:d/a.ts#A.B.m", Kind: facts.Function, Type: "Function", Form: "method", Name: "m", Qualified: "A.B.m",
		File: "d/a.ts", StartLine: 3, EndLine: 5, NameLine: 4, StartByte: 10, EndByte: 90, Signature: "m(x: int)", Docstring: "does it", Mods: row.Mods,
		Modifiers: []string{"exported", "async"}, Decorators: row.Decorators, Params: row.Params, Returns: "int",
		Metrics: &Metrics{Complexity: 7, Lines: 3, Parameters: 3}, SourceHash: "0000000000000abc",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestDamagedExtraIsNoCrash(t *testing.T) {
	whole := appendExtra(nil, []Param{{Name: "x", Type: "int"}}, "r", []string{"d"})
	for n := range whole {
		readExtra(string(whole[:n]))
	}
	readExtra("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")
	p, r, d := readExtra(string(whole))
	if len(p) != 1 || p[0].Type != "int" || r != "r" || len(d) != 1 {
		t.Errorf("%v %q %v", p, r, d)
	}
}

func TestDumpHasNoTimesAndNoRows(t *testing.T) {
	a, b := memory(t), memory(t)
	apply(t, a, caller().all())
	apply(t, b, &Change{Repo: "elsewhere", Files: []FileGraph{repo{"0first": {text: 1}}.build("0first")}})
	ch := repo{}.toward(caller())
	for i := range ch.Files {
		ch.Files[i].File.Mtime = 99
	}
	ch.Removed = []string{"0first"}
	apply(t, b, ch)
	if got, want := dump(t, b), dump(t, a); got != want {
		t.Error(difference(got, want))
	}
	x, err := a.DumpHash(context.Background())
	y, err2 := b.DumpHash(context.Background())
	if err != nil || err2 != nil || x != y || len(x) != 64 {
		t.Errorf("hashes %s and %s, %v, %v", x, y, err, err2)
	}
}

func TestOpenCalls(t *testing.T) {
	g := memory(t)
	r := repo{
		"a.ts": {text: 1, defs: []def{{name: "f", kind: facts.Function, parent: -1}}, uses: []use{
			{from: 0, typ: CallsStatic, path: "nowhere", name: "h", line: 4}, {from: 0, typ: CallsStatic, path: "nowhere", name: "h", line: 2}}},
		"b.ts": {text: 1, defs: []def{{name: "h", kind: facts.Function, parent: -1}}},
	}
	apply(t, g, r.all())
	err := g.View(context.Background(), func(r *Reader) error {
		f, err := r.Resolve("f", Filter{})
		if err != nil {
			return err
		}
		h, err := r.Resolve("h", Filter{})
		if err != nil {
			return err
		}
		calls, err := r.OpenCalls(f.Row)
		want := []OpenCall{
			{From: f.Row, Line: 2, Name: "h", Reason: ReasonNotInScope, Candidates: []NodeID{h.Row}},
			{From: f.Row, Line: 4, Name: "h", Reason: ReasonNotInScope, Candidates: []NodeID{h.Row}},
		}
		if !reflect.DeepEqual(calls, want) {
			t.Errorf("%+v", calls)
		}
		if n, err := r.OpenCount("h"); n != 2 || err != nil {
			t.Errorf("%d open, %v", n, err)
		}
		if named, err := r.OpenNamed("h", 1); len(named) != 1 || err != nil {
			t.Errorf("%d named, %v", len(named), err)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestMissingThingsAreNotFound(t *testing.T) {
	g := memory(t)
	apply(t, g, caller().all())
	err := g.View(context.Background(), func(r *Reader) error {
		for name, read := range map[string]func() error{
			"row":        func() error { _, err := r.Node(12345); return err },
			"id":         func() error { _, err := r.ByID("func:x#y"); return err },
			"file node":  func() error { _, err := r.FileNode("z"); return err },
			"file nodes": func() error { _, err := r.FileNodes("z"); return err },
			"file":       func() error { _, err := r.File("z"); return err },
			"line":       func() error { _, err := r.ByLine("y/b.ts", 9999); return err },
		} {
			var e *NotFoundError
			if err := read(); !errors.As(err, &e) {
				t.Errorf("%s: %v", name, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
