package kotlin

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add("class A<T>(val x: T) : B(x), C by d { val y by lazy { x }; val z: Int get() = 1; constructor() : this(1) { f() } }")
	f.Add("enum class E(val x: Int) { A(1) { fun f() {} }, B; companion object }")
	f.Add("fun <T> T.f(vararg a: Int = 1, b: A.B.() -> Unit) = a.let { (c, d) -> c }.also { it.g() }")
	f.Add("fun f() { when (val x = y) { is A if b -> 1; !is B, in 1..<2 -> x; else -> throw c } }")
	f.Add("val x = object : A(1), B { override fun f() = \"${g { \"$h\" }}\" }; val y = fun(a: Int): B { return a }")
	f.Add("context(a: B)\nfun interface ` ` { } class\n@A constructor(")
	f.Add(" 0 =")
	f.Add("context(")
	l, _ := lang.Get("kotlin")
	x, err := l.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(x.Close)
	f.Fuzz(func(t *testing.T, src string) {
		out, err := x.Extract("src/a.kt", []byte(src))
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(out); err != nil {
			t.Fatal(err)
		}
	})
}
