package smp

import (
	"context"
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// WhyStep is one edge of a dependency path.
type WhyStep struct {
	Node   string `json:"node"`
	Edge   string `json:"edge"`
	Target string `json:"target"`
	Line   int    `json:"line,omitempty"`
	Class  string `json:"class,omitempty"`
}

// WhyResult is the answer of Why. PathLength counts the nodes on the path, as
// the specification does: one more than the steps; nil where there is no path.
type WhyResult struct {
	PathLength *int      `json:"path_length"`
	Chain      []WhyStep `json:"chain"`
	Readable   string    `json:"readable"`
}

// FlowNode is a stage of a flow.
type FlowNode struct {
	Node string `json:"node"`
	Type string `json:"type"` // endpoint, function, method, class, output, …
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	ID   string `json:"id"`
}

// TypeTransition says what types pass from one stage to the next, as written.
type TypeTransition struct {
	FromNode   string   `json:"from_node"`
	ToNode     string   `json:"to_node"`
	ParamTypes []string `json:"param_types"`
	ReturnType string   `json:"return_type"`
}

// FlowResult is the answer of Flow. Path is empty where there is none.
type FlowResult struct {
	Path            []FlowNode       `json:"path"`
	TypeTransitions []TypeTransition `json:"type_transitions"`
	Certainty       Certainty        `json:"certainty"`
}

// maxPathNodes bounds the nodes that a path search looks at.
const maxPathNodes = 200_000

// Why finds the shortest dependency path between two nodes.
func (m *Memory) Why(ctx context.Context, from, to string) (*WhyResult, error) {
	return read(ctx, m, func(r *graph.Reader) (*WhyResult, error) {
		a, err := resolve(r, from)
		if err != nil {
			return nil, err
		}
		b, err := resolve(r, to)
		if err != nil {
			return nil, err
		}
		types := append([]graph.EdgeType{graph.Defines, graph.DependsOn}, dependencyEdges...)
		edges, err := shortestPath(r, a, b, types)
		if err != nil {
			return nil, err
		}
		res := &WhyResult{Chain: []WhyStep{}}
		if edges == nil {
			res.Readable = "No dependency path exists between these two nodes"
			return res, nil
		}
		n := len(edges) + 1
		res.PathLength = &n
		words := []string{shortName(a)}
		for _, e := range edges {
			x, err := r.Node(e.From)
			if err != nil {
				return nil, err
			}
			y, err := r.Node(e.To)
			if err != nil {
				return nil, err
			}
			res.Chain = append(res.Chain, WhyStep{Node: pathName(x), Edge: e.Type.String(), Target: pathName(y), Line: e.Line, Class: e.Class.String()})
			words = append(words, strings.ToLower(strings.ReplaceAll(callsName(e.Type), "_", " ")), shortName(y))
		}
		res.Readable = strings.Join(words, " → ")
		return res, nil
	})
}

// pathName names a node in a chain: a file by its path, others by file and
// qualified name.
func pathName(n graph.Node) string {
	if n.Kind == facts.File || n.Kind == facts.Config {
		return n.File
	}
	if n.File == "" {
		return n.ID
	}
	return n.File + "#" + displayName(n)
}

func shortName(n graph.Node) string {
	if n.Kind == facts.File || n.Kind == facts.Config {
		return path.Base(n.File)
	}
	return displayName(n)
}

// shortestPath is a breadth-first search along outgoing edges; nil when b
// cannot be reached, empty when a is b.
func shortestPath(r *graph.Reader, a, b graph.Node, types []graph.EdgeType) ([]graph.Edge, error) {
	if a.Row == b.Row {
		return []graph.Edge{}, nil
	}
	back := map[graph.NodeID]graph.Edge{a.Row: {}}
	queue := []graph.NodeID{a.Row}
	for len(queue) > 0 && len(back) < maxPathNodes {
		at := queue[0]
		queue = queue[1:]
		edges, err := r.Out(at, types...)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if _, seen := back[e.To]; seen || e.Class == graph.Outside && e.To != b.Row {
				continue
			}
			back[e.To] = e
			if e.To == b.Row {
				return unwind(back, a.Row, b.Row), nil
			}
			queue = append(queue, e.To)
		}
	}
	return nil, nil
}

func unwind(back map[graph.NodeID]graph.Edge, from, to graph.NodeID) []graph.Edge {
	var out []graph.Edge
	for at := to; at != from; {
		e := back[at]
		out = append([]graph.Edge{e}, out...)
		at = e.From
	}
	return out
}

// Flow finds how execution, or data, gets from one node to another: along
// calls for "execution", along calls, uses and references for "data".
func (m *Memory) Flow(ctx context.Context, start, end, flowType string) (*FlowResult, error) {
	types := []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime}
	switch flowType {
	case "", "execution":
	case "data":
		types = append(types, graph.Uses, graph.References)
	default:
		return nil, &ParamError{Param: "flow_type", Value: flowType, Hint: "use data or execution"}
	}
	return read(ctx, m, func(r *graph.Reader) (*FlowResult, error) {
		a, err := resolve(r, start)
		if err != nil {
			return nil, err
		}
		b, err := resolve(r, end)
		if err != nil {
			return nil, err
		}
		res := &FlowResult{Path: []FlowNode{}, TypeTransitions: []TypeTransition{}}
		if res.Certainty, err = certainty(r, a); err != nil {
			return nil, err
		}
		edges, err := shortestPath(r, a, b, types)
		if err != nil || edges == nil {
			return res, err
		}
		nodes := []graph.Node{a}
		for _, e := range edges {
			n, err := r.Node(e.To)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, n)
		}
		for i, n := range nodes {
			res.Path = append(res.Path, FlowNode{Node: displayName(n), Type: stage(n, i, len(nodes)), File: n.File, Line: n.NameLine, ID: n.ID})
			if i > 0 {
				res.TypeTransitions = append(res.TypeTransitions, transition(nodes[i-1], n))
			}
		}
		return res, nil
	})
}

// stage says what a node is in a flow, by its kind, decorators and path.
func stage(n graph.Node, i, of int) string {
	switch {
	case isEndpoint(n):
		return "endpoint"
	case strings.Contains(strings.ToLower(n.File), "middleware"):
		return "middleware"
	case n.Form == "method" || n.Form == "constructor":
		return n.Form
	case n.Kind == facts.External:
		return "external"
	}
	return strings.ToLower(n.Type)
}

func transition(a, b graph.Node) TypeTransition {
	t := TypeTransition{FromNode: displayName(a), ToNode: displayName(b), ParamTypes: []string{}, ReturnType: b.Returns}
	for _, p := range b.Params {
		t.ParamTypes = append(t.ParamTypes, p.Type)
	}
	return t
}
