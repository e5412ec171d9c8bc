package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// started is smp serve at work in this process.
func started(t *testing.T, args ...string) (served, func() int) {
	t.Helper()
	repo := t.TempDir()
	if err := os.WriteFile(filepath.Join(repo, "a.py"), []byte("def one():\n    return two()\n\n\ndef two():\n    return 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve", "--repo", repo, "--json", "--addr", "127.0.0.1:0"}, args...), w, log)
		w.Close()
	}()
	var at served
	if err := json.NewDecoder(r).Decode(&at); err != nil {
		text, _ := os.ReadFile(log.Name())
		t.Fatalf("%v\n%s", err, text)
	}
	stop := func() int {
		cancel()
		c := <-code
		r.Close()
		log.Close()
		return c
	}
	return at, stop
}

func TestServe(t *testing.T) {
	at, stop := started(t, "--spotlight", "127.0.0.1:0", "--watch")
	if !strings.HasPrefix(at.Spotlight, "ws://127.0.0.1:") {
		t.Errorf("spotlight %q", at.Spotlight)
	}
	cs, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: at.URL + "/mcp"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := cs.CallTool(t.Context(), &sdk.CallToolParams{Name: "trace", Arguments: map[string]any{"start": "one"}})
	if err != nil || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, "→ `two`") {
		t.Errorf("%v %+v", err, res)
	}
	resp, err := http.Post(at.URL+"/", "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"smp/trace","params":{"start":"two","direction":"incoming"}}`))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || !strings.Contains(string(raw), `"name":"one"`) {
		t.Errorf("%v %s", err, raw)
	}
	if err := cs.Close(); err != nil {
		t.Error(err)
	}
	http.DefaultClient.CloseIdleConnections()
	if code := stop(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestMCPOnStdio runs the program as an agent's does. Two at once share the
// index.
func TestMCPOnStdio(t *testing.T) {
	repo := t.TempDir()
	if err := os.WriteFile(filepath.Join(repo, "a.py"), []byte("def one():\n    return two()\n\n\ndef two():\n    return 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var sessions []*sdk.ClientSession
	for range 2 {
		cmd := exec.Command(os.Args[0], "mcp", "--repo", repo, "-q")
		cmd.Args[0] = "smp" // see TestMain
		cs, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, cs)
	}
	for _, cs := range sessions {
		list, err := cs.ListTools(t.Context(), nil)
		if err != nil || len(list.Tools) < 6 {
			t.Errorf("%v %+v", err, list)
		}
		p := &sdk.CallToolParams{Name: "trace", Arguments: map[string]any{"start": "one"}}
		p.SetProgressToken(1)
		res, err := cs.CallTool(t.Context(), p)
		if err != nil || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, "→ `two`") {
			t.Errorf("%v %+v", err, res)
		}
	}
	for _, cs := range sessions {
		if err := cs.Close(); err != nil {
			t.Error(err)
		}
	}
}
