package golink_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// gen writes a module of a few packages whose declarations name one another,
// and edits it at random. Not all of it compiles.
type gen struct {
	r   *rand.Rand
	own int // number of the type that most files leave to the one at hand
}

// in sets the file at hand.
func (g *gen) in(path string) {
	g.own = 0
	for _, c := range path {
		g.own = (g.own*3 + int(c)) % 4
	}
}

// mine is the number of a type to declare.
func (g *gen) mine() int {
	if g.n(8) == 0 {
		return g.n(4)
	}
	return g.own
}

// sourceFile is one file as a list of declarations.
type sourceFile struct {
	head  string
	decls []string
}

func (f sourceFile) String() string { return f.head + "\n" + strings.Join(f.decls, "\n\n") + "\n" }

var genPackages = []string{"a", "b", "c", "d"}

func (g *gen) n(n int) int { return g.r.IntN(n) }

func (g *gen) one(of ...string) string { return of[g.n(len(of))] }

func (g *gen) module() tree {
	t := tree{"go.mod": "module m\n", "x/go.mod": "module y\n"}
	for i, p := range genPackages {
		for j := range 2 + g.n(2) {
			q := fmt.Sprintf("%s/f%d.go", p, j)
			g.in(q)
			t[q] = g.file(i, "").String()
		}
		t[p+"/in_test.go"] = g.file(i, "in").String()
		t[p+"/out_test.go"] = g.file(i, "out").String()
		t[p+"/f_windows.go"] = g.file(i, "").String()
	}
	t["x/x.go"] = "package x\nimport \"m/a\"\ntype T0 struct{ a.T0 }\nfunc (T0) M0() *a.T0 { return nil }\nfunc F0(i a.I0) { i.M0() }\n"
	return t
}

// file writes a file of package number i: plain, or a test of one kind.
func (g *gen) file(i int, test string) sourceFile {
	f := sourceFile{head: "package " + genPackages[i]}
	switch {
	case test == "out":
		f.head += "_test"
	case g.n(12) == 0:
		f.head = g.one("//go:build windows\n\n", "//go:build tag\n\n") + f.head
	}
	f.head += g.imports(i, test)
	for range 4 + g.n(5) {
		f.decls = append(f.decls, g.decl(i, test))
	}
	return f
}

func (g *gen) imports(i int, test string) string {
	s := "\nimport \"fmt\"\n"
	for j, p := range genPackages {
		if (j < i || test != "" && j != i || test == "out") && g.n(4) > 0 {
			s += "import \"m/" + p + "\"\n"
		}
	}
	if g.n(4) == 0 {
		s += "import \"y\"\n"
	}
	if i > 0 && g.n(10) == 0 {
		s += "import . \"m/a\"\n"
	}
	return s
}

// name is a package-level name, at times of another package.
func (g *gen) name(i int, test, letter string) string {
	n := fmt.Sprintf("%s%d", letter, g.n(4))
	switch {
	case g.n(12) == 0:
		return "fmt." + n
	case g.n(15) == 0:
		return "y." + n
	case test == "out" && g.n(2) == 0:
		return genPackages[i] + "." + n
	case i > 0 && g.n(2) == 0:
		return genPackages[g.n(i)] + "." + n
	case test != "" && g.n(3) == 0:
		return genPackages[g.n(len(genPackages))] + "." + n
	}
	return n
}

func (g *gen) typ(i int, test string) string {
	switch g.n(9) {
	case 0:
		return "int"
	case 1:
		return g.name(i, test, "I")
	case 2:
		return "[]" + g.name(i, test, "T")
	case 3:
		return "map[string]*" + g.name(i, test, "T")
	case 4:
		return "func() *" + g.name(i, test, "T")
	case 5:
		return "G0[" + g.name(i, test, "T") + "]"
	case 6:
		return g.name(i, test, "T")
	}
	return "*" + g.name(i, test, "T")
}

func (g *gen) sig(i int, test string) string {
	s := "("
	for k := range g.n(3) {
		t := g.typ(i, test)
		if g.n(4) == 0 {
			t = "func() *T0"
		}
		s += fmt.Sprintf("p%d %s, ", k, t)
	}
	return strings.TrimSuffix(s, ", ") + ") " + g.typ(i, test)
}

