package linker_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/linker"
)

// languages of random programs, with the names of their files.
var languages = map[string]string{
	"python": "%s.py", "typescript": "%s.ts", "javascript": "%s.js", "java": "%s.java", "kotlin": "%s.kt", "scala": "%s.scala", "csharp": "%s.cs", "php": "%s.php",
	"ruby": "%s.rb", "rust": "src/%s.rs", "swift": "Sources/M/%s.swift", "lua": "%s.lua", "c": "%s.h", "cpp": "%s.cpp", "bash": "%s.sh",
}

// FuzzLink links random programs: nothing fails, and the links of a file are
// the same whatever was linked before it.
func FuzzLink(f *testing.F) {
	for i := range uint64(40) {
		for l := range uint8(len(languages)) {
			f.Add(i, l)
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, lang uint8) {
		ids := make([]string, 0, len(languages))
		for id := range languages {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		id := ids[int(lang)%len(ids)]
		p := randomProject(seed, id)
		for _, x := range p.files {
			if err := facts.Check(x.Facts); err != nil {
				t.Fatal(err)
			}
		}
		l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
		links, err := l.Update(context.Background(), p.files, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range l.Faults() {
			t.Errorf("%s, seed %d: %s", id, seed, fault)
		}
		for _, x := range p.files {
			if cold := linker.LinkAlone(l, x.Path); !reflect.DeepEqual(cold.Edges, links[x.Path].Edges) || !reflect.DeepEqual(cold.Open, links[x.Path].Open) {
				t.Errorf("%s, seed %d: the links of %s depend on what was linked before\ncold %v %v\nwarm %v %v", id, seed, x.Path, cold.Edges, cold.Open, links[x.Path].Edges, links[x.Path].Open)
			}
		}
	})
}

func randomProject(seed uint64, lang string) *proj {
	p := &proj{texts: map[string][]byte{}, facts: map[string]*facts.FileFacts{}, families: familiesOf()}
	r := &programmer{Rand: rand.New(rand.NewPCG(seed, 7))}
	names := []string{"a", "b", "c"}[:1+r.IntN(3)]
	for _, n := range names {
		r.modules = append(r.modules, n, "./"+n, fmt.Sprintf(languages[lang], n), "crate::"+n, "A", "std")
	}
	for _, n := range names {
		path := fmt.Sprintf(languages[lang], n)
		p.files = append(p.files, linker.File{Path: path, Facts: r.file(lang)})
	}
	return p
}
