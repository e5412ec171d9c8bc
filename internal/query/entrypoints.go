package query

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/linker/framework"
)

// EntryPoint is a route by which a framework calls a definition, and where it
// is registered.
type EntryPoint struct {
	framework.Route
	File string `json:"file"`
	Line int    `json:"line"`
}

// HandledRoute is an entry point with the definition behind it.
type HandledRoute struct {
	EntryPoint
	Handler workspace.NodeRef `json:"handler"`
}

// EntryPoints are the routes whose handler a node is: those that others, or
// the class or file around it, register for it, and those that it registers
// for an anonymous function, whose code counts as its own.
func EntryPoints(r *graph.Reader, n graph.Node) ([]EntryPoint, error) {
	in, err := r.In(n.Row, graph.CallsStatic)
	if err != nil {
		return nil, err
	}
	var out []EntryPoint
	for _, e := range in {
		if e.Class != graph.Framework || e.Via.Middleware() > 0 {
			continue
		}
		from, err := r.Node(e.From)
		if err != nil {
			return nil, err
		}
		routes, err := routesAt(r, from, e.Line)
		if err != nil {
			return nil, err
		}
		for _, p := range routes {
			if p.handledBy(n) {
				out = append(out, p)
			}
		}
	}
	own, err := anonymousRoutes(r, n)
	out = append(out, own...)
	slices.SortFunc(out, compareEntryPoints)
	return slices.Compact(out), err
}

// handledBy tells whether a route that is registered where a node is named is
// the node's.
func (p EntryPoint) handledBy(n graph.Node) bool { return p.Action == "" || p.Action == n.Name }

func compareEntryPoints(a, b EntryPoint) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method), strings.Compare(a.Framework, b.Framework), strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// routesAt are the routes that a node registers on a line; 0 for all lines.
func routesAt(r *graph.Reader, from graph.Node, line int) ([]EntryPoint, error) {
	out, err := registeredAt(r, from, line)
	return slices.DeleteFunc(out, func(p EntryPoint) bool { return p.Method == framework.MethodUse }), err
}

// registeredAt are those, and what comes before all routes below a path.
func registeredAt(r *graph.Reader, from graph.Node, line int) (out []EntryPoint, err error) {
	edges, err := r.Out(from.Row, graph.References)
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		if e.Class != graph.Framework || line != 0 && e.Line != line {
			continue
		}
		leaf, err := r.Node(e.To)
		if err != nil {
			return nil, err
		}
		if route, ok := routeOf(leaf); ok {
			out = append(out, EntryPoint{Route: route, File: from.File, Line: e.Line})
		}
	}
	return out, nil
}

func routeOf(leaf graph.Node) (framework.Route, bool) {
	name, ok := strings.CutPrefix(leaf.ID, "ext:")
	if !ok {
		return framework.Route{}, false
	}
	return framework.RouteOf(name)
}

// anonymousRoutes are those of the routes that a node registers which lead to
// no definition.
func anonymousRoutes(r *graph.Reader, n graph.Node) ([]EntryPoint, error) {
	routes, err := routesAt(r, n, 0)
	if err != nil || len(routes) == 0 {
		return nil, err
	}
	calls, err := r.Out(n.Row, graph.CallsStatic)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(routes, func(p EntryPoint) bool {
		return slices.ContainsFunc(calls, func(e graph.Edge) bool {
			return e.Class == graph.Framework && e.Via.Middleware() == 0 && e.Line == p.Line
		})
	}), nil
}

// Routes lists the entry points of a scope by path, with what handles each.
func (m *Questions) Routes(ctx context.Context, scope workspace.Scope) ([]HandledRoute, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) ([]HandledRoute, error) {
		in, err := workspace.ScopeOf(r, cmp.Or(scope, "full"))
		if err != nil {
			return nil, err
		}
		return routesOf(r, in)
	})
}

func routesOf(r *graph.Reader, in graph.Scope) ([]HandledRoute, error) {
	froms := map[graph.NodeID]bool{}
	err := r.EachEdge(func(e graph.Edge) bool {
		if e.Class == graph.Framework {
			froms[e.From] = true
		}
		return true
	}, graph.References)
	if err != nil {
		return nil, err
	}
	out := []HandledRoute{}
	for row := range froms {
		from, err := r.Node(row)
		if err != nil {
			return nil, err
		}
		if !in.Holds(from.File) {
			continue
		}
		routes, err := routesAt(r, from, 0)
		if err != nil {
			return nil, err
		}
		calls, err := r.Out(row, graph.CallsStatic)
		if err != nil {
			return nil, err
		}
		for _, p := range routes {
			handlers := []graph.Node{}
			for _, e := range calls {
				if e.Class == graph.Framework && e.Via.Middleware() == 0 && e.Line == p.Line {
					n, err := r.Node(e.To)
					if err != nil {
						return nil, err
					}
					if p.handledBy(n) {
						handlers = append(handlers, n)
					}
				}
			}
			if len(handlers) == 0 {
				handlers = append(handlers, from)
			}
			for _, n := range handlers {
				out = append(out, HandledRoute{p, workspace.RefOf(n)})
			}
		}
	}
	slices.SortFunc(out, func(a, b HandledRoute) int {
		return cmp.Or(compareEntryPoints(a.EntryPoint, b.EntryPoint), strings.Compare(a.Handler.ID, b.Handler.ID))
	})
	return slices.Compact(out), nil
}
