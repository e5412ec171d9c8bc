package linker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp/linker"
)

// TestGrowth counts the answers that programs cost which lead back to
// themselves: their number, not its square.
func TestGrowth(t *testing.T) {
	line := func(format string, n int, of func(i int) []any) string {
		var sb strings.Builder
		for i := range n {
			fmt.Fprintf(&sb, format+"\n", of(i)...)
		}
		return sb.String()
	}
	for name, program := range map[string]func(n int) (string, string){
		"functions that call themselves": func(n int) (string, string) {
			return "a.py", line("def f%d(x):\n    return f%d(x)", n, func(i int) []any { return []any{i, i} })
		},
		"a ring of aliases": func(n int) (string, string) {
			return "a.ts", line("type A%d = A%d | A%d", n, func(i int) []any { return []any{i, (i + 1) % n, (i + 7) % n} }) + "function f(a: A0) { a.x() }\n"
		},
		"a ring of functions": func(n int) (string, string) {
			return "a.py", line("def f%d(): return f%d() or f%d()", n, func(i int) []any { return []any{i, (i + 1) % n, (i + 7) % n} }) + "f0().x()\n"
		},
		"a chain of variables": func(n int) (string, string) {
			return "a.js", "const a0 = 1\n" + line("const a%d = a%d", n, func(i int) []any { return []any{i + 1, i} }) + fmt.Sprintf("a%d.x()\n", n)
		},
		"interfaces that extend each other": func(n int) (string, string) {
			return "a.ts", line("interface I%d extends I%d, I%d { m(): void }", n, func(i int) []any { return []any{i, (i + 1) % n, (i + 7) % n} }) + "function f(i: I0) { i.x() }\n"
		},
	} {
		t.Run(name, func(t *testing.T) {
			few, many := steps(t, program, 100), steps(t, program, 400)
			if many > 8*few {
				t.Errorf("%d answers for 100, %d for 400", few, many)
			}
		})
	}
}

func steps(t *testing.T, program func(int) (string, string), n int) int {
	name, text := program(n)
	p := readProject(t, &txtar.Archive{Files: []txtar.File{{Name: name, Data: []byte(text)}}})
	l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
	if _, err := l.Update(context.Background(), p.files, nil); err != nil {
		t.Fatal(err)
	}
	return linker.StepsOf(l, name)
}

// TestStops ends a run that takes long.
func TestStops(t *testing.T) {
	text := strings.Repeat("def f(x):\n    return f(x)\nf(f)\n", 2000)
	p := readProject(t, &txtar.Archive{Files: []txtar.File{{Name: "a.py", Data: []byte(text)}}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := linker.New(p, linker.Options{Workers: 1, Families: p.families})
	if _, err := l.Update(ctx, p.files, nil); err == nil {
		t.Error("linking went on after its context had ended")
	}
}
