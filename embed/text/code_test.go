package text

import (
	"fmt"
	"strings"
	"testing"
)

func code(lang, src string) string {
	var b strings.Builder
	for s, k := range Code(lang, src) {
		fmt.Fprintf(&b, "%c<%s>", "isc"[k], s)
	}
	return b.String()
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ lang, src, want string }{
		{"go", "x := Open(\"a b\") // why\nif c == 'x' { return `raw\nline` }", "i<x>i<Open>s<a b>c<// why>i<c>s<x>s<raw\nline>"},
		{"go", "n := 0x1F + 1_000 + 2.5e9 + a1", "i<n>i<a1>"},
		{"go", `s := "a \" b\\"; t`, `i<s>s<a \" b\\>i<t>`},
		{"c", "/* one\ntwo */ call(x); /* open", "c</* one\ntwo */>i<call>i<x>c</* open>"},
		{"python", "def f(x):\n    '''Doc.\n    more'''\n    y = \"\"\"no doc\"\"\" # c\n", "i<f>i<x>c<Doc.\n    more>i<y>s<no doc>c<# c>"},
		{"python", "x = 'open\ny = f'{z}'", "i<x>i<open>i<y>i<f>s<{z}>"},
		{"python", "'''never ends", "c<never ends>"},
		{"rust", "fn f<'a>(s: &'a str) -> char { '\\n' }", "i<f>i<a>i<s>i<a>i<str>s<\\n>"},
		{"javascript", "const s = `a ${b}\nc`; 'd'", "i<s>s<a ${b}\nc>s<d>"},
		{"php", "$user->name # c\n/* d */", "i<user>i<name>c<# c>c</* d */>"},
		{"lua", "--[[ long\n]] x = 1 -- short", "c<--[[ long\n]]>i<x>c<-- short>"},
		{"sql", "select a -- c", "i<select>i<a>c<-- c>"},
		{"java", "var größe = \"\"\"\n text\n\"\"\";", "i<größe>s<\n text\n>"},
		{"unknown", "", ""},
		{"go", "\"", ""},
		{"python", `x = """`, "i<x>"},
	} {
		if got := code(c.lang, c.src); got != c.want {
			t.Errorf("%s %q:\n got %s\nwant %s", c.lang, c.src, got, c.want)
		}
	}
}

func TestCodeStops(t *testing.T) {
	for _, src := range []string{"a b", "'x' b", "// c\n b"} {
		n := 0
		for range Code("go", src) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%q: %d pieces", src, n)
		}
	}
}

func FuzzCode(f *testing.F) {
	f.Add("python", "'''x''' \"\"\" # '")
	f.Add("rust", "'a /* */ //")
	f.Fuzz(func(t *testing.T, lang, src string) {
		n := 0
		for s := range Code(lang, src) {
			n += len(s)
			if s == "" || n > len(src) {
				t.Fatalf("%q: piece %q, %d bytes in all", src, s, n)
			}
		}
	})
}

func BenchmarkCode(b *testing.B) {
	s := strings.Repeat("	if err := s.handleRequest(conn, \"some text here\"); err != nil { // why\n		return fmt.Errorf(\"reading %s: %w\", conn.Name, err)\n	}\n", 100)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	var z Splitter
	terms := NewTerms()
	for b.Loop() {
		for piece, kind := range Code("go", s) {
			if kind != Comment {
				for w := range z.Words(piece) {
					terms.ID(w)
				}
			}
		}
	}
}
