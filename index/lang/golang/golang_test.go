package golang_test

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/golang"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func TestParams(t *testing.T) {
	f := golang.Extract("a.go", []byte("package a\nfunc F(a, b []int, fn func(x int) error, rest ...string) (n int, err error) { return }\n"))
	d := f.Defs[1]
	want := []facts.Param{
		{Name: "a", Text: "[]int"}, {Name: "b", Text: "[]int"}, {Name: "fn", Text: "func(x int) error"},
		{Name: "rest", Text: "...string", Flags: facts.ParamRest},
	}
	if len(d.Params) != len(want) {
		t.Fatalf("%d parameters, want %d", len(d.Params), len(want))
	}
	for i, p := range d.Params {
		if p.Name != want[i].Name || p.Text != want[i].Text || p.Flags != want[i].Flags {
			t.Errorf("parameter %d is %+v, want %+v", i, p, want[i])
		}
	}
	if d.Returns != "(n int, err error)" {
		t.Errorf("returns %q", d.Returns)
	}
}

func TestQualifiedNamesDoNotDependOnTheTypesFile(t *testing.T) {
	apart := golang.Extract("b.go", []byte("package a\nfunc (t *T[K]) M() {}\n"))
	with := golang.Extract("a.go", []byte("package a\nfunc (t *T[K]) M() {}\ntype T[K any] struct{}\n"))
	if q := apart.QName(1); q != "T.M" {
		t.Errorf("apart from its type: %q", q)
	}
	if q := with.QName(2); q != "T.M" || with.Defs[2].Parent != 1 {
		t.Errorf("beside its type: %q, parent %d", q, with.Defs[2].Parent)
	}
}

func TestHashIsThatOfTheOwnSource(t *testing.T) {
	a := golang.Extract("a.go", []byte("package a\n\n// Doc.\nfunc F() { g() }\n\nfunc H() {}\n"))
	b := golang.Extract("a.go", []byte("package a\n\nfunc H() { F() }\n\nfunc F() { g() }\n"))
	if a.Defs[1].Hash != b.Defs[2].Hash {
		t.Error("moving a function or its comment changed its hash")
	}
	if a.Defs[2].Hash == b.Defs[1].Hash {
		t.Error("another body has the same hash")
	}
}

func TestPackageName(t *testing.T) {
	for path, want := range map[string]string{
		"fmt": "fmt", "net/http": "http", "gopkg.in/yaml.v3": "yaml", "github.com/x/go-redis/v9": "redis",
		"github.com/x/chi/v5": "chi", "github.com/mattn/go-isatty": "isatty", "v2": "v2", "a/b.c": "c",
	} {
		if got := golang.PackageName(path); got != want {
			t.Errorf("PackageName(%q) = %q, want %q", path, got, want)
		}
	}
}

// Whatever the bytes, the facts hold together.
func FuzzExtract(f *testing.F) {
	for _, s := range []string{
		"", "package", "package a\nfunc", "package a\nfunc (", "package a\ntype T struct {", "package a\nvar x = func(",
		"package a\nfunc F[T any](", "package a\ntype (\nA\n)", "\xff\xfe", "package a\nimport (\n\"x\ny\"\n)\nfunc f(a, ) {",
		"package a\n/* open", "package a\ntype I interface { ~int | M(); m(", "//go:build x\npackage a\nconst (\na, b = iota\n)\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if err := facts.Check(golang.Extract("x_test.go", src)); err != nil {
			t.Error(err)
		}
	})
}
