package session

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/safety"
)

// ScopeAnalysis says what a change of a file puts at risk. What nothing is
// known of is null: the file is not in the index, or no changes are recorded.
type ScopeAnalysis struct {
	BlastRadius *int   `json:"blast_radius"` // files that import or use it
	IsHotNode   *bool  `json:"is_hot_node"`
	HeatScore   *int   `json:"heat_score"`
	RiskLevel   string `json:"risk_level"` // low, medium, high; unknown where the file is not in the index
}

// HotNodeInScope is a node that changes often and that many call.
type HotNodeInScope struct {
	NodeID          string `json:"node_id"`
	HeatScore       int    `json:"heat_score"`
	CallerCount     int    `json:"caller_count"`
	ChangesInWindow int    `json:"changes_in_window"`
}

const (
	mostAnalysed = 100 // files of a scope
	mostHotShown = 50
)

// scopeAnalyst looks at the files that a session has declared.
type scopeAnalyst struct {
	m *Sessions
	r *graph.Reader
	s *safety.Session
	h *heat.HeatReader

	files   map[string]ScopeAnalysis
	count   int // files that there are
	left    int // of them, not analysed
	hot     []HotNodeInScope
	moreHot int
}

func (a *scopeAnalyst) analyse(ctx context.Context) error {
	return a.m.Heat.WithHeat(ctx, a.r, func(h *heat.HeatReader) error {
		a.h = h
		if err := a.heat(); err != nil {
			return err
		}
		return a.declared()
	})
}

// heat finds the hot nodes of the scope.
func (a *scopeAnalyst) heat() error {
	a.hot = []HotNodeInScope{}
	if !a.h.Known() {
		return nil
	}
	err := a.h.Changed(heat.HotChanges, func(n graph.Node, changes int) error {
		if !a.s.InScope(n.File) {
			return nil
		}
		heat, err := a.h.With(n, changes)
		if err == nil && heat.Hot {
			a.hot = append(a.hot, HotNodeInScope{n.ID, heat.Score, heat.Callers, heat.Changes})
		}
		return err
	}, heat.HeatWindow)
	slices.SortFunc(a.hot, func(x, y HotNodeInScope) int {
		return cmp.Or(cmp.Compare(y.HeatScore, x.HeatScore), cmp.Compare(y.ChangesInWindow*y.CallerCount, x.ChangesInWindow*x.CallerCount), strings.Compare(x.NodeID, y.NodeID))
	})
	if a.moreHot = max(0, len(a.hot)-mostHotShown); a.moreHot > 0 {
		a.hot = a.hot[:mostHotShown]
	}
	return err
}

// declared looks at the files of the scope.
func (a *scopeAnalyst) declared() error {
	a.files = map[string]ScopeAnalysis{}
	known := map[string]bool{}
	var wide []string // by globs and folders
	err := a.r.EachFile(func(f graph.FileInfo) bool {
		if a.s.InScope(f.Path) {
			known[f.Path] = true
			if !slices.Contains(a.s.Scope, f.Path) {
				wide = append(wide, f.Path)
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	a.count = len(known)
	var named []string
	for _, entry := range a.s.Scope {
		if known[entry] {
			named = append(named, entry)
		} else if !safety.IsGlob(entry) {
			a.files[entry] = ScopeAnalysis{RiskLevel: "unknown"}
		}
	}
	all := append(named, wide...)
	for _, f := range all[:min(len(all), mostAnalysed)] {
		if err := a.file(f); err != nil {
			return err
		}
	}
	a.left = max(0, len(all)-mostAnalysed)
	return nil
}

func (a *scopeAnalyst) file(path string) error {
	nodes, err := a.r.FileNodes(path)
	if err != nil {
		return err
	}
	by, err := query.Dependants(a.r, path, nodes)
	if err != nil {
		return err
	}
	heat, err := a.h.File(nodes)
	if err != nil {
		return err
	}
	n := len(by)
	avg, _ := query.ComplexityOf(nodes)
	f := ScopeAnalysis{BlastRadius: &n, RiskLevel: query.RiskLevel(n, avg)}
	f.IsHotNode, f.HeatScore = heat.Answers()
	a.files[path] = f
	return nil
}
