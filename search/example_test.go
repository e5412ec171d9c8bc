package search_test

import (
	"fmt"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/search"
)

// Index one file and search it. No base is needed for what is in the delta.
func Example() {
	src := "func loadUser() { readRow() }\n"
	f := &facts.FileFacts{Lang: "go", Defs: []facts.Def{{Kind: facts.File}, {Kind: facts.Function, Name: "loadUser", Doc: "Reads a user from the cache.", Recv: facts.None}}}
	f.Defs[1].EndByte = uint32(len(src))
	blob := search.NewCollector().File(f, []byte(src), []int32{0, 1}, false)

	x, err := search.Load(search.Source{Delta: map[int64][]byte{1: blob}, Files: []search.File{{Row: 1, Path: "db/user.go"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	q := search.Parse("cached users")
	scores, err := x.Score(noTerms{}, q, search.Words)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer scores.Release()
	found, total := scores.Top(10, true, &search.Filter{})
	for _, m := range found {
		fmt.Println(total, x.Path(m.Doc), m.Node, q.Highlight("Reads a user from the cache."))
	}
	// Output:
	// 1 db/user.go 1 Reads a «user» from the «cache».
}

// noTerms are the terms of an index without a base.
type noTerms struct{}

func (noTerms) Term(string) ([]byte, error)          { return nil, nil }
func (noTerms) Prefix(string, int) ([]string, error) { return nil, nil }
