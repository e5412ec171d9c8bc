package linker_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/linker"
)

// TestOrderDoesNotShow links the same files in many ways: in another order, by
// other numbers of workers, after other files, file by file, and by a solver
// that has been asked for single expressions anywhere before, so that circles
// are entered at every place. The links are the same.
func TestOrderDoesNotShow(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inAnyOrder(t, name, readProject(t, a), uint64(i))
	}
	for id := range languages {
		for seed := range uint64(12) {
			inAnyOrder(t, fmt.Sprint(id, " ", seed), randomProject(5000+seed, id), seed)
		}
	}
}

func inAnyOrder(t *testing.T, name string, p *proj, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 11))
	files := slices.Clone(p.files)
	fresh := func(workers int) (*linker.Linker, map[string]*linker.Links) {
		l := linker.New(p, linker.Options{Workers: workers, Families: p.families})
		links, err := l.Update(context.Background(), files, nil)
		if err != nil {
			t.Fatal(err)
		}
		return l, links
	}
	_, want := fresh(1)
	shuffle := func() {
		r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	}
	shuffle()
	l, links := fresh(2 + r.IntN(7))
	sameLinks(t, name+", shuffled", want, links)
	for range 2 {
		shuffle()
		sameLinks(t, name+", by a solver that was asked before", want, linker.LinkAsked(l, pathsOf(files), r))
	}
	grown := linker.New(p, linker.Options{Workers: 1 + r.IntN(8), Families: p.families})
	shuffle()
	all := map[string]*linker.Links{}
	for rest := files; len(rest) > 0; {
		n := 1 + r.IntN(len(rest))
		links, err := grown.Update(context.Background(), rest[:n], nil)
		if err != nil {
			t.Fatal(err)
		}
		for path, x := range links {
			all[path] = x
		}
		rest = rest[n:]
	}
	sameLinks(t, name+", in several updates", want, all)
}

func pathsOf(files []linker.File) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.Path
	}
	return out
}

func sameLinks(t *testing.T, what string, want, got map[string]*linker.Links) {
	t.Helper()
	for path, w := range want {
		if g := got[path]; g == nil || !reflect.DeepEqual(w.Edges, g.Edges) || !reflect.DeepEqual(w.Open, g.Open) {
			t.Errorf("%s: the links of %s differ", what, path)
		}
	}
}
