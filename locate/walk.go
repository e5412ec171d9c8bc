package locate

import (
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/search"
)

// walkTypes are the relationships that a walk follows.
var walkTypes = []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime, graph.Imports, graph.Defines}

// maxWalk bounds the nodes that a walk reaches, maxFan those from one node: a
// hub says nothing about its neighbours.
const (
	maxWalk = 200
	maxFan  = 50
)

// step is one edge of a walk, from the node walked from to the node reached.
type step struct {
	from, to graph.NodeID
	typ      graph.EdgeType
	hop      int
}

// walk follows the relationships of the seeds, nearest first. reached says for
// each node from which seeds.
func (q *question) walk(seeds []*candidate) (steps []step, reached map[graph.NodeID][]graph.NodeID, err error) {
	reached = map[graph.NodeID][]graph.NodeID{}
	hops := map[graph.NodeID]int{}
	var frontier []graph.NodeID
	for _, c := range seeds {
		reached[c.row] = []graph.NodeID{c.row}
		hops[c.row] = 0
		frontier = append(frontier, c.row)
	}
	for hop := 1; hop <= q.req.Hops && len(frontier) > 0; hop++ {
		var next []graph.NodeID
		for _, n := range frontier {
			edges, err := q.r.Out(n, walkTypes...)
			if err != nil {
				return nil, nil, err
			}
			fan := 0
			last := step{}
			for _, e := range edges {
				s := step{from: n, to: e.To, typ: e.Type, hop: hop}
				if e.Class == graph.Outside || s == last || s.from == s.to {
					continue // the same edge on another line
				}
				last = s
				if fan++; fan > maxFan {
					break
				}
				h, seen := hops[e.To]
				if !seen && len(hops) >= maxWalk {
					continue
				}
				if seen && h < hop {
					if h > 0 || hop == 1 {
						steps = append(steps, s)
					}
					continue
				}
				steps = append(steps, s)
				if !seen {
					hops[e.To] = hop
					next = append(next, e.To)
				}
				for _, from := range reached[n] {
					if !slices.Contains(reached[e.To], from) {
						reached[e.To] = append(reached[e.To], from)
					}
				}
			}
		}
		frontier = next
	}
	return steps, reached, nil
}

// reach makes candidates of the nodes that the walk reached and that are of
// the kinds asked for.
func (q *question) reach(reached map[graph.NodeID][]graph.NodeID) error {
	var rows []graph.NodeID
	for row := range reached {
		if q.byRow[row] == nil {
			rows = append(rows, row)
		}
	}
	slices.Sort(rows)
	for _, row := range rows {
		file, def, err := q.r.Place(row)
		if err != nil {
			return err
		}
		doc, ok := q.s.Words.Find(file, def)
		if !ok || !q.s.Words.Passes(doc, &search.Filter{Kinds: q.filter.Kinds}) {
			continue
		}
		c := q.add(q.s.Words.Doc(doc))
		if err := q.measure(c); err != nil {
			return err
		}
		q.byRow[row] = c
	}
	return nil
}
