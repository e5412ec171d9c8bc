package query

import (
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

const (
	// maxPathNodes bounds the nodes that a path search looks at.
	maxPathNodes = 5_000_000
	// searchInStore is how many nodes it opens before it takes the graph into
	// memory.
	searchInStore = 500
)

// shortestPath is a breadth-first search along outgoing edges from a, or what
// a holds, to b or to what b holds; nil when there is no path, empty when a is
// b. What is inside a node is part of it, so both ends may be a part. On the
// way no step leads into or out of a node without an edge of the types: that
// a file holds two functions makes neither depend on the other.
func shortestPath(r *graph.Reader, a, b graph.Node, types ...graph.EdgeType) ([]graph.Edge, error) {
	if a.Row == b.Row {
		return []graph.Edge{}, nil
	}
	starts, goals, err := endsOf(r, a, b)
	if err != nil {
		return nil, err
	}
	s := &pathSearch{r: r, types: types, goals: goals}
	end, err := s.run(starts)
	if err != nil || end == 0 {
		return nil, err
	}
	return s.unwind(end)
}

// endsOf are a and b with what they hold. Where one holds the other, the path
// is between what is only in the outer one and the inner one.
func endsOf(r *graph.Reader, a, b graph.Node) (starts []graph.NodeID, goals map[graph.NodeID]bool, err error) {
	from, err := workspace.WithMembers(r, a)
	if err != nil {
		return nil, nil, err
	}
	to, err := workspace.WithMembers(r, b)
	if err != nil {
		return nil, nil, err
	}
	goals, inA := rowsOf(to), rowsOf(from)
	for row := range inA {
		if inA[b.Row] && goals[row] {
			delete(inA, row)
		} else if goals[a.Row] {
			delete(goals, row)
		}
	}
	for _, n := range from {
		if inA[n.Row] {
			starts = append(starts, n.Row)
		}
	}
	return starts, goals, nil
}

func rowsOf(nodes []graph.Node) map[graph.NodeID]bool {
	rows := make(map[graph.NodeID]bool, len(nodes))
	for _, n := range nodes {
		rows[n.Row] = true
	}
	return rows
}

type pathSearch struct {
	r      *graph.Reader
	types  []graph.EdgeType
	goals  map[graph.NodeID]bool
	back   map[graph.NodeID]graph.NodeID // from where a node was reached
	memory *graph.Adjacency              // nil while the store is asked
	opened int
}

// run is the goal that is reached first, 0 for none.
func (s *pathSearch) run(starts []graph.NodeID) (end graph.NodeID, err error) {
	s.back = map[graph.NodeID]graph.NodeID{}
	for _, row := range starts {
		s.back[row] = 0
	}
	for queue := starts; len(queue) > 0 && len(s.back) < maxPathNodes; queue = queue[1:] {
		at := queue[0]
		err := s.each(at, func(e graph.Neighbour) bool {
			goal := s.goals[e.Node]
			if _, seen := s.back[e.Node]; seen || e.Class == graph.Outside && !goal || !slices.Contains(s.types, e.Type) {
				return true
			}
			s.back[e.Node] = at
			if goal {
				end = e.Node
				return false
			}
			queue = append(queue, e.Node)
			return true
		})
		if err != nil || end != 0 {
			return end, err
		}
	}
	return 0, nil
}

// each calls fn for what a node leads to, by type and row, wherever it is
// asked.
func (s *pathSearch) each(n graph.NodeID, fn func(graph.Neighbour) bool) (err error) {
	s.opened++
	if s.opened == searchInStore {
		if s.memory, err = s.r.Adjacency(); err != nil {
			return err
		}
	}
	if s.memory != nil {
		s.memory.Out(n, fn)
		return nil
	}
	edges, err := s.r.Out(n)
	for _, e := range edges {
		if !fn(graph.Neighbour{Node: e.To, Type: e.Type, Class: e.Class, Via: e.Via}) {
			break
		}
	}
	return err
}

// unwind is the path to a node that was reached.
func (s *pathSearch) unwind(to graph.NodeID) ([]graph.Edge, error) {
	var path []graph.Edge
	for from := s.back[to]; from != 0; to, from = from, s.back[from] {
		edges, err := s.r.Out(from)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(edges, func(e graph.Edge) bool { return e.To == to && slices.Contains(s.types, e.Type) })
		path = append(path, edges[i])
	}
	slices.Reverse(path)
	return path, nil
}
