package mcp

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp/jsonrpc"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// said posts a message and gives the status, the session's id and the answer.
func said(t *testing.T, h http.Handler, token, session, body string) (status int, id, text string) {
	t.Helper()
	r := httptest.NewRequest("POST", "/mcp", strings.NewReader(body)).WithContext(t.Context())
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		r.Header.Set("Authorization", token)
	}
	if session != "" {
		r.Header.Set(sessionHeader, session)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	raw, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, w.Header().Get(sessionHeader), string(raw)
}

func ended(t *testing.T, h http.Handler, token, id string) {
	t.Helper()
	r := httptest.NewRequest("DELETE", "/mcp", nil)
	r.Header.Set(sessionHeader, id)
	r.Header.Set("Authorization", token)
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code >= 300 {
		t.Error("a session does not end: ", w.Code)
	}
}

// Who knows the id of a session that was made with a token, and has no token,
// has nothing of it: no tool, no stream, no end.
func TestASessionLendsItsRightsToNobody(t *testing.T) {
	s := fresh(t)
	if _, err := s.Indexer.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := Handler(s, func(r *http.Request) jsonrpc.Access {
		return max(jsonrpc.Read, map[string]jsonrpc.Access{"admin": jsonrpc.Admin, "write": jsonrpc.Write}[r.Header.Get("Authorization")])
	})
	status, id, text := said(t, h, "admin", "", initialize)
	if status != 200 || id == "" {
		t.Fatal(status, text)
	}
	defer ended(t, h, "admin", id)
	call := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"smp_call","arguments":{"method":"smp/annotate","params":{"node_id":"hashPassword","description":"taken","force":true}}}}`
	for _, token := range []string{"", "write", "wrong"} {
		for _, body := range []string{call, `{"jsonrpc":"2.0","id":3,"method":"tools/list"}`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`} {
			if status, _, text := said(t, h, token, id, body); status != 404 {
				t.Errorf("with the token %q %s: %d %s", token, body, status, text)
			}
		}
		for _, method := range []string{"GET", "DELETE"} {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			r := httptest.NewRequest(method, "/mcp", nil).WithContext(ctx)
			r.Header.Set("Accept", "text/event-stream")
			r.Header.Set(sessionHeader, id)
			r.Header.Set("Authorization", token)
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code != 404 {
				t.Errorf("with the token %q %s: %d", token, method, w.Code)
			}
		}
	}
	if status, _, text := said(t, h, "admin", id, call); status != 200 || strings.Contains(text, `"isError":true`) {
		t.Error("its own client: ", status, text)
	}
}

func TestSessionsHaveABound(t *testing.T) {
	h := newSessions(fresh(t), jsonrpc.Read, 3, time.Hour)
	var ids []string
	for range 3 {
		status, id, text := said(t, h, "", "", initialize)
		if status != 200 {
			t.Fatal(status, text)
		}
		ids = append(ids, id)
	}
	list := `{"jsonrpc":"2.0","id":3,"method":"tools/list"}`
	if status, _, text := said(t, h, "", "", initialize); status != 503 || !strings.Contains(text, "too many") {
		t.Error("one more than there may be: ", status, text)
	}
	h.fresh = 0
	if status, _, _ := said(t, h, "", ids[0], list); status != 200 {
		t.Error(status)
	}
	status, id, text := said(t, h, "", "", initialize)
	if status != 200 {
		t.Fatal("none has given way: ", status, text)
	}
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if status, _, _ := said(t, h, "", ids[1], list); status == 404 {
			break
		}
		if time.Now().After(until) {
			t.Fatal("the session that was longest unused is still there")
		}
	}
	for _, id := range []string{ids[0], ids[2], id} {
		if status, _, _ := said(t, h, "", id, list); status != 200 {
			t.Error("a session is gone: ", status)
		}
		ended(t, h, "", id)
	}
}
