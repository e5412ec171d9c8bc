package locate

import (
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/search"
)

// walkTypes are the relationships that a walk follows.
var walkTypes = []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime, graph.Imports, graph.Defines}

// maxWalk bounds the nodes that a walk reaches, maxFan those from one node: a
// hub says nothing about its neighbours. What is left out is counted.
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

// walked is what a walk has seen.
type walked struct {
	steps []step
	seeds map[graph.NodeID][]graph.NodeID // from which seeds each node is reached
	hops  map[graph.NodeID]int
	next  []graph.NodeID
	cut   int
}

// walk follows the relationships of the seeds, nearest first.
func (q *question) walk(seeds []*candidate) (*walked, error) {
	w := &walked{seeds: map[graph.NodeID][]graph.NodeID{}, hops: map[graph.NodeID]int{}}
	for _, c := range seeds {
		w.seeds[c.row] = []graph.NodeID{c.row}
		w.hops[c.row] = 0
		w.next = append(w.next, c.row)
	}
	for hop := 1; hop <= q.req.Hops && len(w.next) > 0; hop++ {
		frontier := w.next
		w.next = nil
		for _, n := range frontier {
			if err := q.stepsFrom(w, n, hop); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
}

// stepsFrom takes the edges of one node.
func (q *question) stepsFrom(w *walked, n graph.NodeID, hop int) error {
	edges, err := q.r.Out(n, walkTypes...)
	if err != nil {
		return err
	}
	fan, last := 0, step{}
	for _, e := range edges {
		s := step{from: n, to: e.To, typ: e.Type, hop: hop}
		if e.Class == graph.Outside || s == last || s.from == s.to {
			continue // the same edge on another line
		}
		last = s
		if fan++; fan > maxFan {
			w.cut++
			continue
		}
		w.take(s)
	}
	return nil
}

// take goes along one edge. Those back to where the walk has been are kept
// only between the seeds and inside of what they reach.
func (w *walked) take(s step) {
	hop, seen := w.hops[s.to]
	switch {
	case !seen && len(w.hops) >= maxWalk:
		w.cut++
		return
	case !seen:
		w.hops[s.to] = s.hop
		w.next = append(w.next, s.to)
	case hop == 0 && s.hop > 1:
		return
	}
	w.steps = append(w.steps, s)
	if seen && hop < s.hop {
		return
	}
	for _, seed := range w.seeds[s.from] {
		if !slices.Contains(w.seeds[s.to], seed) {
			w.seeds[s.to] = append(w.seeds[s.to], seed)
		}
	}
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
	kinds := &search.Filter{Kinds: q.filter.Kinds}
	for _, row := range rows {
		file, def, err := q.r.Place(row)
		if err != nil {
			return err
		}
		doc, ok := q.s.Words.Find(file, def)
		if !ok || !q.s.Words.Passes(doc, kinds) {
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
