package golink_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp/linker/golink"
)

// chain is n lines, the i-th of which has i and i-1 for N and M.
func chain(n int, line string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString(strings.NewReplacer("N", fmt.Sprint(i), "M", fmt.Sprint(i-1)).Replace(line) + "\n")
	}
	return b.String()
}

// hopeless are files that the type checker would not come to an end of, or
// that would take all memory.
var hopeless = map[string]string{
	"interfaces that meet again":        "type A0 interface{ m() }\ntype B0 interface{}\n" + chain(60, "type AN interface { AM; BM }\ntype BN interface { AM; BM }"),
	"structs that double":               "type A0 struct{ x int }\n" + chain(60, "type AN struct{ a, b AM }"),
	"arrays of structs that double":     "type A0 struct{ x int }\n" + chain(60, "type AN [2]struct{ a, b [2]AM }"),
	"structs nested deep":               "type A0 struct{ x int }\n" + chain(4000, "type AN struct{ a AM }"),
	"generic structs that double":       "type P0[T any] struct{ a, b T }\n" + chain(14, "type PN[T any] struct{ a, b PM[PM[T]] }"),
	"generic arguments that double":     "type R[A, B any] struct { a *A; b *B }\ntype P0[T any] struct{ a T }\n" + chain(50, "type PN[T any] struct{ a *PM[R[T, T]] }") + "func f(p P50[int]) { p" + strings.Repeat(".a", 50) + ".x() }",
	"a generic type that grows":         "type R[A, B any] struct { a *A; b *B }\ntype T[P any] struct{ n *T[R[P, P]] }\nfunc f(p T[int]) { p" + strings.Repeat(".n", 50) + ".x() }",
	"a generic type that embeds itself": "type R[A any] struct { a *A }\ntype T[P any] struct{ *T[R[P]] }\nfunc f(p T[int]) { p.x() }",
	"a method whose result grows":       "type R[A, B any] struct { a A; b B }\nfunc (r R[A, B]) Twice() R[R[A, B], R[A, B]] { panic(0) }\nfunc f(p R[int, int]) { p" + strings.Repeat(".Twice()", 50) + " }",
	"calls whose results grow":          "type R[A, B any] struct { a A; b B }\nfunc pair[A, B any](a A, b B) R[A, B] { panic(0) }\nfunc f() {\na0 := 1\n" + chain(50, "aN := pair(aM, aM)") + "}",
	"constraints that grow":             "type R[A, B any] struct { a A; b B }\nfunc f[" + chain(40, "TM interface{ R[TN, TN] },") + "T40 any](x T40) {}\nfunc g() { f(1) }",
	"aliases that double":               "type A0 = int\ntype B0 = int\n" + chain(40, "type AN = func(AM) AM\ntype BN = func(BM) BM") + "var x A40\nvar y B40 = x",
	"strings that double":               "const s0 = \"0123456789\"\n" + chain(40, "const sN = sM + sM") + "const n = len(s40)",
	"local types that double":           "func f() {\ntype A0 struct{ x int }\n" + chain(60, "type AN struct{ a, b AM }") + "}",
	"local strings that double":         "func f() {\nconst s0 = \"0123456789\"\n" + chain(40, "const sN = sM + sM") + "println(len(s40))\n}",
	"statements nested deep":            "func f() {" + strings.Repeat("if true {", 20000) + strings.Repeat("}", 20000) + "}",
	"an else that never ends":           "func f() { if a {}" + strings.Repeat(" else if a {}", 20000) + "}",
}

// fine are files that look like those and are none.
var fine = map[string]string{
	"a few structs":            "type A0 struct{ x int }\n" + chain(10, "type AN struct{ a, b AM }") + "func f(x A10) { own() }\nfunc own() {}",
	"pointers that double":     "type A0 struct{ x int }\n" + chain(100, "type AN struct{ a, b *AM }") + "func f(x A10) { own() }\nfunc own() {}",
	"numbers that double":      "const c0 = 1.5\n" + chain(60, "const cN = cM + cM") + "func f() { own() }\nfunc own() {}",
	"generic maps":             "type P[A, B any] struct { a A; b B }\ntype M[K comparable, V any] struct { es []P[K, V]; next *M[K, V] }\nfunc (m M[K, V]) All() []P[K, V] { return m.es }\nfunc (m M[K, V]) Halves() (M[K, V], M[K, V]) { return m, m }\nfunc f(m M[string, M[int, int]]) { m.All(); own() }\nfunc own() {}",
	"a node of a generic base": "type Base[N any] struct { parent *N }\ntype Node[T any] struct { *Base[Node[T]]; kids []Node[T] }\nfunc f(n Node[int]) { own() }\nfunc own() {}",
	"many calls":               "type R[A, B any] struct { a A; b B }\nfunc pair[A, B any](a A, b B) R[A, B] { panic(0) }\nfunc f() {\n" + chain(100, "aN := pair(N, N)\n_ = aN") + "own()\n}\nfunc own() {}",
	"functions in a tangle":    chain(1500, "func fN() int { return vN + fM() }\nvar vN = fM()") + "func f0() int { return v1500 + f1500() }\nfunc f() { own() }\nfunc own() {}",
	"a chain of calls":         "type T struct{}\nfunc (t T) m() T { return t }\nfunc f() { T{}" + strings.Repeat(".m()", 5000) + "; own() }\nfunc own() {}",
}

