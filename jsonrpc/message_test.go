package jsonrpc

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever comes, the answer is JSON, in UTF-8.
func TestHostileMessages(t *testing.T) {
	s := small(t)
	p := s.NewPeer(PeerOptions{Access: Read})
	for _, c := range []struct {
		name, in string
		want     Code // 0: a result
	}{
		{"an id that is not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\xfe\",\"method\":\"smp/version\"}", ParseError},
		{"a method that is not", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"smp/\xc3\"}", ParseError},
		{"a parameter that is not", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"smp/navigate\",\"params\":{\"query\":\"\xf0\x28\"}}", ParseError},
		{"one of a batch that is not", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"smp/version\"},{\"jsonrpc\":\"2.0\",\"id\":\"\x80\",\"method\":\"smp/version\"}]", ParseError},
		{"half of a surrogate pair", `{"jsonrpc":"2.0","id":"\ud800","method":"smp/version"}`, 0},
		{"an id that is an object", `{"jsonrpc":"2.0","id":{"a":1},"method":"smp/version"}`, InvalidRequest},
		{"an id that is a list", `{"jsonrpc":"2.0","id":[1],"method":"smp/version"}`, InvalidRequest},
		{"an id that is true", `{"jsonrpc":"2.0","id":true,"method":"smp/version"}`, InvalidRequest},
		{"a huge number", `{"jsonrpc":"2.0","id":1e99999,"method":"smp/version"}`, 0},
		{"a number of many digits", `{"jsonrpc":"2.0","id":` + strings.Repeat("9", 2000) + `,"method":"smp/version"}`, InvalidRequest},
		{"a long string", `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 2000) + `","method":"smp/version"}`, InvalidRequest},
		{"an empty string", `{"jsonrpc":"2.0","id":"","method":"smp/version"}`, 0},
		{"null", `{"jsonrpc":"2.0","id":null,"method":"smp/version"}`, 0},
		{"two ids", `{"jsonrpc":"2.0","id":1,"id":2,"method":"smp/version"}`, InvalidRequest},
		{"two methods", `{"jsonrpc":"2.0","id":1,"method":"smp/version","method":"smp/index"}`, InvalidRequest},
		{"two of what nobody knows", `{"jsonrpc":"2.0","id":1,"method":"smp/version","x":1,"x":2}`, InvalidRequest},
		{"capitals", `{"jsonrpc":"2.0","id":1,"METHOD":"smp/version"}`, InvalidRequest},
		{"capitals beside", `{"jsonrpc":"2.0","id":1,"METHOD":"smp/index","method":"smp/version"}`, 0},
		{"a parameter twice", `{"jsonrpc":"2.0","id":1,"method":"smp/navigate","params":{"query":"one","query":"two"}}`, InvalidParams},
		{"a parameter in capitals", `{"jsonrpc":"2.0","id":1,"method":"smp/navigate","params":{"QUERY":"one"}}`, InvalidParams},
		{"control characters", "{\"jsonrpc\":\"2.0\",\"id\":\"a\x00b\",\"method\":\"smp/version\"}", ParseError},
		{"escapes", `{"jsonrpc":"2.0","id":"\u001b[31m\u0000","method":"smp/version"}`, 0},
		{"deep", `{"jsonrpc":"2.0","id":1,"method":"smp/version","params":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, TooLarge},
		{"deep and not closed", strings.Repeat(`{"a":`, 100_000), TooLarge},
		{"a byte order mark", "\xef\xbb\xbf" + `{"jsonrpc":"2.0","id":1,"method":"smp/version"}`, ParseError},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw := s.Handle(t.Context(), p, []byte(c.in))
			if !utf8.Valid(raw) || !json.Valid(raw) {
				t.Fatalf("%q", raw)
			}
			answered(t, raw)
			var out struct {
				Error *struct{ Code Code }
			}
			if err := json.Unmarshal(raw, &out); err != nil {
				t.Fatal(err)
			}
			if got := out.Error; (got == nil) != (c.want == 0) || got != nil && got.Code != c.want {
				t.Errorf("%.200s", raw)
			}
			if len(raw) > 40_000 {
				t.Errorf("an answer of %d bytes", len(raw))
			}
		})
	}
}