func (g *gen) decl(i int, test string) string {
	switch g.n(16) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("func F%d%s {\n%s}", g.n(4), g.sig(i, test), g.body(i, test))
	case 4, 5, 6:
		return fmt.Sprintf("func (t %sT%d) M%d%s {\n%s}", g.one("", "*"), g.mine(), g.n(4), g.sig(i, test), g.body(i, test))
	case 7, 8:
		s := fmt.Sprintf("type T%d struct {\n", g.mine())
		if e := g.name(i, test, g.one("T", "I")); g.n(3) == 0 {
			if !strings.Contains(e, ".I") && !strings.HasPrefix(e, "I") {
				e = "*" + e
			}
			s += "\t" + e + "\n"
		}
		for k := range g.n(3) { // a struct in itself would be an error
			t := g.typ(i, test)
			if t[0] != '*' && t[0] != '[' && g.n(40) > 0 {
				t = "*" + t
			}
			s += fmt.Sprintf("\tf%d %s\n", k, t)
		}
		return s + "}"
	case 9, 10:
		s := fmt.Sprintf("type I%d interface {\n", g.mine())
		if e := g.name(i, test, "I"); g.n(4) == 0 && strings.Contains(e, ".") {
			s += "\t" + e + "\n"
		}
		for k := range 1 + g.n(2) {
			s += fmt.Sprintf("\tM%d() %s\n", (k+g.n(3))%4, g.typ(i, test))
		}
		return s + "}"
	case 11:
		return fmt.Sprintf("var V%d = %s", g.n(4), g.expr(i, test, 2))
	case 12:
		return fmt.Sprintf("var V%d %s", g.n(4), g.typ(i, test))
	case 13:
		return fmt.Sprintf("const (\n\tK%d = iota + %s\n\tK%d\n)", g.n(2), g.name(i, test, "K"), 2+g.n(2))
	case 14:
		return g.one("type G0[X any] struct { x X }", "func (g *G0[X]) M0() X { return g.x }", "func (g *G0[X]) M1() *G0[X] { g.M0(); return g }",
			"func H0[X any](x X) X { return x }", "type A0 = *T0", "type A1 = T1", "func (a A1) M2() *T2 { return nil }", "type T3 "+g.one("T1", "T2", "fmt.T0"))
	}
	return fmt.Sprintf("var V%d = func() *T%d {\n%s}", g.n(4), g.n(4), g.body(i, test))
}

func (g *gen) body(i int, test string) string {
	s := ""
	for k := range 1 + g.n(4) {
		switch g.n(10) {
		case 8:
			s += fmt.Sprintf("\tp%d()\n", g.n(2))
		case 9:
			s += fmt.Sprintf("\tv%d := %s\n\tv%d(%s)\n\t%s(v%d)\n", k, g.name(i, test, "F"), k, g.expr(i, test, 0), g.name(i, test, "F"), k)
		case 0:
			s += fmt.Sprintf("\tx%d := %s\n\tx%d.M%d()\n", k, g.expr(i, test, 2), k, g.n(4))
		case 1:
			s += fmt.Sprintf("\tfor _, e := range %s {\n\t\te.M%d()\n\t}\n", g.expr(i, test, 1), g.n(4))
		case 2:
			s += fmt.Sprintf("\tvar i%d %s = %s\n\ti%d.M%d()\n", k, g.name(i, test, "I"), g.expr(i, test, 1), k, g.n(4))
		case 3:
			s += fmt.Sprintf("\tfunc() {\n\t\t%s\n\t}()\n", g.expr(i, test, 2))
		case 4:
			s += fmt.Sprintf("\tfmt.Get().(*%s).M%d()\n", g.name(i, test, "T"), g.n(4))
		case 5:
			s += fmt.Sprintf("\tg%d := func() { %s }\n\tg%d()\n", k, g.expr(i, test, 1), k)
		default:
			s += "\t" + g.expr(i, test, 3) + "\n"
		}
	}
	return s
}

func (g *gen) expr(i int, test string, depth int) string {
	if depth == 0 {
		return g.one("nil", "1", g.name(i, test, "K"), g.name(i, test, "V"), g.name(i, test, "F"), "p0")
	}
	switch g.n(8) {
	case 0:
		return g.name(i, test, "F") + "(" + g.expr(i, test, depth-1) + ")"
	case 1:
		return fmt.Sprintf("%s.M%d()", g.expr(i, test, depth-1), g.n(4))
	case 2:
		return fmt.Sprintf("%s.f%d", g.expr(i, test, depth-1), g.n(3))
	case 3:
		return g.name(i, test, "V") + "." + fmt.Sprintf("M%d()", g.n(4))
	case 4:
		return "(&" + g.name(i, test, "T") + "{})." + fmt.Sprintf("M%d()", g.n(4))
	case 5:
		return "H0(" + g.expr(i, test, depth-1) + ")"
	case 6:
		return "new(G0[" + g.name(i, test, "T") + "]).M0()"
	}
	return g.name(i, test, g.one("F", "V")) + "()"
}

