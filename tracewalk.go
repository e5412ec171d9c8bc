package smp

import (
	"slices"
	"sort"

	"github.com/structural-memory/smp/graph"
)

// traceWalk is one breadth-first walk in one direction.
type traceWalk struct {
	r     *graph.Reader
	q     TraceQuery
	types []graph.EdgeType
	out   bool
	res   *TraceResult
	seen  map[graph.NodeID]graph.Node

	omitted map[graph.NodeID]bool // beyond the limit
	names   map[string]bool       // whose open call sites are counted
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
	edges, err := w.edges(s.node)
	if err != nil {
		return nil, err
	}
	branch := map[string]TraceTree{}
	var next []traceStep
	for _, e := range edges {
		if e.Class == graph.Outside && !w.q.External {
			w.res.NotFollowed.External++
			continue
		}
		far := e.To
		if !w.out {
			far = e.From
		}
		_, known := w.seen[far]
		n, err := w.reach(far, hop)
		if err != nil {
			return nil, err
		}
		if n.Row == 0 {
			continue
		}
		w.note(s.node, n, e)
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

// edges are those of a node in the walk's direction; the call sites that are
// no edges are counted.
func (w *traceWalk) edges(n graph.Node) ([]graph.Edge, error) {
	calls := slices.Contains(w.types, graph.CallsStatic)
	if w.out {
		if calls {
			open, err := w.r.OpenCalls(n.Row)
			if err != nil {
				return nil, err
			}
			w.res.NotFollowed.Unresolved += len(open)
		}
		return w.r.Out(n.Row, w.types...)
	}
	if calls && (n.Kind.Callable() || n.Kind.TypeLike()) && !w.names[n.Name] {
		w.names[n.Name] = true
		open, err := w.r.OpenCount(n.Name)
		if err != nil {
			return nil, err
		}
		w.res.NotFollowed.Unresolved += open
	}
	return w.r.In(n.Row, w.types...)
}

// reach is the node at the far end of an edge, entered into the answer if it
// is new; the zero Node where the answer is full.
func (w *traceWalk) reach(row graph.NodeID, hop int) (graph.Node, error) {
	if n, known := w.seen[row]; known {
		return n, nil
	}
	if len(w.res.Nodes) >= w.q.Limit {
		if !w.omitted[row] {
			w.omitted[row] = true
			w.res.Truncated++
		}
		return graph.Node{}, nil
	}
	n, err := w.r.Node(row)
	if err != nil {
		return n, err
	}
	w.seen[row] = n
	w.res.Nodes = append(w.res.Nodes, TraceNode{NodeRef: refOf(n), Hop: hop})
	return n, nil
}

// note enters an edge between the node walked from and the one reached.
func (w *traceWalk) note(near, far graph.Node, e graph.Edge) {
	from, to := near.ID, far.ID
	if !w.out {
		from, to = to, from
	}
	w.res.Edges = append(w.res.Edges, TraceEdge{From: from, To: to, Type: e.Type.String(), Line: e.Line, Class: e.Class.String(), Via: e.Via.String()})
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
