package search_test

import (
	"strings"
	"testing"

	"github.com/structural-memory/smp/search"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		query                   string
		empty, single, compound bool
		mentions                string
	}{
		{query: "", empty: true},
		{query: " \t-'\"(*) ", empty: true},
		{query: "save", single: true, mentions: "save"},
		{query: "parseURL", single: true, compound: true, mentions: "pars"},
		{query: "max_size of caches", compound: true, mentions: "cach"},
		{query: "Caching the users", mentions: "user"},
		{query: "_private", single: true, mentions: "privat"},
		{query: "HTTP", single: true, mentions: "http"},
		{query: "the", single: true},
		{query: "auth*", single: true},
		{query: "naïve Überraschung", mentions: "naïve"},
		{query: "数据库", single: true, mentions: "数据"},
		{query: "a:b AND NOT (c)", mentions: ""},
	} {
		q := search.Parse(c.query)
		if q.Text != c.query || q.Empty() != c.empty || q.Single() != c.single || q.Compound() != c.compound {
			t.Errorf("%q: empty %v, single %v, compound %v", c.query, q.Empty(), q.Single(), q.Compound())
		}
		if c.mentions != "" && !q.Mentions(c.mentions) {
			t.Errorf("%q does not mention %s", c.query, c.mentions)
		}
	}
}

func TestHighlight(t *testing.T) {
	long := strings.Repeat("word ", 60) + "needle " + strings.Repeat("word ", 60)
	for _, c := range []struct{ query, text, want string }{
		{"caches", "Reads the cache,\n twice cached.", "Reads the «cache», twice «cached»."},
		{"auth*", "Authorise it", "«Authorise» it"},
		{"authenticating*", "It authenticates", "It «authenticates»"},
		{"user", "getUserName(x)", "«getUserName»(x)"},
		{"nothing", "something else", ""},
		{"the", "the", "«the»"},
		{"the and", "and", "«and»"},
		{"ein", "ä ein ö", "ä «ein» ö"},
	} {
		if got := search.Parse(c.query).Highlight("", c.text); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
	got := search.Parse("needle").Highlight(long)
	if !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "…") || !strings.Contains(got, "«needle»") || len(got) > 200 {
		t.Errorf("a long text gives %q", got)
	}
}