// edit changes the tree and says which files are new or different and which
// are gone.
func (g *gen) edit(t tree) (what string, changed, removed []string) {
	goFiles := slices.DeleteFunc(slices.Sorted(maps.Keys(t)), func(p string) bool { return !strings.HasSuffix(p, ".go") })
	p := goFiles[g.n(len(goFiles))]
	i := max(0, slices.Index(genPackages, strings.Split(p, "/")[0]))
	test := ""
	if strings.HasSuffix(p, "in_test.go") {
		test = "in"
	} else if strings.HasSuffix(p, "out_test.go") {
		test = "out"
	}
	g.in(p)
	decls := strings.Split(t[p], "\n\n")
	k := g.n(len(decls))
	switch g.n(24) {
	case 20, 21: // another signature of a function or method
		if at := strings.Index(decls[k], ") "); at >= 0 && strings.HasPrefix(decls[k], "func") {
			if end := strings.Index(decls[k], " {\n"); end > at {
				from := strings.LastIndex(decls[k][:end], "(")
				decls[k] = decls[k][:from] + g.sig(i, test) + decls[k][end:]
			}
		}
		t[p] = strings.Join(decls, "\n\n")
		return "signature", []string{p}, nil
	case 22, 23: // other fields of a struct
		if strings.Contains(decls[k], "struct {\n") {
			lines := strings.Split(decls[k], "\n")
			if n := 1 + g.n(len(lines)-1); g.n(2) == 0 || strings.HasPrefix(lines[n], "}") {
				lines = slices.Insert(lines, 1, fmt.Sprintf("\tf%d []%s", g.n(4), g.typ(i, test)))
			} else {
				lines = slices.Delete(lines, n, n+1)
			}
			decls[k] = strings.Join(lines, "\n")
		}
		t[p] = strings.Join(decls, "\n\n")
		return "fields", []string{p}, nil
	case 0, 1, 2, 3, 4: // another body
		if at := strings.Index(decls[k], " {\n"); at >= 0 && strings.HasPrefix(decls[k], "func") {
			decls[k] = decls[k][:at+3] + g.body(i, test) + "}"
		}
		t[p] = strings.Join(decls, "\n\n")
		return "body", []string{p}, nil
	case 5, 6, 7: // one more declaration
		t[p] += "\n" + g.decl(i, test) + "\n"
		return "add", []string{p}, nil
	case 8, 9, 10: // one less
		if k > 0 {
			decls = slices.Delete(decls, k, k+1)
		}
		t[p] = strings.Join(decls, "\n\n") + "\n"
		return "delete", []string{p}, nil
	case 11, 12: // another one
		if k > 0 {
			decls[k] = g.decl(i, test)
		}
		t[p] = strings.Join(decls, "\n\n") + "\n"
		return "replace", []string{p}, nil
	case 13: // new imports
		t[p] = g.file(i, test).head + "\n\n" + strings.Join(decls[1:], "\n\n")
		return "head", []string{p}, nil
	case 14:
		t[p] = g.file(i, test).String()
		return "rewrite", []string{p}, nil
	case 15:
		if len(goFiles) > 12 {
			delete(t, p)
			return "remove", nil, []string{p}
		}
		return "nothing", nil, nil
	case 16:
		q := fmt.Sprintf("%s/new%d%s.go", genPackages[i], g.n(5), g.one("", "_windows", "_test"))
		test := ""
		if strings.HasSuffix(q, "_test.go") {
			test = "in"
		}
		t[q] = g.file(i, test).String()
		return "new", []string{q}, nil
	case 17: // to another place in its package
		q := strings.TrimSuffix(p, ".go")
		q = strings.TrimSuffix(q, "_test") + "z"
		if strings.HasSuffix(p, "_test.go") {
			q += "_test"
		}
		q += ".go"
		t[q] = t[p]
		delete(t, p)
		return "rename", []string{q}, []string{p}
	case 18: // another order of declarations, with comments
		slices.Reverse(decls[1:])
		t[p] = strings.Join(decls, "\n\n// A comment.\n\n")
		return "shuffle", []string{p}, nil
	}
	if g.n(2) == 0 {
		t["x/go.mod"] = "module " + g.one("y", "z") + "\n"
		return "module", []string{"x/go.mod"}, nil
	}
	t[p] = strings.Replace(t[p], "package ", g.one("// +build windows\n\n", "//go:build linux\n\n")+"package ", 1)
	return "constraint", []string{p}, nil
}
