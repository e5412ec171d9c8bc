package jsonrpc

import (
	"context"
	"time"

	"github.com/structural-memory/smp"
)

// The methods of the Arbor protocol, with the fields that its clients expect.

// ArborInfo is the result of graph.info.
type ArborInfo struct {
	NodeCount   int        `json:"nodeCount"`
	EdgeCount   int        `json:"edgeCount"`
	Languages   []string   `json:"languages"`
	LastIndexed *time.Time `json:"lastIndexed"` // when the last index run began, or the graph last changed: what is later
	Version     string     `json:"version"`
}

// ArborImpactParams are those of impact.
type ArborImpactParams struct {
	Node  string `json:"node" jsonschema:"what changes"`
	Depth int    `json:"depth,omitempty" jsonschema:"steps against the dependencies" default:"3" min:"1" max:"20"`
	Limit int    `json:"limit,omitempty" jsonschema:"dependents in the list" default:"500" min:"1" max:"10000"`
}

// ArborNode is a node in a list.
type ArborNode struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"` // function, class, interface, variable, import, export, module
	File string `json:"file"`
	Line int    `json:"line"`
}

// ArborDependent is a node that a change reaches.
type ArborDependent struct {
	ArborNode
	Relationship string `json:"relationship"`
	Depth        int    `json:"depth"`
}

// ArborImpact is the result of impact.
type ArborImpact struct {
	Target        ArborNode        `json:"target"`
	Dependents    []ArborDependent `json:"dependents"`
	TotalAffected int              `json:"totalAffected"`
	Severity      string           `json:"severity"`        // none, low, medium, high; unknown where zero is not certain
	Unresolved    int              `json:"unresolvedCalls"` // open call sites anywhere that name the target: each may depend on it too
	Certain       bool             `json:"certain"`         // nothing that could not be linked could change the answer
	More          int              `json:"more"`            // dependents that the list leaves out
	QueryTime     float64          `json:"queryTime"`       // milliseconds
}

// ArborGetParams are those of node.get.
type ArborGetParams struct {
	ID string `json:"id" jsonschema:"an id, path#name, path:line, a qualified or a bare name"`
}

// ArborDetails is the result of node.get.
type ArborDetails struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Kind      string     `json:"kind"`
	File      string     `json:"file"`
	LineStart int        `json:"lineStart"`
	LineEnd   int        `json:"lineEnd"`
	Signature string     `json:"signature"`
	Edges     ArborEdges `json:"edges"`
}

// ArborEdges are the ids around a node.
type ArborEdges struct {
	CalledBy   []string `json:"calledBy"`
	Calls      []string `json:"calls"`
	Imports    []string `json:"imports"`
	Implements []string `json:"implements"`
	Extends    []string `json:"extends"`
	References []string `json:"references"`
}

// SubscribeParams are those of graph.subscribe and graph.unsubscribe.
type SubscribeParams struct {
	Events []string `json:"events" jsonschema:"types of graph.event" enum:"nodeAdded,nodeRemoved,nodeChanged,edgeAdded,edgeRemoved"`
}

// SubscribeAnswer lists the events that the connection is told of now.
type SubscribeAnswer struct {
	Events []string `json:"events"`
}

func arborRows() []*Method {
	row := func(name, summary string, params string, errors ...Code) Method {
		return Method{Name: name, Group: "Arbor", Access: Read, Summary: summary, Errors: append(errors, NotReady), Examples: []Example{{Name: summary, Params: params}}}
	}
	return []*Method{
		define(row("graph.info", "How large the graph is, and of what.", `{}`), arborInfo),
		define(row("discover", "The definitions that a question in words is about.", `{"query": "user authentication", "limit": 5}`), arborDiscover),
		focusing(define(row("impact", "All nodes that depend on one.", `{"node": "UserModel.findByEmail", "depth": 3}`, NotFound, Ambiguous), arborImpact),
			func(r *ArborImpact) *Focus { return &Focus{r.Target.ID, r.Target.File, r.Target.Line} }),
		define(row("context", "What a task needs, by importance, within a budget of tokens.", `{"task": "refactor the payment processing flow", "maxTokens": 8000, "includeSource": true}`), arborContext),
		focusing(define(row("node.get", "One node and the ids around it.", `{"id": "authenticateUser"}`, NotFound, Ambiguous), arborGet),
			func(r *ArborDetails) *Focus { return &Focus{r.ID, r.File, r.LineStart} }),
		define(row("search", "Search names and signatures.", `{"query": "validate", "kind": "function", "limit": 20}`), arborSearch),
		define(row("graph.subscribe", "Be told of changes of the graph by graph.event.", `{"events": ["nodeAdded", "nodeRemoved", "edgeAdded"]}`), func(_ context.Context, c *Call, p SubscribeParams) (*SubscribeAnswer, error) {
			return &SubscribeAnswer{c.Peer.subscribe(p.Events, true)}, nil
		}),
		define(row("graph.unsubscribe", "Be told no more.", `{"events": ["edgeAdded"]}`), func(_ context.Context, c *Call, p SubscribeParams) (*SubscribeAnswer, error) {
			return &SubscribeAnswer{c.Peer.subscribe(p.Events, false)}, nil
		}),
	}
}

