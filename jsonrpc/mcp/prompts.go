package mcp

import (
	"context"
	"fmt"
	"maps"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/structural-memory/smp/jsonrpc"
)

// prompt is a usual task: a text with places for arguments, and a method whose
// answer goes with it.
type prompt struct {
	name, title, description string
	args                     []*sdk.PromptArgument
	text                     string            // {name} is an argument
	method                   string            // "" for none
	params                   map[string]string // of the method, by argument
	fixed                    map[string]any    // what the method is given besides
}

var prompts = []prompt{
	{
		name: "edit_file", title: "Edit a file safely", description: "What depends on a file, and how to change it without breaking that.",
		args:   []*sdk.PromptArgument{{Name: "file", Description: "the file to edit", Required: true}, {Name: "task", Description: "what to change", Required: true}},
		text:   "Change {file}: {task}\n\nBelow is what the repository's structure says of the file. Before you change the signature of a definition, or delete or move one, ask the tool `impact` about it, and edit all that must change with it. Run the tests that are named.",
		method: "smp/context", params: map[string]string{"file_path": "file"},
	},
	{
		name: "explain_symbol", title: "Explain a definition", description: "What a definition does, who uses it and what it needs.",
		args:   []*sdk.PromptArgument{{Name: "symbol", Description: "a name, path#name or id", Required: true}},
		text:   "Explain {symbol}: what it is for, who calls it and why, and what it relies on. Read its source, and use `trace` where the neighbours below are not enough.",
		method: "smp/navigate", params: map[string]string{"query": "symbol"}, fixed: map[string]any{"include_relationships": true},
	},
	{
		name: "review_change", title: "Review a change of a definition", description: "What a change of a definition breaks.",
		args:   []*sdk.PromptArgument{{Name: "symbol", Description: "what was changed", Required: true}},
		text:   "{symbol} was changed. Go through everything below that must change with it and say for each place whether it still holds. Say what the note on certainty, if there is one, leaves open.",
		method: "smp/impact", params: map[string]string{"entity": "symbol"},
	},
	{
		name: "tour", title: "Tour of the repository", description: "Get to know the code base.",
		text:   "Give me a tour of this repository: its languages and size, its entry points, the most important definitions and how a typical request or command runs through them. Begin with what the index holds, below; then use `symbol`, `trace` and `context`.",
		method: "smp/status",
	},
}

func (a *agent) addPrompts(srv *sdk.Server) {
	for _, p := range prompts {
		srv.AddPrompt(&sdk.Prompt{Name: p.name, Title: p.title, Description: p.description, Arguments: p.args},
			func(ctx context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
				return a.prompt(ctx, p, req.Params.Arguments)
			})
	}
}

func (a *agent) prompt(ctx context.Context, p prompt, args map[string]string) (*sdk.GetPromptResult, error) {
	body := p.text
	for _, arg := range p.args {
		v := strings.TrimSpace(args[arg.Name])
		if v == "" && arg.Required {
			return nil, fmt.Errorf("the prompt %s needs the argument %s", p.name, arg.Name)
		}
		body = strings.ReplaceAll(body, "{"+arg.Name+"}", v)
	}
	params := maps.Clone(p.fixed)
	if params == nil {
		params = map[string]any{}
	}
	for param, arg := range p.params {
		params[param] = args[arg]
	}
	known, fault := a.text(ctx, p.method, params)
	if fault != nil {
		known = fault.Text()
	}
	return &sdk.GetPromptResult{Description: p.description, Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: jsonrpc.Plain(body) + "\n\n---\n\n" + known}}}}, nil
}
