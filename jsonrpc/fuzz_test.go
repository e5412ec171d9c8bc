package jsonrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/structural-memory/smp"
)

func small(tb testing.TB) *Server {
	tb.Helper()
	dir := tb.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("import os\n\n\ndef one(x: int) -> int:\n    \"\"\"Adds.\"\"\"\n    return two(x)\n\n\ndef two(y):\n    return os.getpid() + y\n"), 0o644); err != nil {
		tb.Fatal(err)
	}
	m, err := smp.Open(context.Background(), ":memory:", smp.WithRoot(dir))
	if err != nil {
		tb.Fatal(err)
	}
	s := New(m, Options{})
	tb.Cleanup(func() {
		_ = s.Close(context.Background())
		_ = m.Close()
	})
	if _, err := s.Indexer.Run(context.Background()); err != nil {
		tb.Fatal(err)
	}
	return s
}

// answered holds what comes back to the specification of JSON-RPC.
func answered(t *testing.T, raw []byte) {
	t.Helper()
	if raw == nil {
		return
	}
	var many []map[string]json.RawMessage
	if raw[0] != '[' {
		raw = append(append([]byte{'['}, raw...), ']')
	}
	if err := json.Unmarshal(raw, &many); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	for _, m := range many {
		_, result := m["result"]
		_, failed := m["error"]
		if result == failed || !bytes.Equal(m["jsonrpc"], []byte(`"2.0"`)) || m["id"] == nil {
			t.Fatalf("%s", raw)
		}
		if bytes.Contains(m["error"], []byte("-32603")) {
			t.Fatalf("an internal error: %s", raw)
		}
	}
}

func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","method":"smp/version","id":1}`, `[{"jsonrpc":"2.0","method":"smp/version","id":1},{"jsonrpc":"2.0","method":"x"}]`,
		`[]`, `[1]`, `{`, `{"jsonrpc":"2.0","method":"smp/trace","params":{"start":"one"},"id":"a"}`, `{"jsonrpc":"2.0","method":"smp/trace","params":["one"],"id":null}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`, "[[[[[[", `{"id":1e400}`, "\xff", `{"jsonrpc":"2.0","id":{},"method":"a"}`,
	} {
		f.Add([]byte(seed))
	}
	s := small(f)
	p := s.NewPeer(PeerOptions{Access: Read})
	f.Fuzz(func(t *testing.T, raw []byte) { answered(t, s.Handle(t.Context(), p, raw)) })
}

// FuzzParams checks and decodes parameters of every method without running it:
// what passes the check can be decoded.
func FuzzParams(f *testing.F) {
	for i, m := range Methods() {
		for _, e := range m.Examples {
			f.Add(i, []byte(e.Params))
		}
		f.Add(i, []byte(`{"limit":0,"x":[],"start":null,"depth":1.5,"filter":{"tags":[1]}}`))
		f.Add(i, []byte(`["a",true,3,"markdown"]`))
	}
	f.Fuzz(func(t *testing.T, i int, raw []byte) {
		if !json.Valid(raw) {
			return
		}
		m := Methods()[uint(i)%uint(len(Methods()))]
		in, fault := checkParams(m.Params, raw)
		if fault != nil {
			if fault.Code != InvalidParams {
				t.Fatal(fault)
			}
			return
		}
		delete(in, format)
		clean, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(clean, reflect.New(m.params).Interface()); err != nil {
			t.Fatalf("%s %s: %v", m.Name, raw, err)
		}
	})
}

// FuzzCall runs every method that only reads.
func FuzzCall(f *testing.F) {
	for i, m := range Methods() {
		for _, e := range m.Examples {
			f.Add(i, []byte(e.Params))
		}
		f.Add(i, []byte(`["one","two","execution"]`))
		f.Add(i, []byte(`{"query":"\u0000 * \" OR","from":"","to":"a.py","start":"a.py:4","end":"two","entity":"*","file_path":"../a","node":"a.py","id":"func:","task":"","events":["nodeAdded"],"format":"markdown"}`))
	}
	s := small(f)
	p := s.NewPeer(PeerOptions{Access: Read})
	f.Fuzz(func(t *testing.T, i int, raw []byte) {
		m := Methods()[uint(i)%uint(len(Methods()))]
		if m.Access != Read || !json.Valid(raw) {
			return
		}
		msg, err := json.Marshal(map[string]any{"jsonrpc": version, "id": 1, "method": m.Name, "params": json.RawMessage(raw)})
		if err != nil {
			return
		}
		answered(t, s.Handle(t.Context(), p, msg))
	})
}
