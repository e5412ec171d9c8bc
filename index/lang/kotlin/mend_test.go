package kotlin

import "testing"

// Every line is shown to the parser as the one after it.
func TestMend(t *testing.T) {
	for _, c := range [][2]string{
		{"fun interface A", "    interface A"},
		{"for (i in 0..<n) 0b11", "for (i in 0.. n) 0x11"},
		{"f: A.B<C.D>.() -> E.F", "f: A_B<C.D>.() -> E.F"},
		{"class A\n  @B(1) internal\n  constructor()", "class A   @B(1) internal   constructor()"},
		{"class A // c\n  constructor()", "class A        constructor()"},
		{"class A\n\n@B\nclass C", "class A\n\n@B\nclass C"},
		{"object : A by b.c(1) {\n}", "object : A           {\n}"},
		{"class A : B by c, D {", "class A : B by c, D {"},
		{"class A { fun f() {} }", "class A { fun f() {};}"},
		{"context(a: B)\nfun f()", "             \nfun f()"},
		{"x = context(a)", "x = context(a)"},
		{"is A<B> if c -> d", "is A<B> ,  c -> d"},
		{"is A\nif (b)", "is A\nif (b)"},
		{"a.b()?.c = d", "a.b()?.c== d"},
		{"a.b()[0] += d", "a.b()[0] +  d"},
		{"a.b = d", "a.b = d"},
		{"fun f(a: B = c)", "fun f(a: B = c)"},
		{`$$"a $b $$c ${d} $${e}"`, `  "a _b _$c _{d} _${e}"`},
		{`"${if (a) "fun interface" else 0b1}"`, `"${if (a) "fun interface" else 0x1}"`},
		{"// fun interface\n/* 0b1 /* */ 0b1 */ '\"' `0b1`", "// fun interface\n/* 0b1 /* */ 0b1 */ '\"' `0b1`"},
		{"a - 1\n  in 1..2 -> b", "a - 1;  in 1..2 -> b"},
		{"in 1..2,\n  in 3..4 -> b", "in 1..2,\n  in 3..4 -> b"},
		{"a\n  as B", "a   as B"},
		{"a // c\n  in b", "a // c\n  in b"},
		{"when { !isA -> b }", "when {  isA -> b }"},
		{"actual val a", "       val a"},
		{"a(b)\n  (c as D).e()", "a(b);  (c as D).e()"},
		{"a { b }\n(c).e()", "a { b };(c).e()"},
		{"if (a)\n  (b).c()", "if (a)\n  (b).c()"},
		{"@A(b)\n  (c).d()", "@A(b)\n  (c).d()"},
		{"a(b +\n  c)\n  (d)", "a(b +\n  c)\n  (d)"},
	} {
		if got := string(mend("", []byte(c[0]), nil)); got != c[1] {
			t.Errorf("mend(%q)\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}
