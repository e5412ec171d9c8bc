package smp

import (
	"slices"

	"github.com/structural-memory/smp/graph"
)

const (
	// maxPathNodes bounds the nodes that a path search looks at.
	maxPathNodes = 5_000_000
	// searchInStore is how many nodes it opens before it takes the graph into
	// memory.
	searchInStore = 500
)

// shortestPath is a breadth-first search along outgoing edges from a to b or
// to what b holds; nil when there is no path, empty when a is b. Among the
// types, DEFINES leads from a to what it holds, as that is part of a; only
// where nothing else does, it leads on from what a depends on.
func shortestPath(r *graph.Reader, a, b graph.Node, types ...graph.EdgeType) ([]graph.Edge, error) {
	if a.Row == b.Row {
		return []graph.Edge{}, nil
	}
	goals, err := goalsOf(r, a, b)
	if err != nil {
		return nil, err
	}
	s := &pathSearch{r: r, types: types, goals: goals}
	end, err := s.run(a.Row)
	if err == nil && end == 0 && slices.Contains(types, graph.Defines) {
		s.throughParts = true
		end, err = s.run(a.Row)
	}
	if err != nil || end == 0 {
		return nil, err
	}
	return s.unwind(end)
}

// goalsOf are b and what it holds, or b alone where a is inside it.
func goalsOf(r *graph.Reader, a, b graph.Node) (map[graph.NodeID]bool, error) {
	inside, err := withMembers(r, b)
	if err != nil {
		return nil, err
	}
	goals := map[graph.NodeID]bool{}
	for _, n := range inside {
		goals[n.Row] = true
	}
	if goals[a.Row] {
		return map[graph.NodeID]bool{b.Row: true}, nil
	}
	return goals, nil
}

type pathSearch struct {
	r      *graph.Reader
	types  []graph.EdgeType
	goals  map[graph.NodeID]bool
	back   map[graph.NodeID]graph.NodeID // from where a node was reached
	memory *graph.Adjacency              // nil while the store is asked
	opened int

	throughParts bool // DEFINES leads on from everywhere
}

// run is the goal that is reached first, 0 for none.
func (s *pathSearch) run(start graph.NodeID) (end graph.NodeID, err error) {
	s.back = map[graph.NodeID]graph.NodeID{start: 0}
	parts := map[graph.NodeID]bool{start: true}
	for queue := []graph.NodeID{start}; len(queue) > 0 && len(s.back) < maxPathNodes; queue = queue[1:] {
		at := queue[0]
		err := s.each(at, func(e graph.Neighbour) bool {
			goal := s.goals[e.Node]
			if _, seen := s.back[e.Node]; seen || e.Class == graph.Outside && !goal || !slices.Contains(s.types, e.Type) {
				return true
			}
			if e.Type == graph.Defines {
				if !parts[at] && !s.throughParts {
					return true
				}
				parts[e.Node] = parts[at]
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
