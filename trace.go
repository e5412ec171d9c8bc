package smp

import (
	"context"
	"sort"

	"github.com/structural-memory/smp/graph"
)

// TraceQuery asks what is reached from a node along relationships.
type TraceQuery struct {
	Start        string   // any node reference
	Relationship []string // edge types; CALLS by default
	Depth        int      // steps; 3 by default, at most 20
	Direction    string   // "outgoing" (default), "incoming", "both"
	Limit        int      // nodes in the answer; 500 by default
	External     bool     // follow edges to leaves outside the repository too
}

// TraceTree is a node of the tree form: the key names the direction ("calls",
// "called_by", "imports", …), the values the nodes reached.
type TraceTree map[string]map[string]TraceTree

// TraceNode is a node of the flat form.
type TraceNode struct {
	NodeRef
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
	Tree      map[string]TraceTree `json:"tree"`
	Nodes     []TraceNode          `json:"nodes"`
	Edges     []TraceEdge          `json:"edges"`
	Total     int                  `json:"total"`     // nodes reached
	Truncated int                  `json:"truncated"` // how many of them are left out at least
	Certainty Certainty            `json:"certainty"`
}

const (
	defaultTraceDepth = 3
	maxTraceDepth     = 20
	defaultTraceLimit = 500
)

// Trace walks from a node and gives what it reaches as a tree and as flat
// lists. A node that was reached before is not walked again.
func (m *Memory) Trace(ctx context.Context, q TraceQuery) (*TraceResult, error) {
	types, err := relation(orCalls(q.Relationship)...)
	if err != nil {
		return nil, err
	}
	if q.Depth <= 0 {
		q.Depth = defaultTraceDepth
	}
	q.Depth = min(q.Depth, maxTraceDepth)
	if q.Limit <= 0 {
		q.Limit = defaultTraceLimit
	}
	directions, err := directionsOf(q.Direction)
	if err != nil {
		return nil, err
	}
	return read(ctx, m, func(r *graph.Reader) (*TraceResult, error) {
		start, err := resolve(r, q.Start)
		if err != nil {
			return nil, err
		}
		res := &TraceResult{Root: displayName(start), Tree: map[string]TraceTree{}, Nodes: []TraceNode{}, Edges: []TraceEdge{}}
		if res.Certainty, err = certainty(r, start); err != nil {
			return nil, err
		}
		tree := TraceTree{}
		for _, out := range directions {
			w := &traceWalk{r: r, q: q, types: types, out: out, res: res, seen: map[graph.NodeID]graph.Node{start.Row: start}}
			branches, err := w.walk(start, orCalls(q.Relationship))
			if err != nil {
				return nil, err
			}
			for k, v := range branches {
				tree[k] = v
			}
		}
		res.Tree[res.Root] = tree
		res.Total = len(res.Nodes) + res.Truncated
		return res, nil
	})
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
	return nil, &ParamError{Param: "direction", Value: d, Hint: "use outgoing, incoming or both"}
}

// traceWalk is one breadth-first walk in one direction.
type traceWalk struct {
	r     *graph.Reader
	q     TraceQuery
	types []graph.EdgeType
	out   bool
	res   *TraceResult
	seen  map[graph.NodeID]graph.Node
}

type traceStep struct {
	node graph.Node
	tree TraceTree
}

func (w *traceWalk) walk(start graph.Node, names []string) (TraceTree, error) {
	root := TraceTree{}
	level := []traceStep{{start, root}}
	key := branchKey(names, w.out)
	for hop := 1; hop <= w.q.Depth && len(level) > 0; hop++ {
		var next []traceStep
		for _, s := range level {
			found, err := w.step(s, key, hop)
			if err != nil {
				return nil, err
			}
			next = append(next, found...)
		}
		level = next
	}
	return root, nil
}

// step adds what one node reaches.
func (w *traceWalk) step(s traceStep, key string, hop int) ([]traceStep, error) {
	var edges []graph.Edge
	var err error
	if w.out {
		edges, err = w.r.Out(s.node.Row, w.types...)
	} else {
		edges, err = w.r.In(s.node.Row, w.types...)
	}
	if err != nil {
		return nil, err
	}
	branch := map[string]TraceTree{}
	var next []traceStep
	for _, e := range edges {
		far := e.To
		if !w.out {
			far = e.From
		}
		n, known := w.seen[far]
		if !known {
			if len(w.res.Nodes) >= w.q.Limit {
				w.res.Truncated++
				continue
			}
			if n, err = w.r.Node(far); err != nil {
				return nil, err
			}
			w.seen[far] = n
			w.res.Nodes = append(w.res.Nodes, TraceNode{NodeRef: refOf(n), Hop: hop})
		}
		from, to := s.node.ID, n.ID
		if !w.out {
			from, to = to, from
		}
		w.res.Edges = append(w.res.Edges, TraceEdge{From: from, To: to, Type: e.Type.String(), Line: e.Line, Class: e.Class.String(), Via: e.Via.String()})
		name := displayName(n)
		if branch[name] == nil {
			branch[name] = TraceTree{}
		}
		if !known {
			next = append(next, traceStep{n, branch[name]})
		}
	}
	if len(branch) > 0 {
		s.tree[key] = branch
	}
	sort.SliceStable(next, func(i, j int) bool { return next[i].node.ID < next[j].node.ID })
	return next, nil
}

// branchKey names the branches of a tree by relationship and direction.
func branchKey(names []string, out bool) string {
	k := map[string][2]string{"CALLS": {"calls", "called_by"}, "CALLS_STATIC": {"calls", "called_by"}, "CALLS_RUNTIME": {"calls", "called_by"},
		"IMPORTS": {"imports", "imported_by"}, "INHERITS": {"inherits", "inherited_by"}, "IMPLEMENTS": {"implements", "implemented_by"},
		"USES": {"uses", "used_by"}, "REFERENCES": {"references", "referenced_by"}, "TESTS": {"tests", "tested_by"},
		"DEFINES": {"defines", "defined_in"}, "CONTAINS": {"contains", "contained_in"}, "DEPENDS_ON": {"depends_on", "depended_on_by"}}
	pair, ok := k[names[0]]
	if !ok || len(names) > 1 {
		pair = [2]string{"reaches", "reached_from"}
	}
	if out {
		return pair[0]
	}
	return pair[1]
}
