package transport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
	"github.com/structural-memory/smp/merkle/keys"
)

// snapshotKeys makes the user's keys of this test.
func snapshotKeys(t *testing.T) *keys.Store {
	t.Helper()
	t.Setenv(keys.Env, t.TempDir())
	k, err := keys.Open("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.New("key_prod_01"); err != nil {
		t.Fatal(err)
	}
	return k
}

// TestSnapshotConversation is the specification's: one server exports, others
// import, each in one of the three ways that it may go.
func TestSnapshotConversation(t *testing.T) {
	snapshotKeys(t)
	source := server(t, jsonrpc.Options{})
	at := listening(t, source, HTTPOptions{}).Addr().String()
	const file = "testdata/snapshots.txtar"
	want, err := txtar.ParseFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	got := &txtar.Archive{Comment: []byte("A snapshot of a server, and what others make of it. ID, ROOT and SERVER stand for what differs from run to run.\n")}
	say := func(s *jsonrpc.Server, hide *strings.Replacer, request string) map[string]any {
		t.Helper()
		raw := overHTTP("http://"+listening(t, s, HTTPOptions{}).Addr().String()+"/rpc")(t, []byte(request))
		validate(t, []byte(request), raw)
		var answer map[string]any
		if err := json.Unmarshal(raw, &answer); err != nil {
			t.Fatal(err)
		}
		shown := pretty(t, raw)
		if hide == nil { // the export itself says what is to be hidden
			r, ok := answer["result"].(map[string]any)
			if !ok {
				t.Fatalf("%s", raw)
			}
			hide = strings.NewReplacer(r["snapshot_id"].(string), "ID", r["root_hash"].(string), "ROOT", r["signature"].(string), "SIGNATURE", r["signed_at"].(string), "TIME")
		}
		got.Files = append(got.Files, txtar.File{Name: "request", Data: []byte(hide.Replace(request) + "\n")}, txtar.File{Name: "answer", Data: []byte(hide.Replace(string(shown)))})
		return answer
	}
	exported := say(source, nil, `{"jsonrpc": "2.0", "method": "smp/index/export", "params": {"scope": "full", "signing_key_id": "key_prod_01"}, "id": 5}`)["result"].(map[string]any)
	id, root := exported["snapshot_id"].(string), exported["root_hash"].(string)
	hide := strings.NewReplacer(id, "ID", root[:12], "ROOT", at, "SERVER")
	request := fmt.Sprintf(`{"jsonrpc": "2.0", "method": "smp/index/import", "params": {"snapshot_id": "%s", "source_url": "http://%s/snapshots/%s.tar.zst", "expected_root_hash": "%s", "verify_signature": true}, "id": 6}`, id, at, id, root[:12])
	repo := servetest.Archive(t, fixture)
	say(servetest.New(t, repo, jsonrpc.Options{}), hide, request)
	other := &txtar.Archive{}
	for i, f := range repo.Files {
		if i > 0 { // the first is not there
			other.Files = append(other.Files, f)
		}
	}
	for i := range other.Files {
		if f := &other.Files[i]; strings.HasPrefix(f.Name, "tests/") {
			f.Data = append(bytes.Clone(f.Data), "\nexport function added(): number { return 1; }\n"...)
		}
	}
	say(servetest.New(t, other, jsonrpc.Options{}), hide, request)
	t.Setenv(keys.Env, t.TempDir())
	stranger := servetest.New(t, repo, jsonrpc.Options{})
	say(stranger, hide, request)
	if ready, err := stranger.Memory().Ready(t.Context()); err != nil || ready {
		t.Error("a refused snapshot was taken in", err)
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(txtar.Format(got)) != string(txtar.Format(want)) {
		t.Errorf("got\n%s\nwant\n%s", txtar.Format(got), txtar.Format(want))
	}
}

// TestServedSnapshots: the folder's snapshots are served to whoever may read,
// and nothing else is.
func TestServedSnapshots(t *testing.T) {
	snapshotKeys(t)
	s := server(t, jsonrpc.Options{})
	tokens := &Tokens{}
	for _, text := range []string{"read:readers may do this", "write:writers may do that"} {
		if err := tokens.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	base := "http://" + listening(t, s, HTTPOptions{Guard: Guard{Tokens: tokens}}).Addr().String()
	ask := func(method, path, token, body string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(b)
	}
	const reader, writer = "readers may do this", "writers may do that"
	if _, text := ask("POST", "/rpc", reader, `{"jsonrpc":"2.0","method":"smp/index/export","id":1}`); !strings.Contains(text, "-32007") {
		t.Error("a reader made a snapshot:", text)
	}
	_, text := ask("POST", "/rpc", writer, `{"jsonrpc":"2.0","method":"smp/index/export","id":1}`)
	var answer struct {
		Result struct {
			ID string `json:"snapshot_id"`
		}
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || answer.Result.ID == "" {
		t.Fatal(text, err)
	}
	name := answer.Result.ID + ".tar.zst"
	dir := filepath.Join(s.Memory().Root(), ".smp", "snapshots")
	want, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if status, got := ask("GET", "/snapshots/"+name, reader, ""); status != http.StatusOK || got != string(want) {
		t.Error("it is not served:", status)
	}
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "snap_abcdef.tar.zst")); err != nil {
		t.Fatal(err)
	}
	lay := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(lay, []byte("private"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/snapshots/", "/snapshots/notes.txt", "/snapshots/..%2fsmp.db", "/snapshots/..%2f..%2fa.ts", "/snapshots/snap_abcdef.tar.zst", "/snapshots/snap_ffffff.tar.zst"} {
		if status, _ := ask("GET", path, reader, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, _ := ask("GET", "/snapshots/"+name, "nobody knows this one", ""); status != http.StatusUnauthorized {
		t.Error("it is served to strangers:", status)
	}
	for params, want := range map[string]string{
		`{"source_url":"file:///etc/hostname"}`:                               "-32007",
		`{"source_url":"http://127.0.0.1:1/x"}`:                               "-32007",
		`{"snapshot_id":"` + answer.Result.ID + `","verify_signature":false}`: "-32007",
		`{"source_url":"smp://snapshots/../smp.db"}`:                          "-32602",
		`{"source_url":"smp://elsewhere/x"}`:                                  "-32602",
		`{"snapshot_id":"snap_ffffff"}`:                                       "-32602",
		`{"snapshot_id":"` + answer.Result.ID + `"}`:                          `"imported"`,
	} {
		if _, text := ask("POST", "/rpc", writer, `{"jsonrpc":"2.0","method":"smp/index/import","params":`+params+`,"id":1}`); !strings.Contains(text, want) {
			t.Errorf("%s: %s", params, text)
		}
	}
}
