package query

import (
	"context"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// FlowNode is a stage of a flow.
type FlowNode struct {
	Node string `json:"node"`
	Type string `json:"type"` // endpoint, function, method, class, output, …
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	ID   string `json:"id"`
}

// TypeTransition says what types pass from one stage to the next, as they are
// written; a parameter without one is left out.
type TypeTransition struct {
	FromNode   string   `json:"from_node"`
	ToNode     string   `json:"to_node"`
	ParamTypes []string `json:"param_types"`
	ReturnType string   `json:"return_type"`
}

// FlowResult is the answer of Flow. Path is empty where there is none.
type FlowResult struct {
	Path            []FlowNode          `json:"path"`
	TypeTransitions []TypeTransition    `json:"type_transitions"`
	Certainty       workspace.Certainty `json:"certainty"`
}

// Flow finds how execution, or data, gets from one node to another: along
// calls for "execution", along calls, uses and references for "data".
func (m *Questions) Flow(ctx context.Context, start, end, flowType string) (*FlowResult, error) {
	types := []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime}
	switch flowType {
	case "", "execution":
	case "data":
		types = append(types, graph.Uses, graph.References)
	default:
		return nil, &workspace.ParamError{Param: "flow_type", Value: flowType, Hint: "use data or execution"}
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*FlowResult, error) {
		a, err := routeOrNode(r, start)
		if err != nil {
			return nil, err
		}
		b, err := workspace.Resolve(r, end)
		if err != nil {
			return nil, err
		}
		res := &FlowResult{Path: []FlowNode{}, TypeTransitions: []TypeTransition{}}
		if res.Certainty, err = m.Space.Certainty(r, a); err != nil {
			return nil, err
		}
		routed, nodes, edges, err := flowPath(r, a, b, types)
		if err != nil || edges == nil {
			return res, err
		}
		for i, e := range edges {
			if i == 0 && e.From != a.Row { // it begins in a part of a
				if nodes[0], err = r.Node(e.From); err != nil {
					return nil, err
				}
			}
			n, err := r.Node(e.To)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, n)
		}
		if routed != nil { // the first step is the route's own
			edges = append([]graph.Edge{*routed}, edges...)
			nodes = append([]graph.Node{a}, nodes...)
		}
		for i, n := range nodes {
			s := FlowNode{Node: workspace.DisplayName(n), Type: stage(n), File: n.File, Line: n.NameLine, ID: n.ID}
			switch {
			case i > 0:
				before, err := stagesOf(r, edges[i-1])
				if err != nil {
					return nil, err
				}
				if routed != nil && i == 1 && len(before) > 0 {
					before = before[1:] // the route is the start
				}
				for _, b := range before {
					res.pass(b.FlowNode, b.node)
				}
				if edges[i-1].Via.Middleware() > 0 {
					s.Type = "middleware"
				}
			case routed != nil:
				if s, err = routeStage(r, n, *routed); err != nil {
					return nil, err
				}
			}
			res.pass(s, n)
		}
		return res, nil
	})
}

// stage says what a node is in a flow, by its kind, decorators and path.
func stage(n graph.Node) string {
	switch {
	case IsEndpoint(n):
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

// pass adds a stage, and what types pass to it.
func (res *FlowResult) pass(s FlowNode, n graph.Node) {
	if len(res.Path) > 0 {
		t := TypeTransition{FromNode: res.Path[len(res.Path)-1].Node, ToNode: s.Node, ParamTypes: []string{}, ReturnType: n.Returns}
		for _, p := range n.Params {
			if p.Type != "" {
				t.ParamTypes = append(t.ParamTypes, p.Type)
			}
		}
		res.TypeTransitions = append(res.TypeTransitions, t)
	}
	res.Path = append(res.Path, s)
}