// What the type checker would not come to an end of is given up with a reason;
// the other packages are linked, and those that import it do without.
func TestHopelessPackagesAreGivenUp(t *testing.T) {
	for name, text := range hopeless {
		t.Run(name, func(t *testing.T) {
			tr := tree{
				"go.mod":       "module m\n\ngo 1.22\n",
				"bad/bad.go":   "package bad\n\ntype Own struct{}\n\n" + text,
				"user/user.go": "package user\n\nimport \"m/bad\"\n\nfunc F(o bad.Own) { o.Any(); own() }\n\nfunc own() {}\n",
				"good/good.go": "package good\n\nfunc F() { own() }\n\nfunc own() {}\n",
			}
			s := newState(tr, golink.Options{Workers: 1})
			s.update(t, tr.all(), nil)
			if s.givenUp["bad/bad.go"] == "" || s.givenUp["user/user.go"] != "" || s.givenUp["good/good.go"] != "" {
				t.Errorf("given up: %q", s.givenUp)
			}
			for _, p := range []string{"user/user.go", "good/good.go"} {
				if !strings.Contains(strings.Join(s.links[p], "\n"), "own") {
					t.Errorf("%s is not linked: %q", p, s.links[p])
				}
			}
			// It comes back when it is repaired, and goes again.
			was := tr["bad/bad.go"]
			for _, text := range []string{"package bad\n\ntype Own struct{}\n\nfunc (Own) Any() {}\n", was} {
				tr["bad/bad.go"] = text
				s.update(t, []golink.File{tr.file("bad/bad.go")}, nil)
				s.same(t, "after an edit")
			}
			if s.givenUp["bad/bad.go"] == "" {
				t.Error("it is not given up again")
			}
		})
	}
}

func TestFinePackagesAreNotGivenUp(t *testing.T) {
	for name, text := range fine {
		tr := tree{"go.mod": "module m\n\ngo 1.22\n", "p/p.go": "package p\n\n" + text}
		s := newState(tr, golink.Options{Workers: 1})
		s.update(t, tr.all(), nil)
		if why := s.givenUp["p/p.go"]; why != "" || !strings.Contains(strings.Join(s.links["p/p.go"], "\n"), "own") {
			t.Errorf("%s: given up (%s)", name, why)
		}
	}
}

// What slips through is abandoned when it takes too long, remembered with the
// state, and not begun again.
func TestSlowChecksAreAbandoned(t *testing.T) {
	var dense strings.Builder
	for i := range 400 {
		fmt.Fprintf(&dense, "func f%d() int { return 0", i)
		for j := i % 3; j < 400; j += 3 {
			fmt.Fprintf(&dense, "+f%d()", j)
		}
		fmt.Fprintf(&dense, "}\nvar v%d = f%d()\n", i, i)
	}
	tr := tree{
		"go.mod":       "module m\n\ngo 1.22\n",
		"bad/bad.go":   "package bad\n\n" + dense.String(),
		"bad/ok.go":    "package bad\n\nfunc ok() { f1() }\n",
		"good/good.go": "package good\n\nimport \"m/bad\"\n\nfunc F() { own() }\n\nfunc own() {}\n",
	}
	opts := golink.Options{Workers: 1, Patience: time.Millisecond}
	s := newState(tr, opts)
	s.update(t, tr.all(), nil)
	if s.givenUp["bad/bad.go"] == "" || s.givenUp["good/good.go"] != "" || len(s.links["good/good.go"]) == 0 {
		t.Fatalf("given up: %q", s.givenUp)
	}
	again := golink.New(tr, golink.Options{Workers: 1, Patience: time.Hour})
	links, err := again.Resume(context.Background(), s.l.State(), tr.all(), []string{"bad/bad.go"})
	if err != nil || links["bad/bad.go"] == nil || links["bad/bad.go"].GivenUp == "" {
		t.Errorf("it is begun again in the next process: %v", err)
	}
}

// An interrupted update does not wait for the type checker.
func TestInterruptedCheck(t *testing.T) {
	tr := tree{"p/p.go": "package p\n\nfunc f() {}\n"}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := golink.New(tr, golink.Options{}).Update(ctx, tr.all(), nil); err == nil {
		t.Error("no error")
	}
}
