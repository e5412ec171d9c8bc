package query

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// TraceQuery asks what is reached from a node along relationships.
type TraceQuery struct {
	Start        string   // any node reference
	Relationship []string // edge types; CALLS by default
	Depth        int      // steps; 3 by default, at most 20
	Direction    string   // "outgoing" (default), "incoming", "both"
	Limit        int      // nodes in the answer; 500 by default
	External     bool     // leaves outside the repository are part of the answer
}

// TraceTree is a node of the tree form: the key names the direction ("calls",
// "called_by", "imports", …), the values the nodes reached.
type TraceTree map[string]map[string]TraceTree

// TraceNode is a node of the flat form.
type TraceNode struct {
	workspace.NodeRef
	Hop int `json:"hop"`
}

// TraceEdge is an edge that the walk followed.
type TraceEdge struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Type  string `json:"type"`
	Line  int    `json:"line,omitempty"`
	Class string `json:"class"`
	Via   string `json:"resolved_via"`
}

// TraceResult is the answer of Trace: the tree, and the same flat.
type TraceResult struct {
	Root      string               `json:"root"`
	Start     workspace.NodeRef    `json:"start"`
	Tree      map[string]TraceTree `json:"tree"`
	Nodes     []TraceNode          `json:"nodes"`
	Edges     []TraceEdge          `json:"edges"`
	Total     int                  `json:"total"`     // nodes reached
	Truncated int                  `json:"truncated"` // how many of them are left out, not counting what only they reach
	// Recursion lists the functions among the start and the nodes that call
	// themselves, alone or in a circle. In the tree each is opened once.
	Recursion []Recursion `json:"recursion"`
	// What the walk did not follow: edges that leave the repository, and open
	// call sites in the nodes that it walked from (or, against the calls, open
	// call sites anywhere with the name of one of them).
	NotFollowed NotFollowed         `json:"not_followed"`
	Certainty   workspace.Certainty `json:"certainty"` // of the start
}

// NotFollowed counts where a walk ends for other reasons than its depth.
type NotFollowed struct {
	External   int `json:"external"`
	Unresolved int `json:"unresolved"`
}

const (
	defaultTraceDepth = 3
	maxTraceDepth     = 20
	DefaultTraceLimit = 500
)

// Trace walks from a node and gives what it reaches as a tree and as flat
// lists. A node that was reached before is not walked again.
func (m *Questions) Trace(ctx context.Context, q TraceQuery) (*TraceResult, error) {
	types, err := workspace.Relation(orCalls(q.Relationship)...)
	if err != nil {
		return nil, err
	}
	if q.Depth <= 0 {
		q.Depth = defaultTraceDepth
	}
	q.Depth = min(q.Depth, maxTraceDepth)
	if q.Limit <= 0 {
		q.Limit = DefaultTraceLimit
	}
	directions, err := directionsOf(q.Direction)
	if err != nil {
		return nil, err
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*TraceResult, error) {
		communities, err := openCommunityNodes(r, types)
		if err != nil {
			return nil, err
		}
		start, err := traceStart(r, communities, q.Start)
		if err != nil {
			return nil, err
		}
		res := &TraceResult{Root: workspace.DisplayName(start), Start: workspace.RefOf(start), Tree: map[string]TraceTree{}, Nodes: []TraceNode{}, Edges: []TraceEdge{}}
		if res.Certainty, err = m.Space.Certainty(r, start); err != nil {
			return nil, err
		}
		tree := TraceTree{}
		calls := &circles{}
		for _, out := range directions {
			w := &traceWalk{r: r, communities: communities, q: q, types: types, out: out, res: res, calls: calls, seen: map[graph.NodeID]graph.Node{start.Row: start},
				omitted: map[graph.NodeID]bool{}, names: map[string]bool{}}
			branches, err := w.walk(start, orCalls(q.Relationship))
			if err != nil {
				return nil, err
			}
			for k, v := range branches {
				tree[k] = v
			}
		}
		res.Tree[res.Root] = tree
		res.Recursion = calls.find()
		res.Total = len(res.Nodes) + res.Truncated
		return res, nil
	})
}

func traceStart(r *graph.Reader, communities *communityNodes, ref string) (graph.Node, error) {
	if communities != nil {
		return communities.resolve(ref)
	}
	return workspace.Resolve(r, ref)
}

func orCalls(names []string) []string {
	if len(names) == 0 {
		return []string{"CALLS"}
	}
	return names
}

func directionsOf(d string) ([]bool, error) {
	switch d {
	case "", "outgoing", "out":
		return []bool{true}, nil
	case "incoming", "in":
		return []bool{false}, nil
	case "both":
		return []bool{true, false}, nil
	}
	return nil, &workspace.ParamError{Param: "direction", Value: d, Hint: "use outgoing, incoming or both"}
}
