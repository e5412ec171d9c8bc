package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

// evil is what a name must not do to a terminal.
const evil = "\x1b]0;owned\a\x1b[2J\u009b31m\u202e\u200b\ufeff\x7f\U000e0041"

// obeyed finds what a terminal would act on.
func obeyed(text string) string {
	for i, r := range text {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || strings.ContainsRune("\u200b\u202e\ufeff\U000e0041", r) {
			return fmt.Sprintf("%U in %q", r, text[max(0, i-40):min(len(text), i+10)])
		}
	}
	return ""
}

// TestNothingReachesTheTerminal: names, comments, texts and titles of a hostile
// repository are shown and not obeyed, by every command and every method.
func TestNothingReachesTheTerminal(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", t.TempDir())
	bad := "e" + evil + "\nsmp: all is well"
	for name, text := range map[string]string{
		"a.go":       "package a\n\n// one " + evil + " says\nfunc one() { two() }\n",
		"b.go":       "package a\n\n/* two " + evil + " */\nfunc two() {}\n",
		bad + ".go":  "package a\n\nfunc three() { one() }\n",
		"x.test.js":  "describe('" + evil + "', () => { it('" + evil + "', () => { f() }) })\nfunction f() {}\n",
		"k.json":     `{"` + strings.ReplaceAll(evil[9:], "\x1b", "") + `": 1}`,
		"doc.md":     "# " + evil + "\n",
		"y.txt":      evil,
		"style.yaml": "\"" + evil[20:] + "\": 1\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Skip("the file system takes no such names")
		}
	}
	check := func(what, text string) {
		t.Helper()
		if found := obeyed(text); found != "" {
			t.Errorf("%s: %s", what, found)
		}
		if strings.Contains(text, "\nsmp: all is well") {
			t.Errorf("%s: a name begins a line: %q", what, text)
		}
	}
	runs := 0
	run := func(words ...string) string {
		t.Helper()
		_, out, errs := runIn(t, t.Context(), append(words, "--repo", dir)...)
		check(strings.Join(words, " "), out)
		check(strings.Join(words, " ")+" (stderr)", errs)
		runs++
		return out
	}
	run("index", "-v")
	out := run("session", "open", "a.go", "--agent", evil, "--task", evil, "--json")
	var opened struct {
		SessionID string `json:"session_id"`
		AgentID   string `json:"agent_id"`
	}
	if err := json.Unmarshal([]byte(out), &opened); err != nil || opened.SessionID == "" {
		t.Fatalf("no session: %q %v", out, err)
	}
	run("annotate", "one", evil, "--tags", evil)
	run("tag", bad+".go", evil)
	for _, command := range sortedKeys(attackedBy) {
		switch command {
		case "watch", "serve", "mcp serve", "mcp install", "guard-hook run", "dump", "export scip", "export as", "export calls", "audit export", "key new", "key trust", "session close":
			continue // machines read them, or they do not end, or change more than this folder
		}
		for _, args := range attackedBy[command] {
			words := append(strings.Fields(command), strings.Fields(strings.NewReplacer("SESSION", opened.SessionID, "STORE", "file://"+t.TempDir()).Replace(args))...)
			run(words...)
			for i, w := range words[1:] {
				if w == "one" || w == "a.go" {
					words[i+1] = bad + ".go"
				}
			}
			run(words...)
			run(append(words, "--json")...)
		}
	}
	run("no" + evil)
	run("navigate", evil)
	run("index", "--explain", bad+".go")

	m, err := smp.Open(t.Context(), dir+"/.smp/smp.db", smp.WithRoot(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := jsonrpc.New(m, jsonrpc.Options{})
	defer finish(s)
	peer := s.NewPeer(jsonrpc.PeerOptions{Name: "hostile", Access: jsonrpc.Admin})
	for _, row := range jsonrpc.Methods() {
		for _, x := range row.Examples {
			for _, node := range []string{"one", "func:" + bad + ".go#three"} {
				known := strings.NewReplacer("ses_4f8a2c", opened.SessionID, "src/auth/login.ts", quotedIn(bad+".go"), "authenticateUser", quotedIn(node))
				res, fault := s.Call(t.Context(), peer, row.Name, json.RawMessage(known.Replace(x.Params)), false)
				if fault != nil {
					check(row.Name+" fails", fault.Text())
				} else {
					check(row.Name, row.Text(res))
				}
				runs++
			}
		}
	}
	t.Logf("%d calls", runs)
}

// quotedIn is text as it stands within the quotes of JSON.
func quotedIn(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw[1 : len(raw)-1])
}

// TestPlain: what is written through a page keeps the colours of its style
// alone; JSON means what it meant.
func TestPlain(t *testing.T) {
	var b bytes.Buffer
	p := &page{w: &b, style: style{terminal: true, colour: true}}
	p.line("%s %s %v", p.bold("x"+evil), "a\nb", errors.New(evil))
	text := b.String()
	if !strings.HasPrefix(text, "\x1b[1mx") || strings.Count(text, "\n") != 1 || !strings.Contains(text, `a\nb`) || !strings.Contains(text, `\x1b]0;owned\x07\x1b[2J\u009b31m\u202e\u200b\ufeff\x7f\U000e0041`) {
		t.Errorf("shown as %q", text)
	}
	if found := obeyed(strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(text)); found != "" {
		t.Error(found)
	}
	raw, _ := json.Marshal(map[string]string{evil: evil})
	var back map[string]string
	if safe := jsonrpc.PlainJSON(raw); obeyed(string(safe)) != "" || json.Unmarshal(safe, &back) != nil || back[evil] != evil {
		t.Errorf("%q is %q", safe, back)
	}
	if got := jsonrpc.Plain("a\xffb\r\nc\td \uFFFD é 漢"); got != "a\\xffb\nc\td \uFFFD é 漢" {
		t.Errorf("%q", got)
	}
}
