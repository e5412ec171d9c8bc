package linker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/linker"
)

// globs is a crate of n modules that all import everything from one another,
// and from modules that do not exist; the last one calls what the first has,
// and a name that nobody has.
func globs(n int) *txtar.Archive {
	a := &txtar.Archive{Files: []txtar.File{{Name: "Cargo.toml", Data: []byte("[package]\nname = \"w\"\n")}}}
	var root strings.Builder
	for i := range n {
		fmt.Fprintf(&root, "pub mod m%d;\n", i)
		var m strings.Builder
		for k := range n {
			if k != i {
				fmt.Fprintf(&m, "pub use crate::m%d::*;\npub use gone%d::*;\n", k, k)
			}
		}
		fmt.Fprintf(&m, "pub fn f%d() {}\n", i)
		if i == n-1 {
			m.WriteString("pub fn run() { f0(); missing(); missing::also(); }\n")
		}
		a.Files = append(a.Files, txtar.File{Name: fmt.Sprintf("src/m%d.rs", i), Data: []byte(m.String())})
	}
	a.Files = append(a.Files, txtar.File{Name: "src/lib.rs", Data: []byte(root.String())})
	return a
}

// Modules that import everything from one another are as many ways to a name
// as there are orders of them: the work must not be that much.
func TestWildcardsInCircles(t *testing.T) {
	steps := func(n int) int {
		p := readProject(t, globs(n))
		l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
		links, err := l.Update(context.Background(), p.files, nil)
		if err != nil {
			t.Fatal(err)
		}
		last := fmt.Sprintf("src/m%d.rs", n-1)
		found := false
		for _, e := range links[last].Edges {
			found = found || e.To.Path == "src/m0.rs" && e.To.Def > 0
		}
		if !found {
			t.Errorf("%d modules: f0 is not found through the wildcards", n)
		}
		return linker.StepsOf(l, last)
	}
	small, large := steps(6), steps(18)
	t.Logf("%d and %d answers", small, large)
	if most := 27 * small; large > most {
		t.Errorf("%d answers for 18 modules, %d for 6: three times as many modules are not to cost more than their cube", large, small)
	}
}
