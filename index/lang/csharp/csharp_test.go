package csharp

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add([]byte("namespace A.B; class C<T>(int x) : D(x) where T : new() { int P => x; void M(this T t) { if (t is { A: var a } b) a?.X(); } }"))
	f.Add([]byte("namespace A { namespace B { enum E { X = 1 } } } record R(int A); var q = from a in b select new { a.C };"))
	f.Add([]byte("class A { A() : base( { this[int i] => ; operator + (A a) public"))
	x, err := compiled.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts1, err := x.Extract("a.cs", src)
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(facts1); err != nil {
			t.Error(err)
		}
	})
}
