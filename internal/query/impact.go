package query

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
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
	Entity            workspace.NodeRef   `json:"entity"`
	ChangeType        string              `json:"change_type"`
	AffectedFiles     []string            `json:"affected_files"`
	AffectedFunctions []AffectedFunction  `json:"affected_functions"`
	RequiredUpdates   []RequiredUpdate    `json:"required_updates"`
	Severity          string              `json:"severity"` // none, low, medium, high; unknown where zero is not certain
	TotalAffected     int                 `json:"total_affected"`
	Truncated         int                 `json:"truncated"`      // functions that the list leaves out
	More              map[string]int      `json:"more,omitempty"` // what the other lists leave out
	Recursion         []Recursion         `json:"recursion"`      // circles of calls among the entity and what is affected
	Certainty         workspace.Certainty `json:"certainty"`
}

// ImpactQuery asks what a change of an entity breaks.
type ImpactQuery struct {
	Entity     string
	ChangeType string // signature_change (default), delete, move
	Depth      int    // steps along incoming dependencies; 3 by default
	Limit      int    // entries in each list; 500 by default
}

// Impact walks dependencies backwards from an entity. A class or a file is
// affected together with what it defines.
func (m *Questions) Impact(ctx context.Context, q ImpactQuery) (*ImpactResult, error) {
	if q.ChangeType == "" {
		q.ChangeType = "signature_change"
	}
	switch q.ChangeType {
	case "signature_change", "delete", "move":
	default:
		return nil, &workspace.ParamError{Param: "change_type", Value: q.ChangeType, Hint: "use signature_change, delete or move"}
	}
	if q.Depth <= 0 {
		q.Depth = 3
	}
	q.Depth = min(q.Depth, maxTraceDepth)
	if q.Limit <= 0 {
		q.Limit = DefaultTraceLimit
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*ImpactResult, error) {
		n, err := workspace.Resolve(r, q.Entity)
		if err != nil {
			return nil, err
		}
		res := &ImpactResult{Entity: workspace.RefOf(n), ChangeType: q.ChangeType, AffectedFiles: []string{}, AffectedFunctions: []AffectedFunction{}, RequiredUpdates: []RequiredUpdate{}}
		if res.Certainty, err = m.Space.Certainty(r, n); err != nil {
			return nil, err
		}
		w := &impactWalk{r: r, q: q, start: n, res: res, inside: map[graph.NodeID]bool{}, nodes: map[graph.NodeID]graph.Node{}, files: map[string]bool{}, places: map[updatePlace]bool{}}
		if err := w.walk(); err != nil {
			return nil, err
		}
		res.Severity = severity(res, len(w.files))
		res.Recursion = w.calls.find()
		w.bound()
		return res, nil
	})
}

// CallsName is an edge type as the specification's answers name it.
func CallsName(t graph.EdgeType) string {
	if t == graph.CallsStatic || t == graph.CallsRuntime {
		return "CALLS"
	}
	return t.String()
}

// severity rates an impact; where nothing is affected but open call sites of
// the same name exist, it is unknown rather than none.
func severity(res *ImpactResult, files int) string {
	switch n := res.TotalAffected; {
	case n == 0 && (res.Certainty.UnresolvedSameName > 0 || res.Certainty.NotLookedAt != nil):
		return "unknown"
	case n == 0:
		return "none"
	case n > 10 || files > 5:
		return "high"
	case n > 3 || files > 2:
		return "medium"
	}
	return "low"
}
