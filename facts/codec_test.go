package facts

import (
	"math/rand"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// arbitrary fills any value of the facts' types: short slices, few strings,
// numbers of all sizes. An empty slice and none are the same thing, so it
// makes none.
func arbitrary(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			arbitrary(r, v.Field(i))
		}
	case reflect.Slice:
		if n := r.Intn(5); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				arbitrary(r, v.Index(i))
			}
		}
	case reflect.String:
		v.SetString([]string{"", "a", "name", "päth/ü", "\x00\xff", "func (x *T) Long(signature string) error"}[r.Intn(6)])
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 0)
	case reflect.Int32:
		v.SetInt(int64([]int32{None, 0, 1, 300, -70000, 1<<31 - 1, -1 << 31}[r.Intn(7)]))
	default:
		v.SetUint(uint64(r.Int63()) >> r.Intn(63) & (1<<v.Type().Bits() - 1))
	}
}

// somehow are facts with every field set somehow, but for argument lists,
// which stay inside Idx as extraction makes them.
func somehow(seed int64) *FileFacts {
	r := rand.New(rand.NewSource(seed))
	f := &FileFacts{}
	arbitrary(r, reflect.ValueOf(f).Elem())
	off := func() (uint32, uint16) {
		o := r.Intn(len(f.Idx) + 1)
		return uint32(o), uint16(r.Intn(len(f.Idx) - o + 1))
	}
	for i := range f.Types {
		f.Types[i].ArgOff, f.Types[i].ArgN = off()
	}
	for i := range f.Exprs {
		f.Exprs[i].ArgOff, f.Exprs[i].ArgN = off()
	}
	return f
}

// differing names the fields of FileFacts that are not the same.
func differing(got, want *FileFacts) (names []string) {
	if got == nil {
		return []string{"everything"}
	}
	g, w := reflect.ValueOf(got).Elem(), reflect.ValueOf(want).Elem()
	for i := range g.NumField() {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			names = append(names, g.Type().Field(i).Name)
		}
	}
	return names
}

func TestDecodeGivesBackWhatWasEncoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := somehow(rapid.Int64().Draw(t, "seed"))
		got, err := Decode(f.Encode(nil))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, f) {
			t.Fatalf("these come back as something else: %v", differing(got, f))
		}
	})
}

func TestEncodeAppends(t *testing.T) {
	f := somehow(1)
	b := f.Encode([]byte("before"))
	if string(b[:6]) != "before" {
		t.Fatal("what stood in dst is gone")
	}
	if got, err := Decode(b[6:]); err != nil || !reflect.DeepEqual(got, f) {
		t.Fatalf("decoded with %v: %v", err, differing(got, f))
	}
}

func TestEveryFieldIsEncoded(t *testing.T) {
	// A field that the codec forgets would come back as its zero value; with
	// many seeds every field has some other value in one of them.
	for seed := range int64(50) {
		f := somehow(seed)
		if got, err := Decode(f.Encode(nil)); err != nil || !reflect.DeepEqual(got, f) {
			t.Fatalf("seed %d: %v: %v", seed, err, differing(got, f))
		}
	}
}

// Comments can be read without the rest.
func TestCommentsAlone(t *testing.T) {
	for seed := range int64(50) {
		f := somehow(seed)
		b := f.Encode(nil)
		comments, throws, err := DecodeComments(b)
		if err != nil || !reflect.DeepEqual(comments, f.Comments) || !reflect.DeepEqual(throws, f.Throws) {
			t.Fatalf("seed %d: %v: comments %v and throws %v come back as %v and %v", seed, err, f.Comments, f.Throws, comments, throws)
		}
		for n := range b {
			DecodeComments(b[:n]) // must not panic
		}
	}
}

func TestDamagedFactsAreRefused(t *testing.T) {
	whole := somehow(3).Encode(nil)
	for n := range whole {
		if _, err := Decode(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes decode", n, len(whole))
		}
	}
	if _, err := Decode(append(whole, 0)); err == nil {
		t.Error("a byte too many decodes")
	}
	if _, err := Decode(append([]byte{Version + 1}, whole[1:]...)); err == nil {
		t.Error("another version decodes")
	}
}

func FuzzDecode(f *testing.F) {
	for seed := range int64(5) {
		f.Add(somehow(seed).Encode(nil))
	}
	f.Add([]byte{Version, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		comments, throws, alone := DecodeComments(data)
		got, err := Decode(data)
		if err != nil {
			return
		}
		if alone != nil || !reflect.DeepEqual(comments, got.Comments) || !reflect.DeepEqual(throws, got.Throws) {
			t.Fatalf("comments alone are %v and %v (%v)", comments, throws, alone)
		}
		for i := range got.Exprs {
			got.Args(int32(i))
		}
		for i := range got.Types {
			got.TypeArgs(int32(i))
		}
		again, err := Decode(got.Encode(nil))
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Fatalf("what was decoded does not survive encoding: %v", err)
		}
	})
}

func BenchmarkCodec(b *testing.B) {
	f := large()
	data := f.Encode(nil)
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Decode(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		buf := make([]byte, 0, len(data))
		for b.Loop() {
			f.Encode(buf)
		}
	})
}

// large is about what a file of three thousand lines has.
func large() *FileFacts {
	f := &FileFacts{Lang: "go", Lines: 3000, Defs: []Def{{Kind: File, Parent: None, Type: None, Value: None, Recv: None}}}
	names := []string{"ctx", "err", "Open", "Close", "Read", "n", "buf", "fmt", "Errorf", "handler", "Store", "conn"}
	at := uint32(0)
	for i := range int32(200) {
		f.Defs = append(f.Defs, Def{Kind: Function, Form: "function", Name: names[i%12] + names[i%7], Parent: 0, Span: Span{at, at + 400, uint32(i * 15), uint32(i*15 + 14)},
			Sig: "func (s *" + names[i%12] + ") " + names[i%11] + "(ctx context.Context) error", Type: None, Value: None, Recv: None, Hash: uint64(i) * 0x9e3779b97f4a7c15})
		for k := range uint32(20) {
			at += 23
			x := int32(len(f.Exprs))
			f.Exprs = append(f.Exprs,
				Expr{Op: OpName, Name: names[at%12], A: None, B: None, T: None, D: None, Scope: i, Pos: at, Line: uint32(i)*15 + k/2},
				Expr{Op: OpMember, Name: names[at%7], A: x, B: None, T: None, D: None, Scope: i, Pos: at + 4, Line: uint32(i)*15 + k/2},
				Expr{Op: OpCall, ArgOff: uint32(len(f.Idx)), ArgN: 2, A: x + 1, B: None, T: None, D: None, Scope: i, Pos: at, Line: uint32(i)*15 + k/2})
			f.Idx = append(f.Idx, x, None)
			f.Calls = append(f.Calls, Call{Expr: x + 2, Def: i, Line: uint32(i)*15 + k/2, Byte: at + 4})
			if k%2 == 0 {
				f.Binds = append(f.Binds, Bind{Name: names[k%12], Def: i, From: at, To: at + 300, Pos: at, Type: None, Value: x + 2, Target: None, Line: uint32(i)*15 + k/2})
			}
		}
	}
	return f
}
