package linker_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestStarsInCircles: modules that bring each other's names by wildcards are
// followed by their number, not by the orders that they can be gone through in.
// What one of them defines is found from all others, wherever they are entered,
// and each order of work gives the same.
func TestStarsInCircles(t *testing.T) {
	const n = 24
	for lang, make := range map[string]func(i int) (name, text string){
		"python": func(i int) (string, string) {
			return fmt.Sprintf("m%02d.py", i), eachOther(n, i, "from m%02d import *\n") + fmt.Sprintf("def f%d():\n    nope%d()\n    f%d()\n", i, i, (i+7)%n)
		},
		"typescript": func(i int) (string, string) {
			return fmt.Sprintf("m%02d.ts", i), eachOther(n, i, "export * from './m%02d'\n") +
				fmt.Sprintf("import { nope%d, f%d } from './m%02d'\nexport function f%d() { nope%d(); f%d() }\n", i, (i+7)%n, (i+1)%n, i, i, (i+7)%n)
		},
	} {
		t.Run(lang, func(t *testing.T) {
			a := &txtar.Archive{}
			for i := range n {
				name, text := make(i)
				a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
			}
			p := readProject(t, a)
			all := p.full(t)
			for i := range n {
				name, _ := make(i)
				to, _ := make((i + 7) % n)
				found := false
				for _, e := range all[name].Edges {
					found = found || e.To.Path == to && e.To.Def > 0
				}
				if !found {
					t.Errorf("%s does not find what %s defines", name, to)
				}
				if len(all[name].Open) != 1 {
					t.Errorf("%s: %d open calls, not the one of what nobody has", name, len(all[name].Open))
				}
			}
			if got, want := p.list(p.oneByOne(t)), p.list(all); got != want {
				t.Errorf("linked file by file, the links are others\n%s", diff(want, got))
			}
		})
	}
}

// eachOther is a line for every other of n modules, in an order that differs
// from one to the next.
func eachOther(n, i int, line string) string {
	var sb strings.Builder
	for k := range n {
		if j := (i*5 + k*7 + i%3) % n; j != i {
			fmt.Fprintf(&sb, line, j)
		}
	}
	return sb.String()
}
