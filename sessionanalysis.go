package smp

import (
	"context"
	"slices"

	"github.com/structural-memory/smp/graph"
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
	m *Memory
	r *graph.Reader
	s *safety.Session

	files   map[string]ScopeAnalysis
	count   int // files that there are
	left    int // of them, not analysed
	hot     []HotNodeInScope
	moreHot int
}

func (a *scopeAnalyst) analyse(ctx context.Context) error {
	a.files, a.hot = map[string]ScopeAnalysis{}, []HotNodeInScope{}
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
		if err := a.file(ctx, f); err != nil {
			return err
		}
	}
	a.left = max(0, len(all)-mostAnalysed)
	return nil
}

// takeHot enters the hot nodes of a file.
func (a *scopeAnalyst) takeHot(heat *fileHeat) {
	if heat == nil {
		return
	}
	for _, h := range heat.hot {
		if len(a.hot) == mostHotShown {
			a.moreHot++
			continue
		}
		a.hot = append(a.hot, HotNodeInScope{NodeID: h.Node.ID, HeatScore: h.Score, CallerCount: h.Callers, ChangesInWindow: h.Changes})
	}
}

func (a *scopeAnalyst) file(ctx context.Context, path string) error {
	nodes, err := a.r.FileNodes(path)
	if err != nil {
		return err
	}
	by, err := dependants(a.r, path, nodes)
	if err != nil {
		return err
	}
	heat, err := a.m.heatOfFile(ctx, a.r, nodes)
	if err != nil {
		return err
	}
	n := len(by)
	avg, _ := complexityOf(nodes)
	s := ScopeAnalysis{BlastRadius: &n, RiskLevel: riskLevel(n, avg)}
	s.IsHotNode, s.HeatScore = heat.answers()
	a.files[path] = s
	a.takeHot(heat)
	return nil
}
