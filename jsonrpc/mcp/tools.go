package mcp

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/structural-memory/smp/jsonrpc"
)

// tool is a method of the table in the form that agents use all day. It is
// offered when the table has the method.
type tool struct {
	name, title, description string
	method                   string
	params                   []string       // those of the method's that the tool has
	fixed                    map[string]any // what the method is given besides
}

var tools = []tool{
	{
		name: "locate", title: "Find code by description", method: "smp/locate",
		description: "Find definitions by what they do, in words: \"where is user registration handled?\". Use it first when you do not know a name.",
		params:      []string{"query", "top_k", "node_types"},
	},
	{
		name: "context", title: "Context of a file", method: "smp/context",
		description: "What to know of a file before editing it: its role and risk, who imports it, what it defines, its tests, what flows in and out.",
		params:      []string{"file_path", "scope", "depth"},
	},
	{
		name: "symbol", title: "Look up a definition", method: "smp/navigate",
		description: "One definition with its signature, place and documentation, and what calls, uses, tests and extends it.",
		params:      []string{"query"}, fixed: map[string]any{"include_relationships": true},
	},
	{
		name: "trace", title: "Follow calls", method: "smp/trace",
		description: "The tree of what a definition calls (outgoing) or of who calls it (incoming), or along another relationship.",
		params:      []string{"start", "direction", "depth", "relationship"}, fixed: map[string]any{"external": false},
	},
	{
		name: "impact", title: "Impact of a change", method: "smp/impact",
		description: "What breaks when a definition, type or file changes, moves or goes: what must change with it, and all that depends on it.",
		params:      []string{"entity", "change_type", "depth"},
	},
	{
		name: "edit_guard", title: "May I edit this?", method: "smp/guard/check",
		description: "Check a file before writing it in a session: scope, locks, hot nodes, test coverage. Answers clear, red_alert or blocked.",
		params:      []string{"session_id", "target", "intended_change", "coverage_report"},
	},
	{
		name: "memory", title: "Search notes and documentation", method: "smp/search",
		description: "Search docstrings, annotations and tags by words. smp/annotate and smp/tag, by smp_call, add to them.",
		params:      []string{"query", "match", "filter", "top_k"},
	},
	{
		name: "status", title: "State of the index", method: "smp/status",
		description: "How far the index is, what it holds, how much of the calls is linked, and what was left out.",
	},
}

// callDescription is that of smp_call.
const callDescription = "Call any method of the server, also those that write. Method \"help\" lists them; with params {\"method\": NAME} it documents one."

// budgetParams are what every tool takes besides.
var budgetParams = map[string]*jsonschema.Schema{
	"budget": {Type: "integer", Description: "tokens of the answer", Default: json.RawMessage("2000"), Minimum: jsonschema.Ptr(100.0), Maximum: jsonschema.Ptr(50000.0)},
	"cursor": {Type: "string", Description: "next_cursor of the last answer"},
}

// schema is the tool's input: some of the method's parameters, and the budget.
func (t *tool) schema(m *jsonrpc.Method) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: maps.Clone(budgetParams)}
	for _, name := range t.params {
		if p := m.Params.Properties[name]; p != nil {
			s.Properties[name] = p
			s.PropertyOrder = append(s.PropertyOrder, name)
			if slices.Contains(m.Params.Required, name) {
				s.Required = append(s.Required, name)
			}
		}
	}
	s.PropertyOrder = append(s.PropertyOrder, "budget", "cursor")
	s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
	return s
}

func callSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: maps.Clone(budgetParams), Required: []string{"method"}, PropertyOrder: []string{"method", "params", "budget", "cursor"}}
	s.Properties["method"] = &jsonschema.Schema{Type: "string"}
	s.Properties["params"] = &jsonschema.Schema{Type: "object", Description: "the method's own"}
	s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
	return s
}
