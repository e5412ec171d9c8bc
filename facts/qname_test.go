package facts

import "testing"

func TestQName(t *testing.T) {
	f := &FileFacts{
		Defs: []Def{
			{Parent: None, Recv: None},
			{Name: "A", Parent: 0, Recv: None},
			{Name: "b", Parent: 1, Recv: None},
			{Name: "c", Parent: 2, Recv: None},
			{Name: "m", Parent: 0, Recv: 0},
			{Name: "n", Parent: 0, Recv: 1},
			{Name: "inner", Parent: 5, Recv: None},
			{Name: "own", Parent: 1, Recv: 1},
			{Name: "ns", Form: "namespace", Parent: 0, Recv: None},
			{Name: "f", Parent: 8, Recv: 0},
			{Name: "T", Form: "impl", Parent: 8, Recv: 1},
			{Name: "g", Parent: 10, Recv: 1},
			{Name: "T", Form: "extension", Parent: 0, Recv: 0},
			{Name: "h", Parent: 12, Recv: None},
		},
		Types: []Type{{Op: TName, Name: "pkg.T"}, {Op: TRef, ArgN: 1, ArgOff: 0}},
		Idx:   []int32{0},
	}
	for i, want := range []string{"", "A", "A.b", "A.b.c", "T.m", "T.n", "T.n.inner", "A.own", "ns", "ns.T.f", "ns.T", "ns.T.g", "T", "T.h"} {
		if got := f.QName(int32(i)); got != want {
			t.Errorf("QName(%d) = %q, want %q", i, got, want)
		}
	}
	if got := f.QName(99); got != "" {
		t.Errorf("QName beyond the end = %q", got)
	}
}
