package locate

import "testing"

func TestWhatAsksForAChange(t *testing.T) {
	for query, want := range map[string]bool{
		"fix the expiry of sessions":                  true,
		"Don’t close idle connections twice":          true,
		"tree: remove duplicate assignment":           true,
		"views: the cache is wrong after a reload":    true,
		"INTERNALERROR: logging in twice crashes":     true,
		"support binding of arrays":                   true,
		"where do sessions expire":                    false,
		"returns the middleware that recovers":        false,
		"the function that adds headers to a request": false,
		"how are users updated":                       false,
		"(Redirect) writes no header":                 false,
		"parse: where is a header parsed: add":        false,
		"":                                            false,
		"  … ":                                        false,
	} {
		if got := asksForChange(query); got != want {
			t.Errorf("%q: %v", query, got)
		}
	}
}

func TestLargerBodiesCountMoreWhereAChangeIsAskedFor(t *testing.T) {
	last := 0.0
	for _, words := range []int{0, 1, 30, 600, 1 << 16} {
		if got := Default.size(words); got != 1 {
			t.Errorf("a body of %d words counts %v in the default", words, got)
		}
		got := Default.Change.size(words)
		if got < 1 || got <= last {
			t.Errorf("a body of %d words counts %v, a smaller one %v", words, got, last)
		}
		last = got
	}
}
