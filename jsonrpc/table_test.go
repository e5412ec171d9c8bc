package jsonrpc

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// TestTable holds every row to what the rest relies on.
func TestTable(t *testing.T) {
	name := regexp.MustCompile(`^(smp/[a-z_]+(/[a-z_]+)*|rpc\.discover|graph\.[a-z]+|node\.get|[a-z]+)$`)
	for _, m := range Methods() {
		t.Run(m.Name, func(t *testing.T) {
			if !name.MatchString(m.Name) {
				t.Error("its name has another form than others")
			}
			if m.Group == "" || m.Access < Read || m.Access > Admin || !strings.HasSuffix(m.Summary, ".") || strings.Contains(m.Summary, "\n") {
				t.Errorf("group %q, access %d, summary %q", m.Group, m.Access, m.Summary)
			}
			for _, c := range m.Errors {
				if _, ok := codeOf[c]; !ok {
					t.Errorf("no error has the code %d", c)
				}
			}
			if _, ok := m.Params.Properties[format]; ok != (m.Access == Read) {
				t.Error("format goes with reading")
			}
			if _, err := m.Params.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true}); err != nil {
				t.Error(err)
			}
			if _, err := m.ResultSchema().Resolve(nil); err != nil {
				t.Error(err)
			}
			for _, e := range m.Examples {
				in, fault := checkParams(m.Params, json.RawMessage(e.Params))
				if fault != nil {
					t.Errorf("the example %s: %v", e.Name, fault.Message)
				}
				raw, err := json.Marshal(in)
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(raw, reflect.New(m.params).Interface()); err != nil {
					t.Error(err)
				}
				if e.Result != "" && json.Unmarshal([]byte(e.Result), reflect.New(m.result).Interface()) != nil {
					t.Errorf("the example %s has another result", e.Name)
				}
			}
		})
	}
}

func TestCodesAreGivenOnce(t *testing.T) {
	names := map[string]bool{}
	for _, c := range Codes {
		if names[c.Name] {
			t.Errorf("two codes are called %s", c.Name)
		}
		names[c.Name] = true
		if c.HTTP < 400 || c.Meaning == "" || c.Message == "" {
			t.Errorf("%+v", c)
		}
	}
	if len(codeOf) != len(Codes) {
		t.Error("a code is given twice")
	}
}

func TestNearMethods(t *testing.T) {
	for name, want := range map[string]string{"smp/trade": "smp/trace", "why": "smp/graph/why", "smp/Locate": "smp/locate", "navigate": "smp/navigate"} {
		if got := nearMethods(name); len(got) == 0 || got[0] != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := nearMethods("xyzzyxyzzyxyzzy"); got == nil || len(got) > 0 {
		t.Errorf("%v", got)
	}
}

func TestMarkdownOfAnything(t *testing.T) {
	type row struct {
		A string `json:"a"`
		B *int   `json:"b,omitempty"`
	}
	one := 1
	got := Markdown(map[string]any{"list": []row{{"x|y", nil}, {"z", &one}}, "none": []string{}, "words": []string{"p", "q"}, "null": nil, "inner": map[string]int{"n": 2}})
	want := "- **inner**\n  - **n**: 2\n\n**list** (2)\n\n| a | b |\n|---|---|\n| x\\|y |  |\n| z | 1 |\n\n- **none**: none\n- **null**: –\n- **words**: p, q\n"
	if got != want {
		t.Errorf("%q", got)
	}
}
