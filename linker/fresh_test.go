package linker_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/linker"
)

// TestUpdatesCostNoMoreThanAll fills ever more files of each project that were
// empty before, in the process that linked them and in one that loads what
// another left. The links are those of all files linked anew, and the work is
// bounded by it: where most is filled in another process it is no more than that
// of a fresh run; in the same one, what files say of others' types may be asked
// twice (a tenth more); else what is loaded is read, too.
func TestUpdatesCostNoMoreThanAll(t *testing.T) {
	t.Parallel()
	archives, _ := filepath.Glob("testdata/*/*.txtar")
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p := readProject(t, a)
		want, all := p.updated(t, p.linker(), p.files)
		for n := 1; n <= len(p.files); n++ {
			kept := p.linker()
			before := emptied(p.files, n)
			was, _ := p.updated(t, kept, before)
			meant := kept.Meanings()
			links, cost := p.updated(t, kept, p.files[:n])
			if cost*10 > all*11 {
				t.Errorf("%s: %d of %d files cost %d steps, all of them %d", name, n, len(p.files), cost, all)
			}
			sameLinks(t, name, want, over(was, links))

			next := p.linker()
			for i, f := range before {
				before[i].Known = was[f.Path].Lookups
			}
			next.Load(before)
			next.Linked(meant)
			links, cost = p.updated(t, next, p.files[:n])
			if most := n*2 > len(p.files); most && cost > all || cost > 2*all {
				t.Errorf("%s: a new process took %d steps for %d of %d files, for all %d", name, cost, n, len(p.files), all)
			}
			sameLinks(t, name+", by a new process", want, over(was, links))
		}
	}
}

func (p *proj) linker() *linker.Linker {
	return linker.New(p, linker.Options{Workers: 1, Families: p.families})
}

// updated gives the links that an update brings, and how many steps it took.
func (p *proj) updated(t *testing.T, l *linker.Linker, files []linker.File) (map[string]*linker.Links, int64) {
	t.Helper()
	before := linker.Work(l)
	links, err := l.Update(context.Background(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return links, linker.Work(l) - before
}

// emptied are files of which the first n hold nothing.
func emptied(files []linker.File, n int) []linker.File {
	out := slices.Clone(files)
	for i := range out[:n] {
		out[i].Facts = &facts.FileFacts{Lang: files[i].Facts.Lang, Defs: files[i].Facts.Defs[:1]}
	}
	return out
}

// over are the links of before, but for files that have others since.
func over(before, since map[string]*linker.Links) map[string]*linker.Links {
	out := maps.Clone(before)
	maps.Copy(out, since)
	return out
}
