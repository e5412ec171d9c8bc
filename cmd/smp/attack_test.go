//go:build unix

package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

// attackedBy are calls of every command on a hostile repository; those that
// run on are ended. SESSION and CHECKPOINT stand for what was opened before.
var attackedBy = map[string][]string{
	"index": {""}, "status": {""}, "watch": {""},
	"hook install": {""}, "hook status": {""}, "hook uninstall": {""}, "hook run": {"post-commit", "post-checkout"},
	"locate": {"where is one"}, "search": {"one"}, "navigate": {"one"}, "trace": {"one"}, "context": {"a.go"}, "impact": {"one"},
	"diff": {"a.go"}, "flow": {"one two"}, "why": {"a.go b.go"}, "plan": {"a.go b.go"}, "hot": {"", "one"}, "report": {""},
	"call": {""}, "serve": {"--stdio", "--listen 127.0.0.1:0"}, "mcp serve": {"", "--watch"}, "mcp install": {"--client claude-code -n"},
	"session open": {"--agent x a.go", "--agent y --read a.go"}, "session list": {""}, "session recover": {"--agent a SESSION"}, "session close": {"SESSION completed"},
	"guard": {"a.go"}, "guard-hook run": {""}, "guard-hook pre-commit": {""}, "guard-hook install": {"--client git"}, "guard-hook uninstall": {"--client git"},
	"gate": {"--base HEAD", "--base HEAD~1"}, "lock": {"SESSION a.go"}, "unlock": {"SESSION a.go"},
	"dryrun": {"a.go"}, "checkpoint": {"SESSION a.go"}, "rollback": {"SESSION chk_1"},
	"audit get": {"aud_1"}, "audit verify": {""}, "audit export": {""},
	"enrich node": {"one"}, "enrich batch": {""}, "enrich stale": {""}, "enrich status": {""}, "annotate": {"one words"}, "tag": {"full x"},
	"export calls": {""}, "export scip": {"-"}, "export as": {"scip"}, "dump": {""},
	"snapshot export": {"--unsigned"}, "snapshot import": {"nowhere.tar.zst"}, "snapshot push": {"--unsigned STORE"}, "snapshot pull": {"STORE"},
	"key new": {""}, "key list": {""}, "key trust": {"k 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="}, "key show": {"k"},
	"doctor": {""}, "completion": {"bash"}, "version": {""},
}

// misspelt is what the parser of the command line says.
var misspelt = regexp.MustCompile("unknown flag|unexpected argument|expected \"|missing flag")

// TestHostileRepositoryRunsNothing sets every knob by which a repository, or
// what it can put around git, names a program, and runs every command.
func TestHostileRepositoryRunsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command")
	}
	h := newHostile(t)
	var line commandLine
	for _, leaf := range newParser(&line, os.Stdout, os.Stderr).Model.Leaves(false) {
		if path := strings.TrimPrefix(leaf.Path(), "smp "); attackedBy[path] == nil {
			t.Errorf("%s is not tried on a hostile repository: add it to attackedBy", path)
		}
	}
	runs := 0
	for _, at := range []string{h.root, h.root + "/inner", h.pointed} {
		h.surround(t, at)
		code, out, errs := runIn(t, t.Context(), "index", "--repo", at, "--json")
		if code != exitOK {
			t.Fatalf("%s cannot be indexed: %s%s", at, out, errs)
		}
		h.unmarked(t, "index "+at)
		h.dirty(at)
		for _, command := range sortedKeys(attackedBy) {
			for _, args := range attackedBy[command] {
				h.attack(t, at, command, args)
				runs++
			}
		}
	}
	t.Logf("%d knobs, %d commands in %d calls", len(h.knobs), len(attackedBy), runs)
}

