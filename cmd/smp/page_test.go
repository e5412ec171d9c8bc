package main

import (
	"strings"
	"testing"
	"time"
)

func TestColumns(t *testing.T) {
	s := style{colour: true}
	got := columns([][]string{{"a", s.dim("bb"), "1"}, {"größer", s.dim("b"), "22"}}, "llr")
	want := []string{
		"a       \x1b[2mbb\x1b[0m   1",
		"größer  \x1b[2mb\x1b[0m   22",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
}

func TestList(t *testing.T) {
	var b strings.Builder
	p := &page{w: &b}
	list(p, "names", []string{"a", "b", "c"}, 4, 2, func(s string) []string { return []string{s} })
	list(p, "none", nil, 0, 2, func(s string) []string { return []string{s} })
	if want := "names (7)\n  a\n  b\n  … 5 more (use --limit)\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "12": 12, "500kB": 500 << 10, "2MB": 2 << 20, "3 MiB": 3 << 20, "1g": 1 << 30} {
		if got, err := parseSize(text); got != want || err != nil {
			t.Errorf("parseSize(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "big", "-1", "9999999999999g", "1TB"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", text, got)
		}
	}
	for _, c := range []struct{ got, want string }{
		{number(7), "7"}, {number(1234567), "1,234,567"}, {number(-1234), "-1,234"}, {number(-123), "-123"},
		{percent(0.9999), "99.9 %"}, {percent(1), "100.0 %"}, {percent(0), "0.0 %"},
		{size(1), "1 kB"}, {size(3 << 20), "3.0 MB"},
		{age(-time.Second), "0 s"}, {age(90 * time.Second), "1 min"}, {age(50 * time.Hour), "2 d"},
		{shorten("as it is", 8), "as it is"}, {shorten("some words too many", 12), "some words …"}, {shorten("äöüäöüäöü", 4), "äöüä …"},
		{count(1, "node", "nodes"), "1 node"}, {count(2000, "node", "nodes"), "2,000 nodes"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
