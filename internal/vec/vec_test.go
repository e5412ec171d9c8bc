package vec

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func unit(r *rand.Rand, dim int) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	Normalize(v)
	return v
}

// slowly finds the best without any of the package's tricks.
func slowly(vs map[int64][]byte, q []float32, k int, keep func(int64) bool) []Hit {
	var hits []Hit
	for id, p := range vs {
		if keep != nil && !keep(id) {
			continue
		}
		scale, codes, _ := split(p)
		sum := 0.0
		for i, c := range codes {
			sum += float64(q[i]) * float64(int8(c))
		}
		hits = append(hits, Hit{id, float32(sum * float64(scale))})
	}
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	return hits[:min(k, len(hits))]
}

func TestTopKIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		dim := rapid.SampledFrom([]int{1, 3, 32, 100, 256, 1536}).Draw(t, "dim")
		n := rapid.IntRange(0, 300).Draw(t, "n")
		s, want := NewSet(dim), map[int64][]byte{}
		var last []float32
		for range n {
			id := int64(r.IntN(400))
			v := unit(r, dim)
			switch r.IntN(10) {
			case 0:
				if last != nil {
					v = last // ties
				}
			case 1:
				clear(v)
			case 2:
				if s.Remove(id) != (want[id] != nil) {
					t.Fatal("Remove says the wrong thing")
				}
				delete(want, id)
				continue
			}
			last = v
			if err := s.Add(id, v); err != nil {
				t.Fatal(err)
			}
			want[id] = Pack(v)
		}
		if s.Len() != len(want) {
			t.Fatalf("%d vectors, want %d", s.Len(), len(want))
		}
		var keep func(int64) bool
		if rapid.Bool().Draw(t, "filtered") {
			keep = func(id int64) bool { return id%3 == 0 }
		}
		k := rapid.IntRange(0, 50).Draw(t, "k")
		q := unit(r, dim)
		got := s.TopK(q, k, keep)
		if w := slowly(want, q, k, keep); !slices.Equal(got, w) && len(got)+len(w) > 0 {
			t.Fatalf("got %v\nwant %v", got, w)
		}
		for _, h := range got {
			if x, ok := s.Score(q, h.ID); !ok || x != h.Score {
				t.Fatalf("Score(%d) is %v, in the list %v", h.ID, x, h.Score)
			}
		}
	})
}

func TestKernelsAreThoseOfGo(t *testing.T) {
	defer func(was bool) { fast = was }(fast)
	r := rand.New(rand.NewPCG(1, 2))
	for _, dim := range []int{1, 7, 8, 31, 32, 33, 256, 4096} {
		st := stride(dim)
		codes, q := make([]byte, 5*st), make([]int16, st)
		for i := range codes {
			codes[i] = byte(r.IntN(255) - 127)
		}
		for i := range q {
			q[i] = int16(r.IntN(4000) - 2000)
		}
		x, a, b := unit(r, dim), unit(r, dim), unit(r, dim)
		copy(b, a)
		one, two := make([]int32, 5), make([]int32, 5)
		fast = false
		dotRows(codes, q, one)
		AddScaled(a, 0.3, x)
		AddPacked(a, 0.7, codes[:dim])
		fast = true
		if !supported {
			t.Skip("no AVX2 here")
		}
		dotRows(codes, q, two)
		AddScaled(b, 0.3, x)
		AddPacked(b, 0.7, codes[:dim])
		if !slices.Equal(one, two) || !slices.Equal(a, b) {
			t.Errorf("%d dimensions: assembly and Go differ", dim)
		}
	}
}

func TestExtremesDoNotOverflow(t *testing.T) {
	for _, dim := range []int{256, 4096, 8192} {
		v := make([]float32, dim)
		for i := range v {
			v[i] = 1
		}
		s := NewSet(dim)
		s.Add(1, v)
		if h := s.TopK(v, 1, nil); math.Abs(float64(h[0].Score)-float64(dim)) > 1 {
			t.Errorf("%d ones have the product %v", dim, h[0].Score)
		}
	}
}

func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	v := unit(r, 256)
	got, err := Unpack(Pack(v))
	if err != nil || Dot(v, got) < 0.998 {
		t.Errorf("%v, cosine %v", err, Dot(v, got))
	}
	nan := float32(math.NaN())
	inf := float32(math.Inf(1))
	for _, v := range [][]float32{{}, {0, 0}, {nan, 1}, {inf, 1}, {1e-45}, {math.MaxFloat32, 1}} {
		got, err := Unpack(Pack(v))
		if err != nil || len(got) != len(v) {
			t.Errorf("%v: %v, %v", v, got, err)
		}
	}
	for _, p := range [][]byte{nil, {1, 2, 3}, {0, 0, 0xc0, 0x7f, 1}, {0, 0, 0x80, 0xff}} {
		if _, err := Unpack(p); err == nil {
			t.Errorf("%v unpacks", p)
		}
		if err := NewSet(1).AddPacked(1, p); err == nil {
			t.Errorf("%v is added", p)
		}
	}
	if err := NewSet(3).Add(1, []float32{1}); err == nil {
		t.Error("a vector of another dimension is added")
	}
}

func TestNothingToFind(t *testing.T) {
	s := NewSet(2)
	if h := s.TopK([]float32{1, 0}, 3, nil); h != nil {
		t.Errorf("in an empty set: %v", h)
	}
	s.Grow(10)
	s.Add(7, []float32{1, 0})
	if h := s.TopK([]float32{0, 0}, 3, nil); h != nil {
		t.Errorf("for a zero query: %v", h)
	}
	if h := s.TopK([]float32{1, 0}, 3, func(int64) bool { return false }); len(h) != 0 {
		t.Errorf("when none count: %v", h)
	}
	if _, ok := s.Score([]float32{1, 0}, 8); ok || s.Has(8) || s.Remove(8) || !s.Has(7) {
		t.Error("a vector that is not there")
	}
}

func benchSet(n, dim int) (*Set, []float32) {
	r := rand.New(rand.NewPCG(5, 6))
	s := NewSet(dim)
	s.Grow(n)
	v := make([]float32, dim)
	for i := range n {
		for j := range v {
			v[j] = r.Float32() - 0.5
		}
		s.Add(int64(i), v)
	}
	return s, unit(r, dim)
}

func BenchmarkTopK(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		s, q := benchSet(n, 256)
		name := map[int]string{10_000: "10k", 100_000: "100k"}[n]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.TopK(q, 100, nil)
			}
		})
		b.Run(name+"/go", func(b *testing.B) {
			defer func(was bool) { fast = was }(fast)
			fast = false
			for b.Loop() {
				s.TopK(q, 100, nil)
			}
		})
	}
}

func BenchmarkAddPacked(b *testing.B) {
	dst, c := make([]float32, 256), make([]byte, 256)
	for b.Loop() {
		AddPacked(dst, 0.5, c)
	}
}
