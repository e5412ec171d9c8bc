package transport

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/structural-memory/smp/jsonrpc"
)

var update = flag.Bool("update", false, "write the answers of the conversations anew")

// talk sends a message and gives the answer; nil where there is none.
type talk func(t *testing.T, msg []byte) []byte

// TestConversations runs the recorded requests over each transport: all give
// the recorded answers.
func TestConversations(t *testing.T) {
	on := func(open func(t *testing.T, s *jsonrpc.Server) talk) talk {
		return open(t, server(t, jsonrpc.Options{}))
	}
	transports := []struct {
		name string
		talk talk
	}{ // each on a server of its own, since there are requests that write
		{"http", on(func(t *testing.T, s *jsonrpc.Server) talk {
			return overHTTP("http://" + listening(t, s, HTTPOptions{}).Addr().String() + "/rpc")
		})},
		{"websocket", on(func(t *testing.T, s *jsonrpc.Server) talk {
			return overWebSocket(t, "ws://"+listening(t, s, HTTPOptions{}).Addr().String()+"/ws")
		})},
		{"stdio", on(func(t *testing.T, s *jsonrpc.Server) talk { return overStdio(t, s, false) })},
		{"framed", on(func(t *testing.T, s *jsonrpc.Server) talk { return overStdio(t, s, true) })},
	}
	files, err := filepath.Glob("testdata/conversations/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no conversations", err)
	}
	for _, file := range files {
		for _, tr := range transports {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+tr.name, func(t *testing.T) {
				converse(t, file, tr.talk)
			})
		}
	}
}

