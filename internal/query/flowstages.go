package query

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/linker/framework"
)

// flowPath is the shortest way from a to b: its nodes, and the edges between
// them, nil where there is none. Where a is a route, the way begins at what
// the framework calls for it, and first is that edge: from who registers it.
func flowPath(r *graph.Reader, a, b graph.Node, types []graph.EdgeType) (first *graph.Edge, nodes []graph.Node, edges []graph.Edge, err error) {
	if _, ok := routeOf(a); !ok {
		edges, err = shortestPath(r, a, b, types...)
		return nil, []graph.Node{a}, edges, err
	}
	calls, err := callsOfRoute(r, a)
	if err != nil {
		return nil, nil, nil, err
	}
	for i, c := range calls {
		n, err := r.Node(c.To)
		if err != nil {
			return nil, nil, nil, err
		}
		way, err := shortestPath(r, n, b, types...)
		if err != nil {
			return nil, nil, nil, err
		}
		if way != nil && (edges == nil || len(way) < len(edges)) {
			first, nodes, edges = &calls[i], []graph.Node{n}, way
		}
	}
	return first, nodes, edges, nil
}

// callsOfRoute are the edges to what a framework calls for a route: the
// handler first, then what is called before it.
func callsOfRoute(r *graph.Reader, route graph.Node) (out []graph.Edge, err error) {
	in, err := r.In(route.Row, graph.References)
	if err != nil {
		return nil, err
	}
	for _, reg := range in {
		if reg.Class != graph.Framework {
			continue
		}
		calls, err := r.Out(reg.From, graph.CallsStatic)
		if err != nil {
			return nil, err
		}
		for _, c := range calls {
			if c.Class == graph.Framework && c.Line == reg.Line {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b graph.Edge) int { return a.Via.Middleware() - b.Via.Middleware() })
	return out, nil
}

// stageNode is a stage with its node, which a route has not.
type stageNode struct {
	FlowNode
	node graph.Node
}

// routeOrNode is what a reference means; a route may be named as it is shown,
// "GET /users", by the first framework that has it.
func routeOrNode(r *graph.Reader, ref string) (graph.Node, error) {
	n, err := workspace.Resolve(r, ref)
	if err == nil || !strings.Contains(ref, " ") {
		return n, err
	}
	method, path, _ := strings.Cut(ref, " ")
	for _, name := range framework.Names() {
		if leaf, none := workspace.Resolve(r, "ext:"+framework.Route{Framework: name, Method: method, Path: path}.External()); none == nil {
			return leaf, nil
		}
	}
	return n, err
}

// stagesOf are the stages that a framework has before the target of one of its
// calls: the route, what was used before it on the way there, and what stands
// before the handler. None where the edge is no framework's.
func stagesOf(r *graph.Reader, e graph.Edge) ([]stageNode, error) {
	if e.Class != graph.Framework || e.Type != graph.CallsStatic {
		return nil, nil
	}
	from, err := r.Node(e.From)
	if err != nil {
		return nil, err
	}
	to, err := r.Node(e.To)
	if err != nil {
		return nil, err
	}
	registered, err := registeredAt(r, from, 0)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(registered, func(p EntryPoint) bool {
		return p.Line == e.Line && (e.Via.Middleware() > 0 || p.handledBy(to))
	})
	if i < 0 {
		return nil, nil
	}
	route := registered[i]
	calls, err := r.Out(e.From, graph.CallsStatic)
	if err != nil {
		return nil, err
	}
	out := []stageNode{{FlowNode: endpoint(route)}}
	before := slices.DeleteFunc(calls, func(c graph.Edge) bool { return c.Class != graph.Framework || !comesBefore(c, e, route, registered) })
	slices.SortStableFunc(before, func(a, b graph.Edge) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Via.Middleware() - b.Via.Middleware()
	})
	for _, c := range before {
		n, err := r.Node(c.To)
		if err != nil {
			return nil, err
		}
		out = append(out, stageNode{FlowNode{Node: workspace.DisplayName(n), Type: "middleware", File: n.File, Line: n.NameLine, ID: n.ID}, n})
	}
	return out, nil
}

// comesBefore tells whether a framework makes the call c before the call e,
// which is for a route: c stands before it in the same registration, or was
// used earlier for all below a path that the route lies below.
func comesBefore(c, e graph.Edge, route EntryPoint, registered []EntryPoint) bool {
	at := c.Via.Middleware()
	if c.Line == e.Line {
		return at > 0 && (e.Via.Middleware() == 0 || at < e.Via.Middleware())
	}
	return at > 0 && c.Line < e.Line && slices.ContainsFunc(registered, func(p EntryPoint) bool {
		return p.Line == c.Line && p.Method == framework.MethodUse && p.Framework == route.Framework && lies(route.Path, p.Path)
	})
}

// lies tells whether a path is another one or below it.
func lies(path, above string) bool {
	above = strings.TrimSuffix(above, "/")
	rest, ok := strings.CutPrefix(path, above)
	return ok && (rest == "" || rest[0] == '/')
}

// endpoint is a route as a stage.
func endpoint(p EntryPoint) FlowNode {
	return FlowNode{Node: p.Method + " " + p.Path, Type: "endpoint", File: p.File, Line: p.Line, ID: "ext:" + p.External()}
}

// routeStage is a route as the first stage: where it is registered for that
// call.
func routeStage(r *graph.Reader, leaf graph.Node, call graph.Edge) (FlowNode, error) {
	from, err := r.Node(call.From)
	route, _ := routeOf(leaf)
	return endpoint(EntryPoint{Route: route, File: from.File, Line: call.Line}), err
}
