package search_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/structural-memory/smp/search"
)

// FuzzBlob: a damaged base, delta or term is an error or a wrong answer, never
// a panic, and takes no memory that the bytes do not warrant.
func FuzzBlob(f *testing.F) {
	good := blob("load:x#Reads it.", "saveAll:load#Writes it.")
	b := search.NewBuilder()
	b.Add(1, good)
	f.Add(b.Docs(), good, []byte{0, 1, 1})
	f.Add([]byte{search.Version, 0xff, 0xff, 0xff, 0xff, 7}, []byte{search.Version, 0xff, 0xff, 0xff, 0x7f}, []byte{0xff})
	f.Add([]byte{search.Version, 1, 2, 0xff, 0xff, 0xff, 0x7f}, []byte{9}, []byte{5, 0x40, 1})
	f.Add([]byte{search.Version, 2, 2, 0x80, 0x80, 0x80, 0x80, 1, 2, 0x80, 0x80, 0x80, 0x80, 1}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, base, delta, term []byte) {
		src := search.Source{Base: base, Delta: map[int64][]byte{2: delta}, Files: []search.File{{Row: 1, Path: "a/load.go"}, {Row: 2, Path: "b/save.go"}},
			Notes: []search.Note{{File: 1, Node: 1, Description: "load"}, {File: 2, Node: 2, Tags: []string{"load"}}}}
		search.NewBuilder().Add(1, delta)
		search.Counted(delta)
		x, err := search.Load(src)
		if err != nil {
			return
		}
		if n := x.Documents(); n > len(base)+len(delta) {
			t.Fatalf("%d documents of %d bytes", n, len(base)+len(delta))
		}
		s := &store{src: src, terms: map[string][]byte{"load": term, "save": term, "=load": term}}
		for _, q := range []string{"load save", "load", "sa*"} {
			scores, err := x.Score(s, search.Parse(q), search.Code)
			if err != nil {
				continue
			}
			scores.Top(10, false, &search.Filter{Path: below("a")})
			scores.Release()
		}
		search.Merge(x, s.each)
	})
}

// FuzzParse: any text is a query.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "save user", `"quoted" 'text'`, "a AND (b OR NOT c)", "col:val*", "*", "^x NEAR/2 y", "🙂🙃 emoji", "数据库*", "\x00\xff\xfe*", "=x", strings.Repeat("longWord_ ", 1000), strings.Repeat("x", 10<<10), strings.Repeat("é", 6000)} {
		f.Add(s)
	}
	s := build(f, map[string][]byte{"x.go": blob("load:x#Reads it.", "saveAll:load#Writes it.")})
	x := s.load(f)
	f.Fuzz(func(t *testing.T, query string) {
		q := search.Parse(query)
		scores, err := x.Score(s, q, search.Code)
		if err != nil {
			t.Fatal(err)
		}
		all, n := scores.Top(10, true, &search.Filter{})
		_, m := scores.Top(10, false, &search.Filter{})
		scores.Release()
		if n > m || len(all) > n || q.Empty() && m > 0 {
			t.Fatalf("all: %d, any: %d, empty: %v", n, m, q.Empty())
		}
		if h := q.Highlight(query); utf8.ValidString(query) && !utf8.ValidString(h) {
			t.Fatalf("%q cuts a character", h)
		}
	})
}