func arborInfo(ctx context.Context, c *Call, _ NoParams) (*ArborInfo, error) {
	st, err := c.Server.memory.Status(ctx, 1)
	if err != nil {
		return nil, err
	}
	last := st.IndexedAt // or an update since
	if last == nil || st.ChangedAt != nil && st.ChangedAt.After(*last) {
		last = st.ChangedAt
	}
	return &ArborInfo{st.Nodes, st.Edges, languagesBySize(st), last, c.Server.opts.Version}, nil
}

func arborImpact(ctx context.Context, c *Call, p ArborImpactParams) (*ArborImpact, error) {
	start := time.Now()
	res, err := c.Server.memory.Impact(ctx, smp.ImpactQuery{Entity: p.Node, Depth: p.Depth, Limit: p.Limit})
	if err != nil {
		return nil, err
	}
	out := &ArborImpact{Target: arborNode(res.Entity), Dependents: []ArborDependent{}, TotalAffected: res.TotalAffected,
		Severity: res.Severity, Unresolved: res.Certainty.UnresolvedSameName, Certain: res.Certainty.Certain, More: res.Truncated}
	for _, f := range res.AffectedFunctions {
		kind, _ := kindOfID(f.ID)
		out.Dependents = append(out.Dependents, ArborDependent{ArborNode{f.ID, f.Name, kind, f.File, f.Line}, arborRelationship(f.Relationship), f.Depth})
	}
	out.QueryTime = milliseconds(start)
	return out, nil
}

func arborGet(ctx context.Context, c *Call, p ArborGetParams) (*ArborDetails, error) {
	m := c.Server.memory
	res, err := m.Navigate(ctx, smp.NavigateQuery{Query: p.ID, Relationships: true, Limit: 1000})
	if err != nil {
		return nil, err
	}
	n := res.Entity
	out := &ArborDetails{ID: n.ID, Name: n.Name, Kind: arborKind(n.Type), File: n.File, LineStart: n.StartLine, LineEnd: n.EndLine, Signature: n.Signature,
		Edges: ArborEdges{CalledBy: ids(res.Related["called_by"]), Calls: ids(res.Related["calls"]), References: ids(res.Related["depends_on"])}}
	if n.Qualified != "" {
		out.Name = n.Qualified
	}
	at := n.ID
	if n.File != "" {
		at = n.File // a module imports, what is in it does not
	}
	for _, e := range []struct {
		to           *[]string
		start, types string
	}{{&out.Edges.Imports, at, "IMPORTS"}, {&out.Edges.Implements, n.ID, "IMPLEMENTS"}, {&out.Edges.Extends, n.ID, "INHERITS"}} {
		t, err := m.Trace(ctx, smp.TraceQuery{Start: e.start, Relationship: []string{e.types}, Depth: 1, Limit: 1000, External: true})
		if err != nil {
			return nil, err
		}
		*e.to = []string{}
		for _, x := range t.Nodes {
			*e.to = append(*e.to, x.ID)
		}
	}
	return out, nil
}

func ids(refs []smp.NodeRef) []string {
	out := []string{}
	for _, r := range refs {
		out = append(out, r.ID)
	}
	return out
}

func milliseconds(start time.Time) float64 {
	return float64(time.Since(start).Microseconds()) / 1000
}
