package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/structural-memory/smp"
)

// traceTree is the flat form of a trace as a tree: each node is opened where
// the walk reached it first.
type traceTree struct {
	out   bool
	nodes map[string]smp.TraceNode
	kids  map[string][]traceEdge
}

type traceEdge struct {
	smp.TraceEdge
	far   string
	first bool // the walk reached the far node along this edge
	times int  // call sites of the same pair
}

func newTraceTree(res *smp.TraceResult, out bool) *traceTree {
	t := &traceTree{out: out, nodes: map[string]smp.TraceNode{}, kids: map[string][]traceEdge{}}
	for _, n := range res.Nodes {
		t.nodes[n.ID] = n
	}
	reached := map[string]bool{res.Start.ID: true}
	at := map[[3]string]int{} // where a pair of nodes with its edge type is in kids
	for _, e := range res.Edges {
		near, far := e.From, e.To
		if !out {
			near, far = far, near
		}
		key := [3]string{near, far, e.Type}
		if i, ok := at[key]; ok {
			t.kids[near][i].times++
			continue
		}
		at[key] = len(t.kids[near])
		t.kids[near] = append(t.kids[near], traceEdge{e, far, !reached[far], 1})
		reached[far] = true
	}
	for _, kids := range t.kids {
		slices.SortStableFunc(kids, func(a, b traceEdge) int {
			if out {
				return cmp.Compare(a.Line, b.Line)
			}
			return cmp.Or(cmp.Compare(rank(t.nodes[a.far]), rank(t.nodes[b.far])), strings.Compare(t.nodes[a.far].File, t.nodes[b.far].File), cmp.Compare(a.Line, b.Line))
		})
	}
	return t
}

// rank puts callers that are tests behind the others.
func rank(n smp.TraceNode) int {
	if n.Type == "Test" {
		return 1
	}
	return 0
}

// write writes what lies below a node.
func (t *traceTree) write(p *page, id, indent string) {
	kids := t.kids[id]
	for i, e := range kids {
		branch, below := "├─ ", "│  "
		if i == len(kids)-1 {
			branch, below = "└─ ", "   "
		}
		p.line("%s%s%s", p.dim(indent+branch), t.name(e), p.dim(t.about(e)))
		if e.first {
			t.write(p, e.far, indent+below)
		}
	}
}

func (t *traceTree) name(e traceEdge) string {
	if n, ok := t.nodes[e.far]; ok {
		return n.Name
	}
	return "itself" // the start is in no list
}

// about is where the node is, or for callers where the call is, and what is
// special about the edge.
func (t *traceTree) about(e traceEdge) string {
	n, ok := t.nodes[e.far]
	if !ok {
		return ""
	}
	at := where(n.NodeRef)
	if !t.out && e.Line > 0 {
		at = place(n.File, e.Line)
	}
	s := ""
	if at != "" {
		s = "  " + at
	}
	if e.times > 1 {
		s += " ×" + strconv.Itoa(e.times)
	}
	if e.Class != "exact" {
		s += " [" + e.Class + "]"
	}
	if !e.first && len(t.kids[e.far]) > 0 {
		s += " ↑"
	}
	return s
}