func (h *hostile) attack(t *testing.T, at, command, args string) {
	session := ""
	if strings.Contains(args, "SESSION") {
		session = h.session(t, at)
	}
	words := append(strings.Fields(command), strings.Fields(strings.NewReplacer("SESSION", session, "STORE", "file://"+t.TempDir()).Replace(args))...)
	words = append(words, "--repo", at)
	if slices.Contains([]string{"watch", "serve", "mcp serve"}, command) {
		h.serveAWhile(t, words)
	} else if code, _, errs := runIn(t, t.Context(), words...); code == exitUsage && misspelt.MatchString(errs) {
		t.Errorf("%s %s: the call is no try: %s", command, args, errs)
	}
	h.unmarked(t, command+" "+args)
}

// serveAWhile runs what does not end by itself, and asks it something that leads
// to git.
func (h *hostile) serveAWhile(t *testing.T, words []string) {
	ctx, cancel := context.WithTimeout(t.Context(), 800*time.Millisecond)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], words...)
	cmd.Args[0], cmd.Dir = "smp", h.root // see TestMain
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"smp/session/open","params":{"agent_id":"a","task":"t","scope":["a.go"]}}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"smp/navigate","params":{"query":"one","commit_sha":"HEAD~1"}}` + "\n")
	_ = cmd.Run()
}

// session opens one that knows which commit it began on.
func (h *hostile) session(t *testing.T, at string) string {
	t.Helper()
	_, out, errs := runIn(t, t.Context(), "session", "open", "a.go", "--exclusive", "--agent", "a", "--repo", at, "--json")
	var opened struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal([]byte(out), &opened); err != nil || opened.SessionID == "" {
		t.Fatalf("no session: %q, %s, %v", out, errs, err)
	}
	return opened.SessionID
}

// TestHostileRepositoryRunsNothingForMethods calls every method, with what its
// documentation shows and with what leads to git.
func TestHostileRepositoryRunsNothingForMethods(t *testing.T) {
	if testing.Short() {
		t.Skip("calls every method")
	}
	h := newHostile(t)
	h.surround(t, h.root)
	m, err := smp.Open(t.Context(), h.root+"/.smp/smp.db", smp.WithRoot(h.root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := jsonrpc.New(m, jsonrpc.Options{})
	defer finish(s)
	peer := s.NewPeer(jsonrpc.PeerOptions{Name: "hostile", Access: jsonrpc.Admin})
	call := func(method, params string) any {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		res, _ := s.Call(ctx, peer, method, json.RawMessage(params), false)
		h.unmarked(t, method+" "+params)
		return res
	}
	call("smp/index", `{"wait": true}`)
	h.dirty(h.root)
	var opened struct {
		SessionID string `json:"session_id"`
	}
	raw, _ := json.Marshal(call("smp/session/open", `{"agent_id": "a", "task": "t", "scope": ["a.go"], "mode": "write"}`))
	if err := json.Unmarshal(raw, &opened); err != nil || opened.SessionID == "" {
		t.Fatalf("no session: %s", raw)
	}
	for _, row := range jsonrpc.Methods() {
		call(row.Name, `{}`)
		for _, x := range row.Examples {
			known := strings.NewReplacer("ses_4f8a2c", opened.SessionID, "src/auth/login.ts", "a.go", "authenticateUser", "one")
			call(row.Name, known.Replace(x.Params))
		}
		if row.Viewed {
			call(row.Name, `{"commit_sha": "HEAD~1", "query": "one", "start": "one", "file_path": "a.go", "entity": "one"}`)
			call(row.Name, `{"session_id": "`+opened.SessionID+`", "query": "one", "start": "one", "file_path": "a.go", "entity": "one"}`)
		}
	}
	call("smp/update", `{"session_id": "`+opened.SessionID+`", "file_path": "a.go", "content": "package a\n\nfunc one() {}\n"}`)
	call("smp/session/close", `{"session_id": "`+opened.SessionID+`", "status": "completed"}`)
	t.Logf("%d knobs, %d methods", len(h.knobs), len(jsonrpc.Methods()))
}
