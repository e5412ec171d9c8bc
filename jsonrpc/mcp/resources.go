package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/structural-memory/smp/jsonrpc"
)

const markdownType = "text/markdown"

// addResources offers texts that can be attached without a tool being called.
func (a *agent) addResources(srv *sdk.Server) {
	add := func(uri, name, title, description, method string) {
		if jsonrpc.Lookup(method) == nil {
			return
		}
		srv.AddResource(&sdk.Resource{URI: uri, Name: name, Title: title, Description: description, MIMEType: markdownType},
			func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				return a.read(ctx, req.Params.URI, method, nil)
			})
	}
	add("smp://status", "status", "State of the index", "What the index holds and what was left out.", "smp/status")
	add("smp://report", "report", "Unlinked calls", "Call sites that could not be linked, and why.", "smp/linker/report")
	srv.AddResource(&sdk.Resource{URI: "smp://methods", Name: "methods", Title: "Methods", Description: "What smp_call can call.", MIMEType: markdownType},
		func(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			return text(req.Params.URI, methodList(a.peer.Access)), nil
		})
	srv.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: contextURI + "{+path}", Name: "context", Title: "Context of a file", Description: "What to know of a file before editing it.", MIMEType: markdownType},
		func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			path, err := url.PathUnescape(strings.TrimPrefix(req.Params.URI, contextURI))
			if err != nil {
				return nil, sdk.ResourceNotFoundError(req.Params.URI)
			}
			return a.read(ctx, req.Params.URI, "smp/context", map[string]any{"file_path": path})
		})
}

const contextURI = "smp://context/"

// read is a resource that is a method's answer as a text.
func (a *agent) read(ctx context.Context, uri, method string, params map[string]any) (*sdk.ReadResourceResult, error) {
	body, fault := a.text(ctx, method, params)
	if fault != nil && fault.Code == jsonrpc.NotFound {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	if fault != nil {
		return nil, fault
	}
	return text(uri, body), nil
}

// text is a method's answer for a reader. While there is no index, it says so.
func (a *agent) text(ctx context.Context, method string, params map[string]any) (string, *jsonrpc.Error) {
	if p := a.ready(ctx, nil); p != nil {
		return "The " + p.Text() + ".\n", nil
	}
	raw, err := json.Marshal(params)
	if err != nil {
		return "", jsonrpc.Fail(jsonrpc.InvalidParams, jsonrpc.Detail{Detail: err.Error()})
	}
	result, fault := a.s.Call(ctx, a.peer, method, raw, true)
	if fault != nil {
		return "", fault
	}
	body, _ := result.(string)
	return body, nil
}

func text(uri, body string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: markdownType, Text: body}}}
}
