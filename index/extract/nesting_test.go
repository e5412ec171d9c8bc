package extract_test

import (
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/all"
)

// What is nested deeper than anybody writes is left out, and the facts say so;
// what stands after it is there.
func TestNesting(t *testing.T) {
	const n = 3000
	in := func(open, core, shut string) string { return strings.Repeat(open, n) + core + strings.Repeat(shut, n) }
	for _, c := range []struct{ lang, path, before, deep, after string }{
		{"python", "a.py", "x = ", in("(", "a", ")"), "\ndef last(): pass\n"},
		{"javascript", "a.js", "let x = ", in("[", "", "]"), ";\nfunction last() {}\n"},
		{"tsx", "a.tsx", "let x = ", in("<b>", "", "</b>"), ";\nfunction last() {}\n"},
		{"java", "A.java", "class A { int x = ", strings.Repeat("a + ", n) + "a", "; void last() {} }\n"},
		{"c", "a.c", "void f(int a) { ", in("if (a) {", "", "}"), "}\nvoid last() {}\n"},
		{"rust", "a.rs", "fn f() { ", in("{", "", "}"), "}\nfn last() {}\n"},
		{"ruby", "a.rb", "x = ", in("[", "", "]"), "\ndef last; end\n"},
		{"lua", "a.lua", "local x = ", in("(", "1", ")"), "\nfunction last() end\n"},
		{"php", "a.php", "<?php $x = ", in("(", "1", ")"), ";\nfunction last() {}\n"},
		{"csharp", "a.cs", "class A { int x = ", in("(", "1", ")"), "; void last() {} }\n"},
		{"swift", "a.swift", "let x = ", in("[", "", "]"), "\nfunc last() {}\n"},
	} {
		l, ok := lang.Get(c.lang)
		if !ok {
			t.Fatal(c.lang)
		}
		x, err := l.New()
		if err != nil {
			t.Fatal(err)
		}
		f, err := x.Extract(c.path, []byte(c.before+c.deep+c.after))
		x.Close()
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		if f.Flags&(facts.Truncated|facts.Unfinished) == 0 || f.Flags&facts.ParseErrors == 0 {
			t.Errorf("%s: nothing is said of what is left out (%b)", c.path, f.Flags)
		}
		if d := f.Defs[len(f.Defs)-1]; d.Name != "last" && f.Flags&facts.Unfinished == 0 {
			t.Errorf("%s: the last definition is %q, with %b", c.path, d.Name, f.Flags)
		}
	}
}
