package jsonrpc

import (
	"context"
	"strings"

	"github.com/structural-memory/smp"
)

// NavigateParams are those of smp/navigate.
type NavigateParams struct {
	Query                string `json:"query" jsonschema:"an id, path#name, path:line, a qualified or a bare name"`
	IncludeRelationships bool   `json:"include_relationships,omitempty" jsonschema:"what is around the node too"`
	Limit                int    `json:"limit,omitempty" jsonschema:"entries in each list" default:"100" min:"1" max:"10000"`
}

// TraceParams are those of smp/trace.
type TraceParams struct {
	Start        string `json:"start" jsonschema:"the node to walk from"`
	Relationship string `json:"relationship,omitempty" jsonschema:"what to follow: CALLS (static and observed), IMPORTS, INHERITS, IMPLEMENTS, USES, REFERENCES, TESTS, DEFINES, CONTAINS, DEPENDS_ON, CALLS_STATIC, CALLS_RUNTIME or ALL; several with commas" default:"CALLS"`
	Depth        int    `json:"depth,omitempty" jsonschema:"steps to follow" default:"3" min:"1" max:"20"`
	Direction    string `json:"direction,omitempty" jsonschema:"outgoing: what it calls; incoming: what calls it" enum:"outgoing,incoming,both" default:"outgoing"`
	Limit        int    `json:"limit,omitempty" jsonschema:"nodes in the answer" default:"500" min:"1" max:"10000"`
	External     *bool  `json:"external,omitempty" jsonschema:"show leaves outside the repository" default:"true"`
}

// ContextParams are those of smp/context.
type ContextParams struct {
	FilePath  string `json:"file_path" jsonschema:"a file, relative to the repository's root"`
	Scope     string `json:"scope,omitempty" jsonschema:"what the context is for" enum:"edit,create,debug,review" default:"edit"`
	Depth     int    `json:"depth,omitempty" jsonschema:"steps of importers that count into blast_radius" default:"1" min:"1" max:"20"`
	Limit     int    `json:"limit,omitempty" jsonschema:"entries in each list" default:"500" min:"1" max:"10000"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"show the source of the file's definitions and the signatures around them, as much as fits into so many tokens" min:"0" max:"1000000"`
}

// ImpactParams are those of smp/impact.
type ImpactParams struct {
	Entity     string `json:"entity" jsonschema:"what changes: a definition, a type or a file"`
	ChangeType string `json:"change_type,omitempty" enum:"signature_change,delete,move" default:"signature_change"`
	Depth      int    `json:"depth,omitempty" jsonschema:"steps against the dependencies" default:"3" min:"1" max:"20"`
	Limit      int    `json:"limit,omitempty" jsonschema:"entries in each list" default:"500" min:"1" max:"10000"`
}

// FlowParams are those of smp/flow.
type FlowParams struct {
	Start    string `json:"start" jsonschema:"where it begins"`
	End      string `json:"end" jsonschema:"where it ends"`
	FlowType string `json:"flow_type,omitempty" jsonschema:"execution follows calls, data follows uses and references too" enum:"data,execution" default:"execution"`
}

// WhyParams are those of smp/graph/why.
type WhyParams struct {
	From string `json:"from" jsonschema:"what depends"`
	To   string `json:"to" jsonschema:"what it depends on"`
}

var nodeErrors = []Code{NotFound, Ambiguous, NotReady}

