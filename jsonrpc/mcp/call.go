package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/structural-memory/smp/jsonrpc"
)

// addTools offers the tools whose methods there are and the client may use.
func (a *agent) addTools(srv *sdk.Server) {
	no := false
	for i := range tools {
		t := &tools[i]
		m := jsonrpc.Lookup(t.method)
		if m == nil || m.Access > a.peer.Access {
			continue
		}
		srv.AddTool(&sdk.Tool{
			Name: t.name, Title: t.title, Description: t.description, InputSchema: t.schema(m),
			Annotations: &sdk.ToolAnnotations{ReadOnlyHint: m.Access == jsonrpc.Read, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
		}, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			args, fault := arguments(req)
			if fault != nil {
				return failed(fault), nil
			}
			maps.Copy(args.params, raw(t.fixed))
			return a.answer(ctx, req, m, args), nil
		})
	}
	srv.AddTool(&sdk.Tool{
		Name: "smp_call", Title: "Call any method", Description: callDescription, InputSchema: callSchema(),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: a.peer.Access == jsonrpc.Read, OpenWorldHint: &no},
	}, a.call)
}

func raw(values map[string]any) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for k, v := range values {
		b, err := json.Marshal(v)
		if err != nil {
			panic(fmt.Sprintf("a fixed parameter is no JSON: %v", err))
		}
		out[k] = b
	}
	return out
}

// args are what a tool is called with.
type args struct {
	params map[string]json.RawMessage
	budget int // tokens
	cursor string
}

func arguments(req *sdk.CallToolRequest) (args, *jsonrpc.Error) {
	a := args{params: map[string]json.RawMessage{}, budget: 2000}
	if len(req.Params.Arguments) > 0 {
		if err := json.Unmarshal(req.Params.Arguments, &a.params); err != nil {
			return a, jsonrpc.Fail(jsonrpc.InvalidParams, jsonrpc.Detail{Detail: "arguments must be an object"})
		}
	}
	if a.params == nil { // null
		a.params = map[string]json.RawMessage{}
	}
	for name, to := range map[string]any{"budget": &a.budget, "cursor": &a.cursor} {
		if v, ok := a.params[name]; ok {
			if err := json.Unmarshal(v, to); err != nil {
				return a, jsonrpc.Fail(jsonrpc.InvalidParams, jsonrpc.ParamsData{Invalid: []jsonrpc.InvalidParam{{Param: name, Reason: err.Error()}}})
			}
			delete(a.params, name)
		}
	}
	a.budget = min(max(a.budget, 100), 50000)
	return a, nil
}

// call is smp_call.
func (a *agent) call(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	in, fault := arguments(req)
	if fault != nil {
		return failed(fault), nil
	}
	var method string
	if err := json.Unmarshal(in.params["method"], &method); err != nil {
		return failed(jsonrpc.Fail(jsonrpc.InvalidParams, jsonrpc.ParamsData{Missing: []string{"method"}})), nil
	}
	inner := map[string]json.RawMessage{}
	if p := in.params["params"]; len(p) > 0 {
		if err := json.Unmarshal(p, &inner); err != nil {
			return failed(jsonrpc.Fail(jsonrpc.InvalidParams, jsonrpc.Detail{Detail: "params must be an object"})), nil
		}
	}
	if method == "help" {
		return help(a.peer.Access, inner, in), nil
	}
	m := jsonrpc.Lookup(method)
	if m == nil {
		_, fault := a.s.Call(ctx, a.peer, method, nil, false)
		return failed(fault), nil
	}
	in.params = inner
	return a.answer(ctx, req, m, in), nil
}

// answer runs a method and fits its result into the budget. Where files that
// the result is about have changed since they were indexed, they are taken in
// and the method is asked again.
func (a *agent) answer(ctx context.Context, req *sdk.CallToolRequest, m *jsonrpc.Method, in args) *sdk.CallToolResult {
	if !m.Anytime {
		if p := a.ready(ctx, progress(ctx, req)); p != nil {
			return waiting(*p)
		}
	}
	var result any
	for again := range 2 {
		var fault *jsonrpc.Error
		if result, fault = a.run(ctx, m, in.params); fault != nil {
			if again == 0 && fault.Code == jsonrpc.NotFound && a.catchUp(ctx) {
				continue
			}
			return failed(fault)
		}
		if m.Access != jsonrpc.Read || again > 0 {
			break
		}
		fresh, err := a.s.Freshen(ctx, filesOf(result))
		if err != nil || !fresh {
			break // the age is no reason not to answer
		}
	}
	return a.fit(ctx, m, in, result)
}

// catchUp looks at the files again where a name was not found: it may be new,
// and so may its file. That may take a little while.
func (a *agent) catchUp(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, shortWait)
	defer cancel()
	return a.s.Indexer.Renew(ctx)
}

func (a *agent) run(ctx context.Context, m *jsonrpc.Method, params map[string]json.RawMessage) (any, *jsonrpc.Error) {
	b, err := json.Marshal(params)
	if err != nil {
		return nil, jsonrpc.Fail(jsonrpc.InvalidParams, jsonrpc.Detail{Detail: err.Error()})
	}
	return a.s.Call(ctx, a.peer, m.Name, b, false)
}

func failed(e *jsonrpc.Error) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: e.Text()}}, StructuredContent: map[string]any{"error": e}}
}

// waiting is the answer while the repository is indexed for the first time.
func waiting(p jsonrpc.Progress) *sdk.CallToolResult {
	text := "The " + p.Text() + "."
	if p.State == "indexing" {
		text += " Ask again in a few seconds."
	}
	return &sdk.CallToolResult{IsError: p.State == "failed", Content: []sdk.Content{&sdk.TextContent{Text: jsonrpc.Plain(text)}}, StructuredContent: map[string]any{"index": p}}
}
