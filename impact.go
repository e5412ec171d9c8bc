package smp

import (
	"context"
	"sort"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// AffectedFunction is a definition that a change reaches.
type AffectedFunction struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	File         string `json:"file"`
	Line         int    `json:"line,omitempty"`
	Relationship string `json:"relationship"` // CALLS, TESTS, INHERITS, …
	Class        string `json:"class"`        // exact, dispatch, …
	Depth        int    `json:"depth"`        // 1: directly
}

// RequiredUpdate is a place that must change with the entity.
type RequiredUpdate struct {
	File       string `json:"file"`
	Function   string `json:"function"`
	Line       int    `json:"line,omitempty"`
	Reason     string `json:"reason"`
	ChangeType string `json:"change_type"`
}

// ImpactResult is the answer of Impact.
type ImpactResult struct {
	Entity            NodeRef            `json:"entity"`
	ChangeType        string             `json:"change_type"`
	AffectedFiles     []string           `json:"affected_files"`
	AffectedFunctions []AffectedFunction `json:"affected_functions"`
	RequiredUpdates   []RequiredUpdate   `json:"required_updates"`
	Severity          string             `json:"severity"` // none, low, medium, high; unknown where zero is not certain
	TotalAffected     int                `json:"total_affected"`
	Truncated         int                `json:"truncated"`
	Certainty         Certainty          `json:"certainty"`
}

// ImpactQuery asks what a change of an entity breaks.
type ImpactQuery struct {
	Entity     string
	ChangeType string // signature_change (default), delete, move
	Depth      int    // steps along incoming dependencies; 3 by default
	Limit      int    // functions in the answer; 500 by default
}

// Impact walks dependencies backwards from an entity. A class or a file is
// affected together with what it defines.
func (m *Memory) Impact(ctx context.Context, q ImpactQuery) (*ImpactResult, error) {
	if q.ChangeType == "" {
		q.ChangeType = "signature_change"
	}
	switch q.ChangeType {
	case "signature_change", "delete", "move":
	default:
		return nil, &ParamError{Param: "change_type", Value: q.ChangeType, Hint: "use signature_change, delete or move"}
	}
	if q.Depth <= 0 {
		q.Depth = 3
	}
	if q.Limit <= 0 {
		q.Limit = defaultTraceLimit
	}
	return read(ctx, m, func(r *graph.Reader) (*ImpactResult, error) {
		n, err := resolve(r, q.Entity)
		if err != nil {
			return nil, err
		}
		res := &ImpactResult{Entity: refOf(n), ChangeType: q.ChangeType, AffectedFiles: []string{}, AffectedFunctions: []AffectedFunction{}, RequiredUpdates: []RequiredUpdate{}}
		if res.Certainty, err = certainty(r, n); err != nil {
			return nil, err
		}
		if err := impactWalk(r, n, q, res); err != nil {
			return nil, err
		}
		res.Severity = severity(res)
		return res, nil
	})
}

func impactWalk(r *graph.Reader, n graph.Node, q ImpactQuery, res *ImpactResult) error {
	inside, err := withMembers(r, n)
	if err != nil {
		return err
	}
	seen := map[graph.NodeID]bool{}
	for _, i := range inside {
		seen[i.Row] = true
	}
	files := map[string]bool{}
	level := inside
	for depth := 1; depth <= q.Depth && len(level) > 0; depth++ {
		var next []graph.Node
		for _, target := range level {
			edges, err := r.In(target.Row, dependencyEdges...)
			if err != nil {
				return err
			}
			for _, e := range edges {
				far, err := r.Node(e.From)
				if err != nil {
					return err
				}
				if depth == 1 && !within(inside, e.From) && far.Kind != facts.File {
					res.RequiredUpdates = append(res.RequiredUpdates, RequiredUpdate{File: far.File, Function: displayName(far), Line: e.Line, Reason: callsName(e.Type), ChangeType: q.ChangeType})
				}
				if seen[e.From] {
					continue
				}
				seen[e.From] = true
				if far.File != "" && far.File != n.File {
					files[far.File] = true
				}
				res.TotalAffected++
				next = append(next, far)
				if far.Kind == facts.File || far.Kind == facts.Package {
					continue
				}
				if len(res.AffectedFunctions) >= q.Limit {
					res.Truncated++
					continue
				}
				res.AffectedFunctions = append(res.AffectedFunctions, AffectedFunction{ID: far.ID, Name: displayName(far), File: far.File, Line: far.NameLine,
					Relationship: callsName(e.Type), Class: e.Class.String(), Depth: depth})
			}
		}
		level = next
	}
	for f := range files {
		res.AffectedFiles = append(res.AffectedFiles, f)
	}
	sort.Strings(res.AffectedFiles)
	return nil
}

func within(nodes []graph.Node, row graph.NodeID) bool {
	for _, n := range nodes {
		if n.Row == row {
			return true
		}
	}
	return false
}

// callsName is an edge type as the specification's answers name it.
func callsName(t graph.EdgeType) string {
	if t == graph.CallsStatic || t == graph.CallsRuntime {
		return "CALLS"
	}
	return t.String()
}

// withMembers is a node with all that it defines.
func withMembers(r *graph.Reader, n graph.Node) ([]graph.Node, error) {
	out := []graph.Node{n}
	if n.Kind.Callable() || n.Kind == facts.Variable {
		return out, nil
	}
	for i := 0; i < len(out) && len(out) < 5000; i++ {
		kids, err := r.Children(out[i].Row)
		if err != nil {
			return nil, err
		}
		out = append(out, kids...)
	}
	return out, nil
}

// severity rates an impact; where nothing is affected but open call sites of
// the same name exist, it is unknown rather than none.
func severity(res *ImpactResult) string {
	switch n := res.TotalAffected; {
	case n == 0 && res.Certainty.UnresolvedSameName > 0:
		return "unknown"
	case n == 0:
		return "none"
	case n > 10 || len(res.AffectedFiles) > 5:
		return "high"
	case n > 3 || len(res.AffectedFiles) > 2:
		return "medium"
	}
	return "low"
}