func queryRows() []*Method {
	row := func(name, summary, doc string, examples ...Example) Method {
		return Method{Name: name, Group: "Query", Access: Read, Viewed: true, Summary: summary, Doc: doc, Errors: nodeErrors, Examples: examples}
	}
	return []*Method{
		focusing(shown(define(row("smp/navigate", "Find one definition, and what is around it.",
			"Answers with the node itself (signature, place, purpose, the routes by which a framework calls it) and, with `include_relationships`, the names it calls, is called by, depends on, is used, tested and extended by. `related` holds the same nodes with their ids. `certainty` says what is not known.",
			Example{Name: "A function and its neighbours", Params: `{"query": "authenticateUser", "include_relationships": true}`},
		), navigate), navigateMarkdown), func(r *smp.NavigateResult) *Focus {
			return &Focus{r.Entity.ID, r.Entity.File, r.Entity.NameLine}
		}),
		focusing(shown(define(row("smp/trace", "Follow calls or other relationships from a definition, as a tree.",
			"`tree` is the call graph by names; `nodes` and `edges` are the same flat, with ids, places and how sure each edge is. A node that was reached before is not walked again. `not_followed` says where the walk ended for other reasons than its depth, `recursion` which functions call themselves. Communities are nodes too: `MEMBER_OF` leads from a node to its communities, `CHILD_OF` from a fine one to the coarse one around it, `BRIDGES` from one to those that it has edges with, and `start` may be the id of one.",
			Example{Name: "What a function calls", Params: `{"start": "authenticateUser", "relationship": "CALLS", "depth": 3, "direction": "outgoing"}`},
			Example{Name: "Who calls it", Params: `{"start": "hashPassword", "direction": "incoming", "depth": 2}`},
		), trace), traceMarkdown), func(r *smp.TraceResult) *Focus { return focusOn(r.Start) }),
		focusing(shown(define(row("smp/context", "What to know of a file before editing it.",
			"The summary comes first: role, blast radius, complexity, tests, risk. Then imports and importers (`used_by` are files that use it without an import), what the file defines, files like it, and what flows over its border. The scope `create` takes a path that does not exist yet and tells of its folder: siblings, conventions, what such files import and who imports them. `debug` puts callers, open and observed calls and recent changes first, `review` the difference to what is committed, its tests and its impact.",
			Example{Name: "Before an edit", Params: `{"file_path": "src/auth/login.ts", "scope": "edit", "depth": 2}`},
		), fileContext), contextMarkdown), func(r *smp.ContextResult) *Focus { return &Focus{r.Self.ID, r.Self.Path, 1} }),
		focusing(shown(define(row("smp/impact", "What a change of a definition breaks.",
			"Walks dependencies backwards. `required_updates` must change with the entity; `affected_functions` may. A zero is honest: where unlinked calls have the same name, the severity is `unknown`, not `none`.",
			Example{Name: "A signature changes", Params: `{"entity": "authenticateUser", "change_type": "signature_change"}`},
		), impact), impactMarkdown), func(r *smp.ImpactResult) *Focus { return focusOn(r.Entity) }),
		shown(define(row("smp/flow", "How execution or data gets from one definition to another.",
			"The shortest path along calls (`execution`), or along calls, uses and references (`data`), with the types that pass from stage to stage. Where a framework makes a step, its stages are on the path: the route (`endpoint`), what was used for all routes below a path and what stands before the handler (`middleware`), in order. `start` may be a route as it is shown: `GET /users`. `path` is empty where there is none.",
			Example{Name: "From a route to the database", Params: `{"start": "loginRoute", "end": "UserModel.findByEmail", "flow_type": "execution"}`},
		), flow), flowMarkdown),
		shown(define(row("smp/graph/why", "Why one thing depends on another: the shortest path.",
			"`path_length` counts the nodes on the path and is null where there is none.",
			Example{Name: "Between two files", Params: `{"from": "src/api/routes.ts", "to": "src/utils/crypto.ts"}`},
		), why), whyMarkdown),
	}
}

func focusOn(n smp.NodeRef) *Focus { return &Focus{n.ID, n.File, n.Line} }

func navigate(ctx context.Context, c *Call, p NavigateParams) (*smp.NavigateResult, error) {
	return c.Memory().Navigate(ctx, smp.NavigateQuery{Query: p.Query, Relationships: p.IncludeRelationships, Limit: p.Limit})
}

func trace(ctx context.Context, c *Call, p TraceParams) (*smp.TraceResult, error) {
	q := smp.TraceQuery{Start: p.Start, Depth: p.Depth, Direction: p.Direction, Limit: p.Limit, External: p.External == nil || *p.External}
	for r := range strings.SplitSeq(p.Relationship, ",") {
		if r = strings.ToUpper(strings.TrimSpace(r)); r != "" {
			q.Relationship = append(q.Relationship, r)
		}
	}
	return c.Memory().Trace(ctx, q)
}

func fileContext(ctx context.Context, c *Call, p ContextParams) (*smp.ContextResult, error) {
	return c.Memory().Context(ctx, smp.ContextQuery{FilePath: p.FilePath, Scope: p.Scope, Depth: p.Depth, Limit: p.Limit, MaxTokens: p.MaxTokens})
}

func impact(ctx context.Context, c *Call, p ImpactParams) (*smp.ImpactResult, error) {
	return c.Memory().Impact(ctx, smp.ImpactQuery{Entity: p.Entity, ChangeType: p.ChangeType, Depth: p.Depth, Limit: p.Limit})
}

func flow(ctx context.Context, c *Call, p FlowParams) (*smp.FlowResult, error) {
	return c.Memory().Flow(ctx, p.Start, p.End, p.FlowType)
}

func why(ctx context.Context, c *Call, p WhyParams) (*smp.WhyResult, error) {
	return c.Memory().Why(ctx, p.From, p.To)
}
