package smp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// TestTheSameSourceGivesTheSameAnswers indexes a part of this module by one
// worker and by many, into fresh files: communities, labels, ranks and what
// locate and search say are the same bytes.
func TestTheSameSourceGivesTheSameAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("indexes 50 thousand lines twice")
	}
	root := t.TempDir()
	for _, dir := range []string{"facts", "graph", "linker", "locate", "search", "internal/store", "clients"} {
		if err := os.CopyFS(filepath.Join(root, dir), os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	queries := []string{"where are communities detected", "fix the order of equal scores", "read the vectors of a file",
		"resolve an import to a file", "PageRank", "migrate the schema of a database", "words of a question", "a walk along calls"}
	said := func(workers int) string {
		m := must[*smp.Memory](t)(smp.Open(bg, filepath.Join(t.TempDir(), "smp.db"), smp.WithRoot(root), smp.WithWorkers(workers)))
		defer m.Close()
		must[*smp.IndexResult](t)(m.Index(bg, nil))
		var b strings.Builder
		out := json.NewEncoder(&b)
		out.SetIndent("", " ")
		b.WriteString(answers(t, m))
		out.Encode(must[float64](t)(m.HighestRank(bg)))
		for _, q := range queries {
			for _, p := range []string{"default", "spec", "words", "vectors"} {
				res := locateIn(t, m, smp.LocateQuery{Query: q, Profile: p, Explain: true, TopK: 50})
				res.RanksOf = nil
				out.Encode(res)
			}
			out.Encode(must[*smp.SearchResult](t)(m.Search(bg, smp.SearchQuery{Query: q, Match: "any", TopK: 50})))
		}
		return b.String()
	}
	want := said(1)
	if got := said(5); got != want {
		t.Errorf("with five workers:\n%s", difference(got, want))
	}
	if strings.Count(want, "node_id") < 1000 {
		t.Errorf("only %d bytes of answers", len(want))
	}
}