func converse(t *testing.T, file string, send talk) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: a.Comment}
	known := map[string]string{} // ids that answers have given
	for i, f := range a.Files {
		if f.Name != "request" {
			continue
		}
		request := os.Expand(string(f.Data), func(name string) string { return known[name] })
		raw := send(t, bytes.TrimSpace([]byte(request)))
		validate(t, f.Data, raw)
		learn(known, raw)
		got := pretty(t, raw)
		out.Files = append(out.Files, f, txtar.File{Name: "answer", Data: got})
		if *update {
			continue
		}
		if i+1 == len(a.Files) || a.Files[i+1].Name != "answer" {
			t.Fatalf("request %d has no recorded answer; run with -update and look at it", i)
		}
		if want := a.Files[i+1].Data; !bytes.Equal(bytes.TrimSpace(got), bytes.TrimSpace(want)) {
			t.Errorf("to %s\ngot %s\nwant %s", f.Data, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// validate holds a result to the schema that is published of it: no list is
// null, no field is undocumented.
func validate(t *testing.T, request, answer []byte) {
	t.Helper()
	var in struct{ Method string }
	var out struct{ Result any }
	if json.Unmarshal(request, &in) != nil || json.Unmarshal(answer, &out) != nil || out.Result == nil {
		return
	}
	if _, text := out.Result.(string); text {
		return
	}
	schema := jsonrpc.Lookup(in.Method).ResultSchema()
	for _, d := range schema.Defs {
		if d.Properties != nil {
			d.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
		}
	}
	r, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Validate(out.Result); err != nil {
		t.Errorf("%s: %v", in.Method, err)
	}
}

// volatile are fields that differ from run to run.
var volatile = map[string]bool{"indexed_at": true, "changed_at": true, "seconds": true, "db_bytes": true, "stage_seconds": true, "version": true, "root": true, "methods": true, "queryTime": true, "lastIndexed": true,
	"enriched_at": true, "last_enriched": true, "annotated_at": true, "detected_at": true, "ranks_computed_at": true,
	"final_score": true, "vector_score": true, "bm25_score": true, "pagerank": true, "centrality": true, "parts": true, "score": true,
	"expires_at": true, "ended_at": true, "opened_at": true, "closed_at": true, "snapshot_at": true, "last_checkpoint_at": true, "t": true, "duration_ms": true, "head": true, "entries": true, "session_modes": true, "confidence": true, "modularity": true, "modularity_score": true}

// learn keeps the ids of a result: a request names the last one by ${session_id},
// and one that other sessions follow by a number, ${session_id_1}.
func learn(known map[string]string, raw []byte) {
	var answer struct{ Result map[string]any }
	if json.Unmarshal(raw, &answer) != nil {
		return // a batch, or nothing
	}
	for name, v := range answer.Result {
		id, ok := v.(string)
		if !ok || !strings.HasSuffix(name, "_id") || known[name] == id || strings.HasPrefix(id, "hdl_") {
			continue
		}
		known[name] = id
		n := 1
		for known[fmt.Sprintf("%s_%d", name, n)] != "" {
			if known[fmt.Sprintf("%s_%d", name, n)] == id {
				break
			}
			n++
		}
		known[fmt.Sprintf("%s_%d", name, n)] = id
	}
}

// randomID and someTime are parts of texts that differ from run to run.
var (
	randomID = regexp.MustCompile(`\b(ses|chk|aud|hdl)_[0-9a-f]{12,16}\b`)
	someTime = regexp.MustCompile(`\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ`)
)

func pretty(t *testing.T, raw []byte) []byte {
	if raw == nil {
		return []byte("no answer\n")
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("an answer is no JSON: %v: %s", err, raw)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(steady(v)); err != nil {
		t.Fatal(err)
	}
	return someTime.ReplaceAll(randomID.ReplaceAll(b.Bytes(), []byte("${1}_…")), []byte("…"))
}

func steady(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, e := range x {
			if _, ok := e.(string); volatile[k] && e != nil && (!ok || k != "root" || filepath.IsAbs(e.(string))) {
				x[k] = "…"
				continue
			}
			x[k] = steady(e)
		}
	case []any:
		for i := range x {
			x[i] = steady(x[i])
		}
	}
	return v
}

func overHTTP(url string) talk {
	return func(t *testing.T, msg []byte) []byte {
		resp, err := http.Post(url, "application/json", bytes.NewReader(msg))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusNoContent {
			return nil
		}
		raw, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
}

// A connection has no "no answer": a request behind the message has the next
// answer then.
const (
	after       = `{"jsonrpc":"2.0","method":"smp/no/such","id":"after"}`
	afterAnswer = `"id":"after"}`
)

// noticed tells whether a message is one that the server sends of itself.
func noticed(msg []byte) bool { return bytes.Contains(msg, []byte(`"method":"smp/notification"`)) }

func answerOf(t *testing.T, msg []byte, write func([]byte) error, read func() ([]byte, error)) []byte {
	t.Helper()
	if err := write(msg); err != nil {
		t.Fatal(err)
	}
	expected := expects(msg)
	if !expected {
		if err := write([]byte(after)); err != nil {
			t.Fatal(err)
		}
	}
	for {
		got, err := read()
		if err != nil {
			t.Fatal(err)
		}
		got = bytes.TrimSpace(got)
		switch {
		case noticed(got):
		case expected:
			return got
		case bytes.HasSuffix(got, []byte(afterAnswer)):
			return nil
		default:
			t.Fatalf("a notification was answered: %s", got)
		}
	}
}

// expects tells whether a message has a request in it, or is none at all.
func expects(msg []byte) bool {
	var one map[string]any
	var many []map[string]any
	if json.Unmarshal(msg, &one) == nil {
		many = append(many, one)
	} else if json.Unmarshal(msg, &many) != nil || len(many) == 0 {
		return true
	}
	for _, m := range many {
		_, id := m["id"]
		_, method := m["method"].(string)
		if id || !method {
			return true
		}
	}
	return false
}

func overWebSocket(t *testing.T, url string) talk {
	t.Helper()
	ws := dial(t, url)
	ctx := context.Background()
	return func(t *testing.T, msg []byte) []byte {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		return answerOf(t, msg,
			func(m []byte) error { return ws.Write(ctx, websocket.MessageText, m) },
			func() ([]byte, error) { _, got, err := ws.Read(ctx); return got, err })
	}
}

func dial(t *testing.T, url string) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(64 << 20)
	t.Cleanup(func() { ws.CloseNow() })
	return ws
}

func overStdio(t *testing.T, s *jsonrpc.Server, headers bool) talk {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Stdio(context.Background(), s, inR, outW)
		outW.Close()
	}()
	t.Cleanup(func() {
		inW.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	client := &framed{r: bufio.NewReader(outR), w: inW, limit: 64 << 20, known: true, headers: headers}
	return func(t *testing.T, msg []byte) []byte {
		if !headers {
			msg = bytes.ReplaceAll(msg, []byte("\n"), []byte(" "))
		}
		return answerOf(t, msg, func(m []byte) error { return client.write(t.Context(), m) }, client.next)
	}
}
