package text

import (
	"strings"
	"testing"
)

func words(s string) []string {
	var z Splitter
	var out []string
	for w := range z.Words(s) {
		out = append(out, string(w))
	}
	return out
}

func TestWords(t *testing.T) {
	for s, want := range map[string]string{
		"parseHTTPRequest":                "parse http request",
		"parse_http_request":              "parse http request",
		"HTTPServer":                      "http server",
		"listURLs of IDs":                 "list urls of ids",
		"URLset":                          "ur lset", // no rule can know
		"XMLHttpRequest2":                 "xml http request2",
		"base64Encode":                    "base64 encode",
		"base64encode":                    "base64 encode",
		"BASE64_ENCODE":                   "base64 encode",
		"sha256sum":                       "sha256 sum",
		"i18n k8s e2e 3d utf8":            "i18n k8s e2e 3d utf8",
		"x = 42 + 0x":                     "0x",
		"a.b(c, 100)":                     "",
		"__init__":                        "init",
		"$scope->user_name":               "scope user name",
		"don't stop":                      "don stop",
		"":                                "",
		"größeBerechnen Ärger":            "größe berechnen ärger",
		"naïveÉtat":                       "naïve état",
		"ЧитатьФайл":                      "читать файл",
		"文字列を parse":                      "文字 字列 列を parse",
		"中":                               "中",
		"a中b":                             "中",
		strings.Repeat("x", 33) + " word": "word",
		strings.Repeat("x", 32):           strings.Repeat("x", 32),
		"bad\xffbytes\xc3":                "bad bytes",
	} {
		if got := strings.Join(words(s), " "); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestWordsStop(t *testing.T) {
	var z Splitter
	for range z.Words("one two three") {
		break
	}
	for w := range z.Words("four") {
		if string(w) != "four" {
			t.Errorf("after a break: %q", w)
		}
	}
}

func TestWordsDoNotAllocate(t *testing.T) {
	var z Splitter
	terms := NewTerms()
	n := 0
	run := func() {
		for w := range z.Words("func (s *Server) handleHTTPRequest(ctx context.Context, größe int) error") {
			n += int(terms.ID(w))
		}
		for w, kind := range Code("go", `func f() { s.log("opening the file", x) } // done`) {
			n += len(w) + int(kind)
		}
	}
	run()
	if a := testing.AllocsPerRun(10, run); a > 0 {
		t.Errorf("%v allocations", a)
	}
}

func FuzzWords(f *testing.F) {
	f.Add("parseHTTPRequest 文字列 größe \xff")
	f.Fuzz(func(t *testing.T, s string) {
		for _, w := range words(s) {
			if len(w) == 0 || len(w) > maxWord || strings.ContainsAny(w, " \n_.") {
				t.Fatalf("%q gives %q", s, w)
			}
		}
	})
}

func BenchmarkWords(b *testing.B) {
	s := strings.Repeat("// handleRequest reads one HTTPRequest from conn and answers it with status_code 404\nfunc (s *Server) handleRequest(conn net.Conn) error {\n", 100)
	var z Splitter
	terms := NewTerms()
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		for w := range z.Words(s) {
			terms.ID(w)
		}
	}
}
