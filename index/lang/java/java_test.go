package java

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add("class A<T> extends B { int x = f(); A(int... a) { this(new C() { void m() {} }); } }")
	f.Add("record R(int x) { R { } } enum E { A(1) { }, B; }")
	f.Add("void m() { switch (x) { case A(var b) when c -> d; } if (!(x instanceof A a)) return; }")
	f.Add("@interface A { int v() default 1; } class { } new (); a.new B(); A::new; x ->")
	l, _ := lang.Get("java")
	x, err := l.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(x.Close)
	f.Fuzz(func(t *testing.T, src string) {
		out, err := x.Extract("src/A.java", []byte(src))
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(out); err != nil {
			t.Fatal(err)
		}
	})
}
