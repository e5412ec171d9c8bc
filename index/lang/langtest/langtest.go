// Package langtest runs the golden files of a language: txtar archives whose
// first file is a source and whose file "facts" is the listing of its facts, or
// "comments" that of its comments and throws.
// "go test -update" writes the listings anew.
package langtest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Run checks every testdata/*.txtar below the package of the test. The
// language of each source is detected from its name, so the test must import
// the package that registers it.
func Run(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files in testdata (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out txtar.Archive
	out.Comment = a.Comment
	for i, f := range a.Files {
		if listings[f.Name] != nil {
			continue
		}
		got := Extract(t, f.Name, f.Data)
		out.Files = append(out.Files, f)
		for _, want := range listingsAfter(a.Files[i+1:]) {
			text := listings[want.Name](got, f.Data)
			out.Files = append(out.Files, txtar.File{Name: want.Name, Data: []byte(text)})
			if text != string(want.Data) && !*update {
				t.Errorf("%s: %s differ (go test -update writes them anew)\n--- got\n%s--- want\n%s", f.Name, want.Name, text, want.Data)
			}
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(&out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// listings are the forms in which a file of an archive shows what the source
// before it gives.
var listings = map[string]func(f *facts.FileFacts, src []byte) string{
	"facts":    func(f *facts.FileFacts, _ []byte) string { return facts.List(f) },
	"comments": facts.ListComments,
}

// listingsAfter are the listings that the archive begins with; a source
// without any must have its facts.
func listingsAfter(files []txtar.File) (out []txtar.File) {
	for _, f := range files {
		if listings[f.Name] == nil {
			break
		}
		out = append(out, f)
	}
	if out == nil {
		out = []txtar.File{{Name: "facts"}}
	}
	return out
}

// Extract makes the facts of one source, its language detected from its name.
func Extract(t testing.TB, name string, src []byte) *facts.FileFacts {
	t.Helper()
	id := lang.Detect(name, func() []byte { return src })
	l, ok := lang.Get(id)
	if !ok {
		t.Fatalf("%s: no language registered", name)
	}
	x, err := l.New()
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	f, err := x.Extract(name, src)
	if err != nil {
		t.Fatal(err)
	}
	if err := facts.Check(f); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}
