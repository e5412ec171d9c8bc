package query

import (
	"errors"
	"slices"
	"sort"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// traceWalk is one breadth-first walk in one direction.
type traceWalk struct {
	r           *graph.Reader
	communities *communityNodes // nil where they are not asked for
	q           TraceQuery
	types       []graph.EdgeType
	out         bool
	res         *TraceResult
	seen        map[graph.NodeID]graph.Node
	calls       *circles // among the nodes seen

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
	return root, w.closeCircles(level)
}

// closeCircles looks from the nodes that were reached last at calls of nodes
// that were reached before: the last step of a circle that is as long as the
// walk.
func (w *traceWalk) closeCircles(last []traceStep) error {
	if !slices.Contains(w.types, graph.CallsStatic) {
		return nil
	}
	for _, s := range last {
		edges, err := w.edgesOf(s.node)
		if err != nil {
			return err
		}
		for _, e := range edges {
			far := e.To
			if !w.out {
				far = e.From
			}
			if n, known := w.seen[far]; known {
				w.noteCall(s.node, n, e)
			}
		}
	}
	return nil
}

func (w *traceWalk) noteCall(near, far graph.Node, e graph.Edge) {
	if e.Type != graph.CallsStatic && e.Type != graph.CallsRuntime {
		return
	}
	if w.out {
		w.calls.add(near.ID, far.ID)
	} else {
		w.calls.add(far.ID, near.ID)
	}
}

// edgesOf are a node's edges in the walk's direction.
func (w *traceWalk) edgesOf(n graph.Node) ([]graph.Edge, error) {
	var near []graph.Edge
	if w.communities != nil {
		if near = w.communities.edges(n.Row, w.types, w.out); n.Row < 0 {
			return near, nil
		}
	}
	read := w.r.In
	if w.out {
		read = w.r.Out
	}
	edges, err := read(n.Row, w.types...)
	return append(edges, near...), err
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
		name := workspace.DisplayName(n)
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
		return w.edgesOf(n)
	}
	if calls && (n.Kind.Callable() || n.Kind.TypeLike()) && !w.names[n.Name] {
		w.names[n.Name] = true
		open, err := w.r.OpenCount(n.Name)
		if err != nil {
			return nil, err
		}
		w.res.NotFollowed.Unresolved += open
	}
	return w.edgesOf(n)
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
	n, err := w.node(row)
	if err != nil || n.Row == 0 {
		return n, err
	}
	w.seen[row] = n
	w.res.Nodes = append(w.res.Nodes, TraceNode{NodeRef: workspace.RefOf(n), Hop: hop})
	return n, nil
}

// node is a node or a community; the zero Node where a member of a community
// is gone since.
func (w *traceWalk) node(row graph.NodeID) (graph.Node, error) {
	if row < 0 {
		return w.communities.node(row), nil
	}
	n, err := w.r.Node(row)
	var gone *workspace.NotFoundError
	if w.communities != nil && errors.As(err, &gone) {
		return graph.Node{}, nil
	}
	return n, err
}

// note enters an edge between the node walked from and the one reached.
func (w *traceWalk) note(near, far graph.Node, e graph.Edge) {
	from, to := near.ID, far.ID
	if !w.out {
		from, to = to, from
	}
	w.noteCall(near, far, e)
	w.res.Edges = append(w.res.Edges, TraceEdge{From: from, To: to, Type: e.Type.String(), Line: e.Line, Class: e.Class.String(), Via: e.Via.String()})
}

// branchKey names the branches of a tree by relationship and direction.
func branchKey(names []string, out bool) string {
	k := map[string][2]string{"CALLS": {"calls", "called_by"}, "CALLS_STATIC": {"calls", "called_by"}, "CALLS_RUNTIME": {"calls", "called_by"},
		"IMPORTS": {"imports", "imported_by"}, "INHERITS": {"inherits", "inherited_by"}, "IMPLEMENTS": {"implements", "implemented_by"},
		"USES": {"uses", "used_by"}, "REFERENCES": {"references", "referenced_by"}, "TESTS": {"tests", "tested_by"},
		"DEFINES": {"defines", "defined_in"}, "CONTAINS": {"contains", "contained_in"}, "DEPENDS_ON": {"depends_on", "depended_on_by"},
		"MEMBER_OF": {"member_of", "members"}, "CHILD_OF": {"child_of", "children"}, "BRIDGES": {"bridges", "bridged_by"}}
	pair, ok := k[names[0]]
	if !ok || len(names) > 1 {
		pair = [2]string{"reaches", "reached_from"}
	}
	if out {
		return pair[0]
	}
	return pair[1]
}
