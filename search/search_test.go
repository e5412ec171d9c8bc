package search_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/search"
)

// TestArithmetic holds the scores of a tiny index against BM25F by hand.
func TestArithmetic(t *testing.T) {
	s := build(t, map[string][]byte{"x.go": blob("load#reads apple apple pear", "save#writes pear", "drop")})
	x := s.load(t)
	// Docstring: lengths 4 (reads apple apple pear), 2, 0; mean 2. Weight 2, b .5.
	part := func(count, length float64) float64 {
		sum := 2 * count / (1 - .5 + .5*length/2)
		return sum * 2.2 / (1.2 + sum)
	}
	idf := func(n float64) float64 { return math.Log(1 + (3-n+.5)/(n+.5)) }
	apple := float64(float32(idf(1))) * part(2, 4)
	got, total := s.top(t, x, "apples", search.Words, true, nil)
	if total != 1 || len(got) != 1 || math.Abs(float64(got[0].Score)-apple) > 1e-6 {
		t.Errorf("apples: %v, want one with %v", got, apple)
	}
	if got[0].Node != 1 || got[0].Fields != search.SetOf(search.Docstring) {
		t.Errorf("it is %+v", got[0])
	}
	got, _ = s.top(t, x, "pear", search.Words, true, nil)
	want := []float64{idf(2) * part(1, 2), idf(2) * part(1, 4)}
	for i := range want {
		if math.Abs(float64(got[i].Score)-want[i]) > 1e-6 {
			t.Errorf("pear %d: %v, want %v", i, got[i].Score, want[i])
		}
	}
	// A name counts as its stem and as a whole: name length 1, mean 1, weight 5.
	name := idf(1) * 5 * 2.2 / (1.2 + 5)
	got, _ = s.top(t, x, "drop", search.Words, true, nil)
	if math.Abs(float64(got[0].Score)-2*name) > 1e-6 {
		t.Errorf("drop: %v, want %v", got[0].Score, 2*name)
	}
}

func TestMatching(t *testing.T) {
	s := build(t, map[string][]byte{
		"a/cache.go":  blob("getUser:fetch row#Fetches a user from the cache.", "authenticate#Checks a password."),
		"b/get.go":    blob("user:cache", "get", "the"),
		"b/zebra.go":  blob("same#twins", "same2#twins"),
		"a/zebra2.go": blob("same#twins"),
	})
	x := s.load(t)
	for _, c := range []struct {
		query string
		any   bool
		w     *search.Weights
		f     *search.Filter
		want  string
	}{
		{query: "user cache", want: "a/cache.go:1"},
		{query: "user cache", any: true, want: "a/cache.go:1 b/get.go:1 a/cache.go:2"},
		{query: "user cache", w: search.Code, want: "a/cache.go:1 b/get.go:1"},
		{query: "USERS, cached!", want: "a/cache.go:1"},
		{query: "getUser", want: "a/cache.go:1 b/get.go:1"}, // "get" says nothing,
		{query: "auth*", want: "a/cache.go:2"},
		{query: "authenticating*", want: "a/cache.go:2"}, // longer than the stem
		{query: "getUs*", want: "a/cache.go:1"},
		{query: "zzz*"},
		{query: "the", want: "b/get.go:3"},                                // a stop word is a name
		{query: "the and of", want: "b/get.go:3"},                         // nothing has several names
		{query: "user nosuchthing"},                                       // all
		{query: "twins", want: "a/zebra2.go:1 b/zebra.go:1 b/zebra.go:2"}, // ties by path and place
		{query: "twins", f: &search.Filter{Path: below("b/")}, want: "b/zebra.go:1 b/zebra.go:2"},
		{query: "twins", f: &search.Filter{Path: below("b/zebra/")}},
		{query: "twins", f: &search.Filter{Kinds: []facts.Kind{facts.Class}}},
		{query: "twins", f: &search.Filter{Path: func(p string) bool { return strings.HasPrefix(p, "a/") }}, want: "a/zebra2.go:1"},
		{query: "twins", f: &search.Filter{Keep: func(id uint32) bool { return x.Doc(id).Node == 2 }}, want: "b/zebra.go:2"},
		{query: ""}, {query: "!!! *** ()"},
	} {
		w := c.w
		if w == nil {
			w = search.Words
		}
		got, total := s.top(t, x, c.query, w, !c.any, c.f)
		if out := strings.Join(names(x, got), " "); out != c.want || total != len(got) {
			t.Errorf("%q any=%v: %q (%d), want %q", c.query, c.any, out, total, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	s := build(t, map[string][]byte{"a/x.go": blob("one", "two"), "b/y.go": blob("three")})
	x := s.load(t)
	for want, f := range map[int]*search.Filter{
		3: {}, 2: {Path: below("a/")}, 1: {Path: func(p string) bool { return p == "b/y.go" }}, 0: {Kinds: []facts.Kind{facts.Class}},
	} {
		if got := x.Count(f); got != want {
			t.Errorf("%+v: %d, want %d", f, got, want)
		}
	}
}

func TestNotes(t *testing.T) {
	s := build(t, map[string][]byte{"x.go": blob("one", "two")})
	s.src.Notes = []search.Note{{File: 1, Node: 2, Description: "Sends invoices.", Tags: []string{"billing"}}, {File: 9, Node: 1, Description: "gone"}}
	x := s.load(t)
	for q, field := range map[string]search.Field{"invoice": search.Description, "billing": search.Tags} {
		got, _ := s.top(t, x, q, search.Words, true, nil)
		if len(got) != 1 || got[0].Node != 2 || got[0].Fields != search.SetOf(field) {
			t.Errorf("%s: %+v", q, got)
		}
	}
	if got, _ := s.top(t, x, "gone", search.Words, true, nil); len(got) > 0 {
		t.Errorf("a note of nothing is found: %v", got)
	}
}

func TestTopOfMany(t *testing.T) {
	var defs []string
	for range 1200 {
		defs = append(defs, "same#twins")
	}
	s := build(t, map[string][]byte{"x.go": blob(defs...)})
	x := s.load(t)
	scores, err := x.Score(s, search.Parse("twins"), search.Words)
	if err != nil {
		t.Fatal(err)
	}
	got, total := scores.Top(3, true, &search.Filter{})
	var nodes []uint32
	for _, m := range got {
		nodes = append(nodes, m.Node)
	}
	if total != 1200 || !slices.Equal(nodes, []uint32{1, 2, 3}) {
		t.Errorf("%d: %v", total, nodes)
	}
}
