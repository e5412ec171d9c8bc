package scala

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

// Every text is shown to the parser as the one after it.
func TestMend(t *testing.T) {
	for _, c := range [][2]string{
		{"private enum A", "        enum A"},
		{"private[a.b] enum A", "             enum A"},
		{"private val enum = 1", "private val enum = 1"},
		{"class A extends B[C]()(d) with E {", "class A extends B[C](  d) with E {"},
		{"class A extends B(c)(d)(e)", "class A extends B(c, d, e)"},
		{"f(a)(b)", "f(a)(b)"},
		{"f(() =>\n  a,\n  b)", "f(() =>   a,\n  b)"},
		{"f(a =>\n  b)", "f(a =>\n  b)"},
		{"f { a =>\n  b }", "f { a =>\n  b }"},
		{"/* private enum */ \"private enum \" 'x' `private enum `", "/* private enum */ \"private enum \" 'x' `private enum `"},
	} {
		if got := string(mend("", []byte(c[0]), nil)); got != c[1] {
			t.Errorf("mend(%q)\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("package a; case class A[T <: B](val x: Int)(implicit y: C) extends D(x)(y) with E { self: F => def this() = this(1); val (a, b) = c }")
	f.Add("enum A(x: Int) { case B extends A(1); case C(y: Int) }\nobject A:\n  given X[Y] with\n    def z = 1\n")
	f.Add("def f(x: => A, y: B*)(using C): D = x match { case E(a, _*) if b => a; case c :: d => new G(1) with H { def i = 2 } }")
	f.Add("val f = (a: A, b) => list.map(_.x(_)).filter { case (c, d) => c }; for { e <- f; g = e if h } yield s\"${g.i}\"")
	f.Add("extension [T](a: A) { def b = a; private enum C }; f(() =>\n a, b); x.asInstanceOf[A]; f _; a ::: b")
	l, _ := lang.Get("scala")
	x, err := l.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(x.Close)
	f.Fuzz(func(t *testing.T, src string) {
		out, err := x.Extract("src/a.scala", []byte(src))
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(out); err != nil {
			t.Fatal(err)
		}
	})
}
