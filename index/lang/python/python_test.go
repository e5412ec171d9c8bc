package python

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

// Decorators reach the linker as expressions, in the order written; a bare one
// is no call. A module's docstring is that of its file.
func TestDecoratorsAreReferences(t *testing.T) {
	f := langtest.Extract(t, "a.py", []byte("'''Doc.'''\n@one\n@two.three(4)\ndef f(): pass\n@one\nclass C: pass\n"))
	if f.Defs[0].Doc != "Doc." {
		t.Errorf("the file's docstring is %q", f.Defs[0].Doc)
	}
	want := []struct {
		def  string
		op   facts.Op
		line uint32
	}{{"f", facts.OpName, 2}, {"f", facts.OpCall, 3}, {"C", facts.OpName, 5}}
	if len(f.Refs) != len(want) {
		t.Fatalf("%d references, want %d", len(f.Refs), len(want))
	}
	for i, r := range f.Refs {
		w := want[i]
		if f.QName(r.Def) != w.def || f.Exprs[r.Expr].Op != w.op || r.Line != w.line || r.Kind != facts.RefDecorator {
			t.Errorf("reference %d is %+v of %s, want %+v", i, r, f.QName(r.Def), w)
		}
	}
	if len(f.Calls) != 1 || f.Calls[0].Flags != facts.CallDecorator {
		t.Errorf("calls are %+v, want the second decorator's", f.Calls)
	}
}

// What a condition tells holds from where to where.
func TestNarrowingHoldsInItsRange(t *testing.T) {
	src := `def f(x):
    if not isinstance(x, A):
        return x.no()
    x.yes()
    x = g(x.old())
    x.new()
x.outside()
`
	f := langtest.Extract(t, "a.py", []byte(src))
	at := func(mark string) uint32 {
		for _, c := range f.Calls {
			if a := f.Exprs[c.Expr].A; a != facts.None && f.Exprs[a].Name == mark {
				return c.Byte
			}
		}
		t.Fatalf("no call of %s", mark)
		return 0
	}
	in := func(kind facts.BindKind, pos uint32) bool {
		for _, b := range f.Binds {
			if b.Kind == kind && b.Name == "x" && b.From <= pos && pos < b.To {
				return true
			}
		}
		return false
	}
	if !in(facts.BindNot, at("no")) || in(facts.BindNarrow, at("no")) {
		t.Error("in the branch x is not an A")
	}
	if !in(facts.BindNarrow, at("yes")) || in(facts.BindNot, at("yes")) {
		t.Error("after it x is an A")
	}
	if !in(facts.BindNarrow, at("old")) || in(facts.BindNarrow, at("new")) {
		t.Error("it is an A until it gets another value")
	}
	if in(facts.BindNarrow, at("outside")) || in(facts.BindNot, at("outside")) {
		t.Error("outside of f nothing is known")
	}
}

// Any bytes give facts that hold together.
func FuzzExtract(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(data).Files {
			if file.Name != "facts" {
				f.Add(file.Data)
			}
		}
	}
	f.Add([]byte("x: \"list[\" = f(\\\n@a\ndef g(\n\"\"\"\\"))
	f.Fuzz(func(t *testing.T, src []byte) { langtest.Extract(t, "src/a.py", src) })
}
