package transport

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp/jsonrpc"
)

const contextRequest = `{"jsonrpc":"2.0","method":"smp/context","params":{"file_path":"src/auth/login.ts"},"id":1}`

type httpCase struct {
	name    string
	method  string // POST if empty
	path    string
	body    string
	header  http.Header
	host    string
	status  int
	kind    string // of the answer
	holding string // what the answer has in it
}

func (c httpCase) run(t *testing.T, base string) *http.Response {
	t.Helper()
	method := c.method
	if method == "" {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(t.Context(), method, base+c.path, strings.NewReader(c.body))
	if err != nil {
		t.Fatal(err)
	}
	if c.header != nil {
		r.Header = c.header
	}
	r.Host = c.host
	resp, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(bytes.NewReader(got))
		if err != nil {
			t.Fatal(err)
		}
		if got, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	if resp.StatusCode != c.status {
		t.Errorf("status %d, want %d: %s", resp.StatusCode, c.status, got)
	}
	if c.kind != "" && !strings.HasPrefix(resp.Header.Get("Content-Type"), c.kind) {
		t.Errorf("content type %q, want %q", resp.Header.Get("Content-Type"), c.kind)
	}
	if !strings.Contains(string(got), c.holding) {
		t.Errorf("the answer %s has no %s", got, c.holding)
	}
	return resp
}

func TestHTTP(t *testing.T) {
	h := listening(t, server(t, jsonrpc.Options{Limits: jsonrpc.Limits{Bytes: 4096, Depth: 8, Batch: 3}}), HTTPOptions{})
	for _, c := range []httpCase{
		{name: "on the root", path: "/", body: contextRequest, status: 200, kind: "application/json", holding: `"role"`},
		{name: "GET of the root tells a person", method: "GET", path: "/", status: 200, kind: "text/plain", holding: "/rpc"},
		{name: "GET of rpc", method: "GET", path: "/rpc", status: 405},
		{name: "elsewhere", path: "/nowhere", body: contextRequest, status: 404},
		{name: "a WebSocket wants an upgrade", method: "GET", path: "/ws", status: 426},
		{name: "health", method: "GET", path: "/healthz", status: 200, kind: "application/json", holding: `"index":"ready"`},
		{name: "metrics", method: "GET", path: "/metrics", status: 200, kind: "text/plain", holding: `smp_requests_total{method="smp/context",result="ok"} 1`},
		{name: "a notification has no answer", path: "/rpc", body: `{"jsonrpc":"2.0","method":"smp/status"}`, status: 204},
		{name: "markdown", path: "/rpc", body: contextRequest, header: http.Header{"Accept": {"text/markdown"}}, status: 200, kind: "text/markdown", holding: "# `src/auth/login.ts`"},
		{name: "markdown before JSON", path: "/rpc", body: contextRequest, header: http.Header{"Accept": {"text/markdown, application/json"}}, status: 200, kind: "text/markdown"},
		{name: "JSON before markdown", path: "/rpc", body: contextRequest, header: http.Header{"Accept": {"application/json, text/markdown;q=0.9"}}, status: 200, kind: "application/json"},
		{name: "no markdown", path: "/rpc", body: contextRequest, header: http.Header{"Accept": {"text/markdown;q=0, */*"}}, status: 200, kind: "application/json"},
		{name: "an error as markdown", path: "/rpc", body: `{"jsonrpc":"2.0","method":"smp/trace","params":{"start":"save"},"id":1}`, header: http.Header{"Accept": {"text/markdown"}}, status: 409, kind: "text/markdown", holding: "func:src/db/user.ts#save"},
		{name: "JSON all the same", path: "/rpc", body: strings.Replace(contextRequest, `"file_path"`, `"format":"json","file_path"`, 1), header: http.Header{"Accept": {"text/markdown"}}, status: 200, kind: "text/markdown"},
		{name: "markdown in a batch", path: "/rpc", body: "[" + contextRequest + "]", header: http.Header{"Accept": {"text/markdown"}}, status: 200, kind: "application/json", holding: "\"result\":\"# `src/auth/login.ts`"},
		{name: "gzip", path: "/rpc", body: contextRequest, header: http.Header{"Accept-Encoding": {"br, gzip"}}, status: 200, holding: `"role"`},
		{name: "a gzipped request", path: "/rpc", body: zipped(contextRequest), header: http.Header{"Content-Encoding": {"gzip"}}, status: 200, holding: `"role"`},
		{name: "a gzip bomb", path: "/rpc", body: zipped(strings.Repeat(" ", 1<<20)), header: http.Header{"Content-Encoding": {"gzip"}}, status: 413, holding: "-32006"},
		{name: "another encoding", path: "/rpc", body: "x", header: http.Header{"Content-Encoding": {"zstd"}}, status: 415},
		{name: "too large", path: "/rpc", body: strings.Repeat(" ", 5000), status: 413, holding: "-32006"},
		{name: "too deep", path: "/rpc", body: strings.Repeat("[", 9) + strings.Repeat("]", 9), status: 200, holding: `"what":"depth"`},
		{name: "too many", path: "/rpc", body: "[1,2,3,4]", status: 200, holding: `"what":"batch"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp := c.run(t, "http://"+h.Addr().String())
			if c.name == "gzip" && resp.Header.Get("Content-Encoding") != "gzip" {
				t.Error("not compressed")
			}
		})
	}
}

func zipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(s))
	_ = z.Close()
	return b.String()
}

const (
	secretRead  = "read-secret-0123456789"
	secretWrite = "write-secret-0123456789"
	secretAdmin = "admin-secret-0123456789"
)

func TestGuard(t *testing.T) {
	var log bytes.Buffer
	var tokens Tokens
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("# for the build\nread:"+secretRead+"\n\nwrite: "+secretWrite+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := tokens.AddFile(file); err != nil {
		t.Fatal(err)
	}
	if err := tokens.Add(secretAdmin); err != nil {
		t.Fatal(err)
	}
	s := server(t, jsonrpc.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	h := listening(t, s, HTTPOptions{Guard: Guard{Tokens: &tokens, Origins: []string{"https://ide.example"}, Hosts: []string{"memory.example"}}})
	s.Logger().Info("tokens", "tokens", &tokens)
	with := func(secret string, more ...string) http.Header {
		h := http.Header{"Authorization": {"Bearer " + secret}}
		for i := 0; i < len(more); i += 2 {
			h.Set(more[i], more[i+1])
		}
		return h
	}
	const index = `{"jsonrpc":"2.0","method":"smp/index","id":1}`
	for _, c := range []httpCase{
		{name: "no token", path: "/rpc", body: contextRequest, status: 401},
		{name: "a wrong one", path: "/rpc", body: contextRequest, header: with("nonsense"), status: 401},
		{name: "another scheme", path: "/rpc", body: contextRequest, header: http.Header{"Authorization": {"Basic " + secretRead}}, status: 401},
		{name: "reading", path: "/rpc", body: contextRequest, header: with(secretRead), status: 200, holding: `"role"`},
		{name: "a reader does not write", path: "/rpc", body: index, header: with(secretRead), status: 200, holding: `"code":-32007`},
		{name: "a writer does", path: "/rpc", body: index, header: with(secretWrite), status: 200, holding: `"files"`},
		{name: "an admin too", path: "/rpc", body: index, header: with(secretAdmin), status: 200, holding: `"files"`},
		{name: "health is open", method: "GET", path: "/healthz", status: 200},
		{name: "metrics are not", method: "GET", path: "/metrics", status: 401},
		{name: "a socket is not", method: "GET", path: "/ws", status: 401},
		{name: "a page of another site", path: "/rpc", body: contextRequest, header: with(secretRead, "Origin", "https://evil.example"), status: 403},
		{name: "a page from a file", path: "/rpc", body: contextRequest, header: with(secretRead, "Origin", "null"), status: 403},
		{name: "a page of this machine", path: "/rpc", body: contextRequest, header: with(secretRead, "Origin", "http://localhost:3000"), status: 403},
		{name: "an allowed page", path: "/rpc", body: contextRequest, header: with(secretRead, "Origin", "https://ide.example"), status: 200},
		{name: "before an allowed page's request", method: "OPTIONS", path: "/rpc", header: http.Header{"Origin": {"https://ide.example"}}, status: 204},
		{name: "before another's", method: "OPTIONS", path: "/rpc", header: http.Header{"Origin": {"https://evil.example"}}, status: 403},
		{name: "a rebound name", path: "/rpc", body: contextRequest, host: "evil.example:7433", header: with(secretRead), status: 403},
		{name: "an allowed name", path: "/rpc", body: contextRequest, host: "memory.example", header: with(secretRead), status: 200},
		{name: "localhost", path: "/rpc", body: contextRequest, host: "localhost:7433", header: with(secretRead), status: 200},
		{name: "an address", path: "/rpc", body: contextRequest, host: "[::1]:7433", header: with(secretRead), status: 200},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, "http://"+h.Addr().String()) })
	}
	for _, secret := range []string{secretRead, secretWrite, secretAdmin, "nonsense"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has the token %s in it", secret)
		}
	}
}

func TestAddressesOfOthersNeedAToken(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", ":0", "example.com:0"} {
		if h, err := Listen(s, HTTPOptions{Addr: addr}); err == nil {
			_ = h.ln.Close()
			t.Errorf("%s needs no token", addr)
		} else if !strings.Contains(err.Error(), "token") {
			t.Errorf("%s: %v", addr, err)
		}
	}
	var tokens Tokens
	if tokens.Add("short") == nil || tokens.Add("chief:"+secretAdmin) == nil {
		t.Error("a token that is none was taken")
	}
	if err := tokens.Add("read:" + secretRead); err != nil {
		t.Fatal(err)
	}
	h, err := Listen(s, HTTPOptions{Addr: "0.0.0.0:0", Guard: Guard{Tokens: &tokens}})
	if err != nil {
		t.Fatal(err)
	}
	_ = h.ln.Close()
}

func TestAnswersNameNoPathOutside(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	p := s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Admin})
	var out struct {
		Result struct {
			Graph struct{ Path string }
		}
	}
	if err := json.Unmarshal(s.Handle(t.Context(), p, []byte(`{"jsonrpc":"2.0","method":"smp/status","id":1}`)), &out); err != nil {
		t.Fatal(err)
	}
	if out.Result.Graph.Path != ".smp/smp.db" {
		t.Errorf("path %q", out.Result.Graph.Path)
	}
}
