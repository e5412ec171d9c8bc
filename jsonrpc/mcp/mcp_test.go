package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"))
}

// fresh is a server on the transports' fixture, not indexed yet.
func fresh(t *testing.T) *jsonrpc.Server {
	t.Helper()
	return servetest.New(t, servetest.Archive(t, "../transport/testdata/repo.txtar"), jsonrpc.Options{})
}

// client is one that is connected in memory.
func client(t *testing.T, s *jsonrpc.Server, access jsonrpc.Access, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	ss, err := New(s, access).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	cs, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, o).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cs.Close()
		_ = ss.Wait()
	})
	return cs
}

func call(t *testing.T, cs *sdk.ClientSession, name string, args map[string]any) (text string, structured map[string]any, failed bool) {
	t.Helper()
	res, err := cs.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	structured, _ = res.StructuredContent.(map[string]any)
	return res.Content[0].(*sdk.TextContent).Text, structured, res.IsError
}

func TestTools(t *testing.T) {
	cs := client(t, fresh(t), jsonrpc.Admin, nil)
	for _, c := range []struct {
		tool    string
		args    map[string]any
		holding string // in the text
		inside  string // in the structured content
		fails   bool
	}{
		{tool: "context", args: map[string]any{"file_path": "src/auth/login.ts"}, holding: "# `src/auth/login.ts`", inside: `"blast_radius"`},
		{tool: "symbol", args: map[string]any{"query": "hashPassword"}, holding: "## Called by (1)", inside: `"called_by":["authenticateUser"]`},
		{tool: "trace", args: map[string]any{"start": "hashPassword", "direction": "incoming"}, holding: "← `authenticateUser`", inside: `"hop":2`},
		{tool: "impact", args: map[string]any{"entity": "hashPassword"}, holding: "Must change with it", inside: `"required_updates"`},
		{tool: "status", args: map[string]any{}, holding: "# Index: ready", inside: `"files"`},
		{tool: "symbol", args: map[string]any{"query": "save"}, holding: "func:src/db/user.ts#save", inside: `"code":-32003`, fails: true},
		{tool: "symbol", args: map[string]any{"query": "hashPasswort"}, holding: "hashPassword", inside: `"code":-32001`, fails: true},
		{tool: "symbol", args: map[string]any{}, holding: "missing query", fails: true},
		{tool: "trace", args: map[string]any{"start": "hashPassword", "budget": "many"}, holding: "budget", fails: true},
		{tool: "smp_call", args: map[string]any{"method": "help"}, holding: "`smp/graph/why` (from, to, session_id?, at?)"},
		{tool: "smp_call", args: map[string]any{"method": "help", "params": map[string]any{"method": "smp/trace"}}, holding: "# smp/trace"},
		{tool: "smp_call", args: map[string]any{"method": "smp/graph/why", "params": map[string]any{"from": "src/api/routes.ts", "to": "src/utils/crypto.ts"}}, holding: "routes.ts → imports", inside: `"path_length":3`},
		{tool: "smp_call", args: map[string]any{"method": "smp/index"}, holding: "result", inside: `"state":"ready"`},
		{tool: "smp_call", args: map[string]any{"method": "smp/trade"}, holding: "smp/trace", fails: true},
		{tool: "smp_call", args: map[string]any{}, holding: "method", fails: true},
	} {
		text, structured, failed := call(t, cs, c.tool, c.args)
		raw, err := json.Marshal(structured)
		if err != nil {
			t.Fatal(err)
		}
		if failed != c.fails || !strings.Contains(text, c.holding) || !strings.Contains(string(raw), c.inside) {
			t.Errorf("%s %v: failed %v\n%s\n%s", c.tool, c.args, failed, text, raw)
		}
	}
}

// TestToolListIsSmall: a client pays for the list in every conversation.
func TestToolListIsSmall(t *testing.T) {
	cs := client(t, fresh(t), jsonrpc.Admin, nil)
	list, err := cs.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(list.Tools)
	if err != nil {
		t.Fatal(err)
	}
	tokens := float64(len(raw)) / bytesPerToken
	t.Logf("%d tools, %d bytes, at most %.0f tokens", len(list.Tools), len(raw), tokens)
	if tokens >= 3000 {
		t.Errorf("the tool list takes %.0f tokens", tokens)
	}
	names := map[string]bool{}
	for _, x := range list.Tools {
		names[x.Name] = true
		if x.Annotations.ReadOnlyHint == (x.Name == "smp_call") {
			t.Errorf("%s: %+v", x.Name, x.Annotations)
		}
	}
	for _, n := range []string{"context", "symbol", "trace", "impact", "status", "smp_call"} {
		if !names[n] {
			t.Errorf("no tool %s", n)
		}
	}
}

func TestBudgetAndCursor(t *testing.T) {
	cs := client(t, fresh(t), jsonrpc.Admin, nil)
	whole, _, _ := call(t, cs, "context", map[string]any{"file_path": "src/auth/login.ts", "budget": 5000})
	var parts strings.Builder
	args := map[string]any{"file_path": "src/auth/login.ts", "budget": 100}
	for range 20 {
		text, structured, _ := call(t, cs, "context", args)
		if len(text) > 500 {
			t.Errorf("%d bytes for 100 tokens", len(text))
		}
		next, _ := structured["next_cursor"].(string)
		if next == "" {
			parts.WriteString(text)
			break
		}
		text, _, _ = strings.Cut(text, "\n_")
		parts.WriteString(text)
		args["cursor"] = next
	}
	if parts.String() != whole {
		t.Errorf("the parts are\n%s\nthe whole is\n%s", parts.String(), whole)
	}
	args["cursor"] = "rubbish"
	if text, _, _ := call(t, cs, "context", args); !strings.Contains(text, "no cursor") {
		t.Error(text)
	}
}

