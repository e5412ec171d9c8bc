package scip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"testing"
)

func sample() *Document {
	return &Document{
		Path: "src/a.ts", Language: "typescript", Encoding: UTF8,
		Occurrences: []Occurrence{
			{Range: Range{0, 9, 0, 12}, Symbol: "smp . . . src/`a.ts`/run().", Roles: Definition, Enclosing: &Range{0, 0, 4, 1}},
			{Range: Range{2, 2, 2, 5}, Symbol: "smp . . . src/`b.ts`/A#b()."},
			{Range: Range{3, 0, 4, 7}, Symbol: "local 1", Roles: Import},
		},
		Symbols: []Symbol{{Symbol: "smp . . . src/`a.ts`/run().", Kind: KindFunction, Name: "run", Docs: []string{"function run(): void", "Runs."}}},
	}
}

func encode(t testing.TB, docs ...*Document) []byte {
	var b bytes.Buffer
	w, err := NewWriter(&b, "tool", "1.2", "file:///repo")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if err := w.Document(d); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	got, err := Decode(encode(t, sample(), &Document{Path: "b.ts", Text: "x\n"}))
	if err != nil {
		t.Fatal(err)
	}
	want := &Index{Tool: "tool", Version: "1.2", Root: "file:///repo", Docs: []Document{*sample(), {Path: "b.ts", Text: "x\n"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestDecodeOddities(t *testing.T) {
	occurrence := func(r ...uint64) []byte { // the range not packed
		var b []byte
		for _, v := range r {
			b = binary.AppendUvarint(appendKey(b, 1, varintField), v)
		}
		return appendText(b, 2, "local x")
	}
	var doc []byte
	doc = appendMessage(doc, 2, occurrence(1, 2, 5))
	doc = appendMessage(doc, 2, occurrence(1, 2))                              // no range
	doc = appendMessage(doc, 2, occurrence(3, 9, 3, 4))                        // ends before it begins
	doc = appendMessage(doc, 2, appendRange(nil, 1, Range{0, 0, 0, 1}))        // no symbol
	doc = append(doc, appendKey(nil, 90, fixed32)[0], 6, 1, 2, 3, 4)           // unknown
	doc = append(binary.AppendUvarint(doc, 91<<3|fixed64), make([]byte, 8)...) // unknown
	x, err := Decode(appendMessage(nil, 2, appendText(doc, 1, "a")))
	if err != nil {
		t.Fatal(err)
	}
	want := []Occurrence{{Range: Range{1, 2, 1, 5}, Symbol: "local x"}}
	if len(x.Docs) != 1 || !reflect.DeepEqual(x.Docs[0].Occurrences, want) {
		t.Errorf("got %+v", x.Docs)
	}
}

func TestDecodeRefusesOtherFiles(t *testing.T) {
	whole := encode(t, sample())
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("# a readme\n"), "cut off": whole[:len(whole)-3]} {
		if _, err := Decode(data); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNames(t *testing.T) {
	for symbol, want := range map[string][2]string{
		"scip-typescript npm pkg 1.0.0 src/`a.ts`/Foo#bar().":             {"bar", "Foo"},
		"scip-typescript npm pkg 1.0.0 src/`a.ts`/Foo#`<constructor>`().": {"<constructor>", "Foo"},
		"scip-java maven a  b 1 com/x/Y#z(+1).(p)":                        {"p", "z"},
		"rust-analyzer cargo r 1 m/impl#[S][T]f().":                       {"f", "T"},
		"a b c d `we``ird`#":                                              {"we`ird", ""},
		"a b c d m!":                                                      {"m", ""},
		"a b c d src/`a.ts`/":                                             {"a.ts", "src"},
		"local 4":                                                         {"", ""},
		"a b c d":                                                         {"", ""},
		"a b c d x":                                                       {"", ""},
		"a b c d `x":                                                      {"", ""},
	} {
		if own, owner := names(symbol); own != want[0] || owner != want[1] {
			t.Errorf("%s: %q in %q", symbol, own, owner)
		}
	}
}

func TestDescriptorsReadBack(t *testing.T) {
	b := []byte("smp . . . ")
	b = AppendDescriptor(b, "src", Namespace, 0)
	b = AppendDescriptor(b, "a`b.ts", Namespace, 0)
	b = AppendDescriptor(b, "A", Type, 0)
	b = AppendDescriptor(b, "f", Method, 2)
	if string(b) != "smp . . . src/`a``b.ts`/A#f(+2)." {
		t.Errorf("%s", b)
	}
	if own, owner := names(string(b)); own != "f" || owner != "A" {
		t.Errorf("%q in %q", own, owner)
	}
}

func TestColumns(t *testing.T) {
	src := []byte("a\nä😀 name\r\nlast")
	for _, c := range []struct {
		r    Range
		enc  Encoding
		want string
		ok   bool
	}{
		{Range{1, 4, 1, 8}, UTF16, "name", true},
		{Range{1, 4, 1, 8}, EncodingUnknown, "name", true},
		{Range{1, 3, 1, 7}, UTF32, "name", true},
		{Range{1, 7, 1, 11}, UTF8, "name", true},
		{Range{2, 0, 2, 4}, UTF8, "last", true},
		{Range{2, 0, 2, 5}, UTF8, "", false},
		{Range{2, 0, 2, 5}, UTF16, "", false},
		{Range{9, 0, 9, 1}, UTF8, "", false},
		{Range{0, 0, 1, 1}, UTF8, "", false},
	} {
		if s, _, ok := newText(src).at(c.r, c.enc); ok != c.ok || string(s) != c.want {
			t.Errorf("%+v: %q %v", c.r, s, ok)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(f, sample()))
	f.Add([]byte{})
	f.Add([]byte{0x12, 0x02, 0x12, 0x00})
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := Decode(data)
		if err != nil {
			return
		}
		NewOverlay([]Source{{Index: x}})
		again := make([]*Document, len(x.Docs))
		for i := range x.Docs {
			again[i] = &x.Docs[i]
		}
		y, err := Decode(encode(t, again...))
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Docs {
			if len(y.Docs[i].Occurrences) != len(x.Docs[i].Occurrences) {
				t.Fatalf("document %d lost occurrences", i)
			}
		}
	})
}
