package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/structural-memory/smp/jsonrpc"
)

// help lists the methods, or documents one.
func help(access jsonrpc.Access, params map[string]json.RawMessage, in args) *sdk.CallToolResult {
	var name string
	if raw, ok := params["method"]; ok && json.Unmarshal(raw, &name) == nil && name != "" {
		m := jsonrpc.Lookup(name)
		if m == nil {
			return failed(jsonrpc.Fail(jsonrpc.MethodNotFound, map[string]string{"method": name}))
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: documentation(m)}}}
	}
	part, next, note := page(methodList(access), in.cursor, int(float64(in.budget)*bytesPerToken))
	out := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: note + part}}}
	if next != "" {
		out.StructuredContent = map[string]any{"next_cursor": next}
	}
	return out
}

func methodList(access jsonrpc.Access) string {
	var b strings.Builder
	group := ""
	for _, m := range jsonrpc.Methods() {
		if m.Access > access {
			continue
		}
		if m.Group != group {
			group = m.Group
			fmt.Fprintf(&b, "\n## %s\n\n", group)
		}
		fmt.Fprintf(&b, "- `%s` (%s) %s\n", m.Name, strings.Join(paramNames(m), ", "), m.Summary)
	}
	return strings.TrimSpace(b.String()) + "\n"
}

// paramNames are the parameters, those that may be left out with a question
// mark.
func paramNames(m *jsonrpc.Method) []string {
	var out []string
	for _, p := range m.Params.PropertyOrder {
		if p == "format" {
			continue
		}
		if !slices.Contains(m.Params.Required, p) {
			p += "?"
		}
		out = append(out, p)
	}
	return out
}

func documentation(m *jsonrpc.Method) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", m.Name, m.Summary)
	if m.Doc != "" {
		fmt.Fprintf(&b, "\n%s\n", m.Doc)
	}
	schema, err := json.MarshalIndent(m.Params, "", " ")
	if err == nil {
		fmt.Fprintf(&b, "\nParameters:\n\n```json\n%s\n```\n", schema)
	}
	for _, e := range m.Examples {
		fmt.Fprintf(&b, "\n%s: `%s`\n", e.Name, e.Params)
	}
	return b.String()
}
