package symbols_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/structural-memory/smp/embed/symbols"
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/all"
	_ "github.com/structural-memory/smp/index/lang/golang"
)

func extract(t testing.TB, path, src string) *facts.FileFacts {
	t.Helper()
	l, ok := lang.Get(lang.Detect(path, nil))
	if !ok {
		t.Fatalf("no language for %s", path)
	}
	x, err := l.New()
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	f, err := x.Extract(path, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const python = `
class Store(Base):
    """Keeps things."""
    limit = 10

    @cached
    def open(self, path):
        """Opens it."""
        return self.load(path)

    class Inner:
        def f(self): pass

    def close(self): ...
`

func TestText(t *testing.T) {
	f := extract(t, "pkg/store.py", python)
	s := symbols.Of("pkg/store.py", f, python)
	got := map[string]string{}
	for i := range f.Defs[1:] {
		x := s.Text(int32(i + 1))
		got[f.QName(int32(i+1))] = fmt.Sprintf("%s|%s|%s|%s|%s", x.Name, x.Parent, x.Path, x.Doc, strings.Join(strings.Fields(strings.Join(x.Body, " ~ ")), " "))
	}
	for q, want := range map[string]string{
		"Store":       `Store||pkg/store.py|Keeps things.|"""Keeps things.""" limit = 10 @cached def open(self, path): ~ ~ def close(self):`,
		"Store.open":  `open|Store|pkg/store.py|Opens it.|@cached ~ """Opens it.""" return self.load(path)`,
		"Store.Inner": `Inner|Store|pkg/store.py||def f(self):`,
	} {
		if got[q] != want {
			t.Errorf("%s:\n got %s\nwant %s", q, got[q], want)
		}
	}
}

func TestGoReceiver(t *testing.T) {
	src := "package p\n\n// Open opens.\nfunc (s *Store) Open() error { return s.load() }\n"
	f := extract(t, "p/a.go", src)
	x := symbols.Of("p/a.go", f, src).Text(1)
	if x.Parent != "Store" || x.Name != "Open" || len(x.Body) != 1 || x.Body[0] != "{ return s.load() }" {
		t.Errorf("%+v", x)
	}
}

func TestTextOfOtherBytes(t *testing.T) {
	f := extract(t, "a.py", python)
	s := symbols.Of("a.py", f, python[:40]) // the file shrank since
	for i := range f.Defs {
		s.Text(int32(i))
	}
}

func Example() {
	f := &facts.FileFacts{Lang: "go", Defs: []facts.Def{
		{Kind: facts.File, Name: "a.go", Parent: facts.None, Recv: facts.None},
		{Kind: facts.Function, Name: "Open", Sig: "func Open()", Recv: facts.None, Span: facts.Span{StartByte: 0, EndByte: 22}, BodyByte: 12},
	}}
	x := symbols.Of("a.go", f, "func Open() { load() }").Text(1)
	fmt.Println(x.Name, x.Body)
	// Output: Open [{ load() }]
}
