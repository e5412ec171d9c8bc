package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// gateExample has something of all that a report shows.
func gateExample() *smp.GateResult {
	res := &smp.GateResult{Base: strings.Repeat("a", 40), Head: "working tree", FilesChanged: []string{"a b.go"}, Verdict: smp.VerdictBreaking, RedAlert: true,
		Diff: &smp.DiffResult{NodesAdded: []smp.NodeRef{{ID: "func:a b.go#new"}}, Counts: map[string]int{"nodes_added": 1}}, DryRun: &smp.DryRunResult{}, Notes: []string{"a note"}}
	for i, r := range smp.GateRules {
		res.Findings = append(res.Findings, smp.GateFinding{Rule: r.ID, Level: r.Level, Message: "a | b\nc", File: "a b#1.go", Line: i, NodeID: "func:a.go#f"})
	}
	return res
}

// TestSARIF holds a report to what the schema of SARIF 2.1.0 asks of the parts
// that are used.
func TestSARIF(t *testing.T) {
	text, err := gateSARIF(gateExample())
	if err != nil {
		t.Fatal(err)
	}
	var log map[string]any
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	get := func(v any, keys ...string) any {
		for _, k := range keys {
			object, ok := v.(map[string]any)
			if !ok || object[k] == nil {
				t.Fatalf("%q is missing in %v", k, v)
			}
			v = object[k]
		}
		return v
	}
	only := func(v any, keys ...string) {
		for k := range v.(map[string]any) {
			if !slices.Contains(keys, k) {
				t.Errorf("%q is none of %q", k, keys)
			}
		}
	}
	only(log, "$schema", "version", "runs")
	if get(log, "version") != "2.1.0" {
		t.Error("the version is another")
	}
	run := get(log, "runs").([]any)[0]
	only(run, "tool", "results", "properties")
	driver := get(run, "tool", "driver")
	only(driver, "name", "version", "rules")
	rules := get(driver, "rules").([]any)
	for _, r := range rules {
		only(r, "id", "shortDescription", "help", "defaultConfiguration")
		if get(r, "id").(string) == "" || get(r, "shortDescription", "text").(string) == "" || get(r, "help", "text").(string) == "" {
			t.Errorf("rule %v", r)
		}
	}
	results := get(run, "results").([]any)
	if len(results) != len(smp.GateRules) {
		t.Fatalf("%d results", len(results))
	}
	for _, r := range results {
		only(r, "ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints")
		if i := int(get(r, "ruleIndex").(float64)); get(rules[i], "id") != get(r, "ruleId") {
			t.Errorf("rule %d is not %v", i, get(r, "ruleId"))
		}
		if level := get(r, "level").(string); !slices.Contains([]string{"none", "note", "warning", "error"}, level) {
			t.Errorf("level %s", level)
		}
		get(r, "message", "text")
		at := get(r, "locations").([]any)[0]
		only(at, "physicalLocation", "logicalLocations")
		place := get(at, "physicalLocation")
		only(place, "artifactLocation", "region")
		uri, err := url.Parse(get(place, "artifactLocation", "uri").(string))
		if err != nil || uri.Path != "a b#1.go" || uri.IsAbs() {
			t.Errorf("uri %v %v", uri, err)
		}
		if get(place, "region", "startLine").(float64) < 1 {
			t.Errorf("region %v", place)
		}
		only(get(place, "artifactLocation"), "uri", "uriBaseId")
	}
}

func TestGateMarkdownIsBounded(t *testing.T) {
	res := gateExample()
	for range 1000 {
		res.Findings = append(res.Findings, res.Findings[0])
		res.Diff.NodesAdded = append(res.Diff.NodesAdded, res.Diff.NodesAdded[0])
	}
	text := gateMarkdown(res)
	if n := strings.Count(text, "\n"); n > 300 || !strings.Contains(text, fmt.Sprintf("%d more.", 900+len(smp.GateRules))) || !strings.Contains(text, "a \\| b c") {
		t.Errorf("%d lines\n%s", n, text[:2000])
	}
}

// TestEditHooks: entries of others stay, in their order.
func TestEditHooks(t *testing.T) {
	other := `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}]}, "model": "m"}`
	with, err := editHooks([]byte(other), "PreToolUse", "smp guard-hook", false)
	if err != nil {
		t.Fatal(err)
	}
	again, err := editHooks(with, "PreToolUse", "smp guard-hook", false)
	if err != nil || string(again) != string(with) || strings.Count(string(with), "guard-hook") != 1 || !strings.Contains(string(with), `"Bash"`) {
		t.Errorf("%s\n%s %v", with, again, err)
	}
	moved, err := editHooks(with, "PreToolUse", "/opt/smp guard-hook", false)
	if err != nil || strings.Count(string(moved), "guard-hook") != 1 {
		t.Errorf("%s %v", moved, err)
	}
	back, err := editHooks(with, "PreToolUse", "smp guard-hook", true)
	var a, b any
	if err != nil || json.Unmarshal(back, &a) != nil || json.Unmarshal([]byte(other), &b) != nil || strings.Contains(string(back), "guard-hook") {
		t.Errorf("%s %v", back, err)
	}
	if out, err := editHooks(nil, "PostToolUse", "smp guard-hook", false); err != nil || !json.Valid(out) {
		t.Errorf("%s %v", out, err)
	}
	if _, err := editHooks([]byte("{"), "PreToolUse", "smp guard-hook", false); err == nil {
		t.Error("a file that cannot be read is edited")
	}
}

// FuzzHookCall: whatever comes in, content is told without failing.
func FuzzHookCall(f *testing.F) {
	f.Add(`{"tool_input": {"file_path": "x", "old_string": "a", "new_string": "b"}}`)
	f.Add(`{"tool_input": {"content": ""}}`)
	f.Add(`{"tool_input": {"edits": [{"old_string": "", "new_string": "b"}, {"old_string": "b"}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var call hookCall
		if json.Unmarshal([]byte(text), &call) != nil {
			return
		}
		if got := call.content("/nowhere/at/all"); call.Input.Content != nil && string(got) != *call.Input.Content {
			t.Errorf("%q", got)
		}
	})
}
