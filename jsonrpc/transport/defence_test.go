package transport

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/jsonrpc"
)

// Nobody gave a token: everybody on the machine asks, and who can read the
// server's file writes.
func TestALocalServerLetsItsUserAloneWrite(t *testing.T) {
	s := server(t, jsonrpc.Options{})
	folder := filepath.Join(t.TempDir(), "run")
	h := listening(t, s, HTTPOptions{TokenFolder: folder, Guard: Guard{Origins: []string{"http://localhost:3000"}}})
	text, err := os.ReadFile(h.TokenFile())
	if err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{h.TokenFile(): 0o600, folder: 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
	base := "http://" + h.Addr().String()
	mine := func(more ...string) http.Header {
		h := http.Header{"Authorization": {"Bearer " + strings.TrimSpace(string(text))}}
		for i := 0; i < len(more); i += 2 {
			h.Set(more[i], more[i+1])
		}
		return h
	}
	for _, c := range []httpCase{
		{name: "asking", path: "/rpc", body: contextRequest, status: 200, holding: `"role"`},
		{name: "asking on the root", path: "/", body: contextRequest, status: 200, holding: `"role"`},
		{name: "a wrong token", path: "/rpc", body: contextRequest, header: http.Header{"Authorization": {"Bearer nonsense"}}, status: 401},
		{name: "a page on another port", path: "/rpc", body: contextRequest, header: http.Header{"Origin": {"http://localhost:5173"}}, status: 403},
		{name: "one with the token", path: "/rpc", body: contextRequest, header: mine("Origin", "http://127.0.0.1:5173"), status: 403},
		{name: "an allowed one", path: "/rpc", body: contextRequest, header: http.Header{"Origin": {"http://localhost:3000"}}, status: 200},
		{name: "one that is nearly allowed", path: "/rpc", body: contextRequest, header: http.Header{"Origin": {"http://localhost:30000"}}, status: 403},
		{name: "the server's own", path: "/rpc", body: contextRequest, header: http.Header{"Origin": {base}}, status: 200},
		{name: "a picture on another site", method: "GET", path: "/metrics", header: http.Header{"Sec-Fetch-Site": {"cross-site"}}, status: 403},
		{name: "a rebound name", path: "/rpc", body: contextRequest, host: "evil.example", status: 403},
		{name: "a socket of a page", method: "GET", path: "/ws", header: http.Header{"Origin": {"http://localhost:1"}}, status: 403},
		{name: "health", method: "GET", path: "/healthz", status: 200, holding: `"status":"ok"`},
		{name: "life", method: "GET", path: "/livez", status: 200},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, base) })
	}
	for _, row := range jsonrpc.Methods() {
		if row.Access == jsonrpc.Read {
			continue
		}
		body := `{"jsonrpc":"2.0","id":1,"method":"` + row.Name + `","params":{}}`
		for _, path := range []string{"/rpc", "/"} {
			httpCase{path: path, body: body, status: 200, holding: h.TokenFile()}.run(t, base)
		}
	}
	httpCase{path: "/rpc", body: `{"jsonrpc":"2.0","id":1,"method":"smp/index"}`, header: mine(), status: 200, holding: `"files"`}.run(t, base)
	if err := h.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(h.TokenFile()); err == nil {
		t.Error("the token is left behind")
	}
}

// A body that comes a byte at a time is not waited for.
func TestASlowBodyIsNotWaitedFor(t *testing.T) {
	h := listening(t, server(t, jsonrpc.Options{}), HTTPOptions{BodyWithin: 100 * time.Millisecond})
	for _, path := range []string{"/rpc", "/", "/mcp"} {
		c, err := net.Dial("tcp", h.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		raw, err := io.ReadAll(c) // until the server hangs up
		if err != nil || !strings.HasPrefix(string(raw), "HTTP/1.1 408") {
			t.Errorf("%s: %v %s", path, err, raw)
		}
	}
}

func TestRequestsAtOnceHaveABound(t *testing.T) {
	h := listening(t, server(t, jsonrpc.Options{}), HTTPOptions{Requests: 1, BodyWithin: 5 * time.Second})
	c, err := net.Dial("tcp", h.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	get := func() int {
		resp, err := http.Get("http://" + h.Addr().String() + "/livez")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	for get() != http.StatusServiceUnavailable {
		time.Sleep(5 * time.Millisecond)
	}
	c.Close()
	for get() != http.StatusOK {
		time.Sleep(5 * time.Millisecond)
	}
	http.DefaultClient.CloseIdleConnections()
}

// Health is that of what clients do: a question that waits for a connection, a
// change that waits for a writer.
func TestHealthMeansIt(t *testing.T) {
	s := servetest.Indexed(t, servetest.Archive(t, fixture), jsonrpc.Options{Limits: jsonrpc.Limits{ReadWithin: 200 * time.Millisecond, WriteWithin: 50 * time.Millisecond}}, smp.WithReaders(1))
	base := "http://" + listening(t, s, HTTPOptions{}).Addr().String()
	st := s.Memory().Graph().Store()
	get := func(want string) {
		t.Helper()
		for until := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			resp, err := http.Get(base + "/healthz")
			if err != nil {
				t.Fatal(err)
			}
			raw, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if strings.Contains(string(raw), want) && (resp.StatusCode == 200) == (want == `"ok"`) {
				return
			}
			if time.Now().After(until) {
				t.Fatalf("%d %s, want %s", resp.StatusCode, raw, want)
			}
		}
	}
	holding := func(s *store.Store, use func(*store.Store, context.Context, func(*sqlite.Conn) error) error, want string) {
		entered, leave, done := make(chan bool), make(chan bool), make(chan error, 1)
		go func() {
			done <- use(s, context.Background(), func(*sqlite.Conn) error { close(entered); <-leave; return nil })
		}()
		<-entered
		get(want)
		close(leave)
		if err := <-done; err != nil {
			t.Error(err)
		}
		get(`"ok"`)
	}
	get(`"ok"`)
	holding(st, (*store.Store).Read, "a question does not get through")
	holding(st, (*store.Store).Write, "a change does not get through")
	http.DefaultClient.CloseIdleConnections()
}
