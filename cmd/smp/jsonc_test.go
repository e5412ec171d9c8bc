package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSettingsKeepTheirForm(t *testing.T) {
	const value = `{"command":"smp","args":["mcp"]}`
	const entry = `"smp": {` + "\n" + `      "command": "smp",` + "\n" + `      "args": [` + "\n" + `        "mcp"` + "\n      ]\n    }"
	for _, c := range []struct{ name, before, after string }{
		{"nothing", "", "{\n  \"servers\": {\n    " + entry + "\n  }\n}\n"},
		{"an empty object", "{}\n", "{\n  \"servers\": {\n    " + entry + "\n  }\n}\n"},
		{"others", "{\n  \"servers\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}\n", "{\n  \"servers\": {\n    \"a\": {\"command\": \"x\"},\n    " + entry + "\n  }\n}\n"},
		{"comments and commas", "// mine\n{\n  /* all, { of */ \"servers\": {\n    \"a\": [1, {\"b\": \"}\\\"\"}], // last\n  },\n  \"x\": 1\n}\n", "// mine\n{\n  /* all, { of */ \"servers\": {\n    \"a\": [1, {\"b\": \"}\\\"\"}],\n    " + entry + ", // last\n  },\n  \"x\": 1\n}\n"},
		{"another value", "{\"servers\": {\"smp\": {\"command\": \"old\"}, \"b\": {}}}", "{\"servers\": {" + entry + ", \"b\": {}}}"},
		{"the same value", "{\"servers\": {\"smp\": {\"args\": [\"mcp\"], \"command\": \"smp\"}}}", "{\"servers\": {\"smp\": {\"args\": [\"mcp\"], \"command\": \"smp\"}}}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := setJSON([]byte(c.before), []byte(value), "servers", "smp")
			if err != nil || string(got) != c.after {
				t.Errorf("%v\n%s\nwant\n%s", err, got, c.after)
			}
			again, err := setJSON(got, []byte(value), "servers", "smp")
			if err != nil || string(again) != string(got) {
				t.Errorf("twice: %v\n%s", err, again)
			}
		})
	}
}

func TestSettingsUndo(t *testing.T) {
	for _, before := range []string{
		"{\n  \"servers\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}\n",
		"{\n  \"x\": 1\n}\n",
		"{\n  \"x\": 1,\n  \"servers\": {\n    \"a\": 1,\n  },\n}\n",
		"",
	} {
		with, err := setJSON([]byte(before), []byte(`{"command":"smp"}`), "servers", "smp")
		if err != nil {
			t.Fatal(err)
		}
		got, err := removeJSON(with, "servers", "smp")
		if err != nil || string(got) != before {
			t.Errorf("%v: %q became %q", err, before, got)
		}
		if again, err := removeJSON(got, "servers", "smp"); err != nil || string(again) != string(got) {
			t.Errorf("twice: %q, %v", again, err)
		}
	}
	if _, err := setJSON([]byte("[1]"), []byte("{}"), "servers", "smp"); err == nil {
		t.Error("an array was edited")
	}
}

func FuzzSettings(f *testing.F) {
	f.Add("{\n  \"servers\": {\n    \"a\": {\"command\": \"x\"}, // c\n  },\n}\n")
	f.Add(`{"servers":{},"x":[{"y":"\""}]}`)
	f.Fuzz(func(t *testing.T, before string) {
		got, err := setJSON([]byte(before), []byte(`{"command":"smp"}`), "servers", "smp")
		if err != nil || !json.Valid([]byte(before)) {
			return
		}
		var v map[string]map[string]any
		if json.Unmarshal(got, &v) != nil && json.Valid([]byte(before)) && !json.Valid(got) {
			t.Errorf("%q became %q", before, got)
		}
		if !strings.Contains(string(got), `"smp"`) {
			t.Errorf("no entry in %q", got)
		}
	})
}