func TestEditsAreTakenIn(t *testing.T) {
	s := fresh(t)
	cs := client(t, s, jsonrpc.Admin, nil)
	call(t, cs, "symbol", map[string]any{"query": "hashPassword"})
	path := filepath.Join(s.Memory().Root(), "src/utils/crypto.ts")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edited := "export function pepper(): string { return 'x' }\n" + strings.Replace(string(text), "bcrypt.hash(password", "bcrypt.hash(pepper() + password", 1)
	if err := os.WriteFile(path, []byte(edited), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, _, _ := call(t, cs, "symbol", map[string]any{"query": "hashPassword"}); !strings.Contains(got, "pepper") {
		t.Errorf("%s", got)
	}
	edited = strings.ReplaceAll(edited, "pepper", "salt")
	if err := os.WriteFile(path, []byte(edited), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, _, failed := call(t, cs, "symbol", map[string]any{"query": "salt"}); failed {
		t.Errorf("a new name: %s", got)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "fresh.ts"), []byte("export function paprika() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, _, failed := call(t, cs, "symbol", map[string]any{"query": "paprika"}); failed {
		t.Errorf("a name in a new file: %s", got)
	}
}

func TestFirstUseTellsHowFarItIs(t *testing.T) {
	s := fresh(t)
	lock := flock.New(s.Memory().Path() + ".lock")
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	told := make(chan *sdk.ProgressNotificationParams, 100)
	cs := client(t, s, jsonrpc.Admin, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { told <- r.Params }})
	text, structured, failed := call(t, cs, "symbol", map[string]any{"query": "hashPassword"})
	if failed || !strings.Contains(text, "indexing, 0%") || structured["index"] == nil {
		t.Errorf("%s %v", text, structured)
	}
	time.AfterFunc(50*time.Millisecond, func() { _ = lock.Unlock() })
	p := &sdk.CallToolParams{Name: "symbol", Arguments: map[string]any{"query": "hashPassword"}}
	p.SetProgressToken("p")
	res, err := cs.CallTool(t.Context(), p)
	if err != nil || res.IsError {
		t.Fatal(err, res)
	}
	if got := res.Content[0].(*sdk.TextContent).Text; !strings.Contains(got, "# `hashPassword`") {
		t.Error(got)
	}
	if p := <-told; p.ProgressToken != "p" || p.Total != 100 {
		t.Errorf("%+v", p)
	}
}

func TestReadersDoNotWrite(t *testing.T) {
	cs := client(t, fresh(t), jsonrpc.Read, nil)
	if text, _, failed := call(t, cs, "smp_call", map[string]any{"method": "smp/index"}); !failed || !strings.Contains(text, "Forbidden") {
		t.Error(text)
	}
	if text, _, _ := call(t, cs, "smp_call", map[string]any{"method": "help"}); strings.Contains(text, "smp/index`") {
		t.Error(text)
	}
}

func TestResourcesAndPrompts(t *testing.T) {
	cs := client(t, fresh(t), jsonrpc.Admin, nil)
	if !strings.Contains(cs.InitializeResult().Instructions, "impact") {
		t.Error("no instructions")
	}
	call(t, cs, "status", nil)
	for uri, holding := range map[string]string{"smp://status": "# Index", "smp://report": "Unlinked calls: 1", "smp://methods": "smp/trace", "smp://context/src/auth/login.ts": "src/auth/login.ts"} {
		res, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil {
			t.Fatal(uri, err)
		}
		if !strings.Contains(res.Contents[0].Text, holding) {
			t.Errorf("%s: %s", uri, res.Contents[0].Text)
		}
	}
	for _, uri := range []string{"smp://context/nowhere.ts", "smp://context/..%2F..%2Fetc%2Fpasswd", "smp://other"} {
		if _, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s can be read", uri)
		}
	}
	list, err := cs.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != len(prompts) {
		t.Fatal(err, list)
	}
	got, err := cs.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "edit_file", Arguments: map[string]string{"file": "src/auth/login.ts", "task": "add a rate limit"}})
	if err != nil {
		t.Fatal(err)
	}
	if body := got.Messages[0].Content.(*sdk.TextContent).Text; !strings.Contains(body, "add a rate limit") || !strings.Contains(body, "Imported by") {
		t.Error(body)
	}
	if _, err := cs.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "edit_file"}); err == nil {
		t.Error("a prompt without its arguments")
	}
}

func TestStreamableHTTP(t *testing.T) {
	s := fresh(t)
	srv := httptest.NewServer(Handler(s, func(r *http.Request) jsonrpc.Access {
		if r.Header.Get("Authorization") != "" {
			return jsonrpc.Admin
		}
		return jsonrpc.Read
	}))
	defer srv.Close()
	cs, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: srv.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	if text, _, failed := call(t, cs, "symbol", map[string]any{"query": "hashPassword"}); failed || !strings.Contains(text, "hashPassword") {
		t.Error(text)
	}
	if text, _, failed := call(t, cs, "smp_call", map[string]any{"method": "smp/index"}); !failed {
		t.Error(text)
	}
}
