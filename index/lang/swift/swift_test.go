package swift

import (
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func FuzzExtract(f *testing.F) {
	f.Add([]byte("class A<B: C>: D { let e, f: [G: H?] = [:]; var i: Int { get { j { $0.k } } set { l = newValue } } }"))
	f.Add([]byte("extension A.B: C where D == E { static func f(_ g: H..., i j: @escaping (K) -> L = m) -> some N { if case .o(let p)? = q, let r { r } else { s } } }"))
	f.Add([]byte("enum A { case b(C, d: E = f), g = 1 }\nguard let h = i as? J else { return }\nswitch k { case let .l(m, _) where n: o; case is P: q default: }"))
	x, err := compiled.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := x.Extract("a.swift", src)
		if err != nil {
			t.Skip(err)
		}
		if err := facts.Check(got); err != nil {
			t.Error(err)
		}
	})
}
