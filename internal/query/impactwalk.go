package query

import (
	"cmp"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// maxImpactNodes bounds the nodes that an impact looks at; what lies behind
// them is not counted.
const maxImpactNodes = 50_000

// maxClosing bounds the nodes that are asked for the last step of a circle.
const maxClosing = 2000

// impactEdges are the dependencies, the one that says most first: a test that
// calls is named as a test.
var impactEdges = append([]graph.EdgeType{graph.Tests}, workspace.DependencyEdges...)

// impactWalk goes against the dependencies, breadth first.
type impactWalk struct {
	r     *graph.Reader
	q     ImpactQuery
	start graph.Node
	res   *ImpactResult

	inside map[graph.NodeID]bool       // the entity and what it defines
	nodes  map[graph.NodeID]graph.Node // all that were met
	files  map[string]bool             // the affected ones
	places map[updatePlace]bool        // that have to change
	calls  circles                     // among them
}

// updatePlace is where one edge or several tie a node to the entity.
type updatePlace struct {
	node graph.NodeID
	line int
}

func (w *impactWalk) walk() error {
	level, err := workspace.WithMembers(w.r, w.start)
	if err != nil {
		return err
	}
	for _, n := range level {
		w.inside[n.Row], w.nodes[n.Row] = true, n
	}
	for depth := 1; depth <= w.q.Depth && len(level) > 0; depth++ {
		var next []graph.Node
		for _, target := range level {
			edges, err := w.r.In(target.Row, impactEdges...)
			if err != nil {
				return err
			}
			for _, e := range edges {
				far, isNew, err := w.meet(e.From)
				if err != nil {
					return err
				}
				if e.Type == graph.CallsStatic || e.Type == graph.CallsRuntime {
					w.calls.add(far.ID, target.ID)
				}
				if depth == 1 {
					w.require(far, e)
				}
				if isNew {
					next = append(next, far)
					w.affect(far, e, depth)
				}
			}
		}
		level = next
	}
	return w.closeCircles(level)
}

// closeCircles looks whether the nodes that were reached last are called by
// others that were: the last step of a circle as long as the walk.
func (w *impactWalk) closeCircles(last []graph.Node) error {
	for _, n := range last[:min(len(last), maxClosing)] {
		edges, err := w.r.In(n.Row, graph.CallsStatic, graph.CallsRuntime)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if far, known := w.nodes[e.From]; known {
				w.calls.add(far.ID, n.ID)
			}
		}
	}
	return nil
}

// meet is the node, and whether it is met for the first time. Where too many
// were met already, none is new.
func (w *impactWalk) meet(row graph.NodeID) (n graph.Node, isNew bool, err error) {
	if n, ok := w.nodes[row]; ok {
		return n, false, nil
	}
	if len(w.nodes) >= maxImpactNodes {
		return graph.Node{}, false, nil
	}
	n, err = w.r.Node(row)
	w.nodes[row] = n
	return n, err == nil, err
}

// affect enters a node that the change reaches.
func (w *impactWalk) affect(n graph.Node, e graph.Edge, depth int) {
	w.res.TotalAffected++
	if n.File != "" && n.File != w.start.File {
		w.files[n.File] = true
	}
	if workspace.IsFile(n) || n.Kind == facts.Package {
		return
	}
	w.res.AffectedFunctions = append(w.res.AffectedFunctions, AffectedFunction{ID: n.ID, Name: workspace.DisplayName(n), File: n.File, Line: n.NameLine,
		Relationship: CallsName(e.Type), Class: e.Class.String(), Depth: depth})
}

// require enters a place that has to change with the entity. An import only
// names it, so it stays right while the name does. A function that calls
// itself changes in two places where its signature does.
func (w *impactWalk) require(n graph.Node, e graph.Edge) {
	itself := n.Row == w.start.Row && w.q.ChangeType == "signature_change" && n.Kind.Callable()
	if w.inside[n.Row] && !itself || n.Row == 0 || n.Kind == facts.Package || e.Type == graph.Imports && w.q.ChangeType == "signature_change" {
		return
	}
	if at := (updatePlace{n.Row, e.Line}); !w.places[at] {
		w.places[at] = true
		w.res.RequiredUpdates = append(w.res.RequiredUpdates, RequiredUpdate{File: n.File, Function: shortName(n), Line: e.Line, Reason: CallsName(e.Type), ChangeType: w.q.ChangeType})
	}
}

// bound sorts the lists, tests behind production code, and cuts them to the
// limit.
func (w *impactWalk) bound() {
	res := w.res
	for f := range w.files {
		res.AffectedFiles = append(res.AffectedFiles, f)
	}
	slices.Sort(res.AffectedFiles)
	slices.SortFunc(res.AffectedFunctions, func(a, b AffectedFunction) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), testsLast(a.Relationship, b.Relationship), strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.ID, b.ID))
	})
	slices.SortFunc(res.RequiredUpdates, func(a, b RequiredUpdate) int {
		return cmp.Or(testsLast(a.Reason, b.Reason), strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Function, b.Function), strings.Compare(a.Reason, b.Reason))
	})
	res.More = map[string]int{}
	res.AffectedFiles = workspace.Cut(res.AffectedFiles, w.q.Limit, "affected_files", res.More)
	res.RequiredUpdates = workspace.Cut(res.RequiredUpdates, w.q.Limit, "required_updates", res.More)
	res.AffectedFunctions = workspace.Cut(res.AffectedFunctions, w.q.Limit, "affected_functions", res.More)
	res.Truncated = res.More["affected_functions"]
}

func testsLast(a, b string) int {
	tests := graph.Tests.String()
	switch {
	case a == b || a != tests && b != tests:
		return 0
	case b == tests:
		return -1
	}
	return 1
}
