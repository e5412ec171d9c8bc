package session

import (
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/internal/worktree"
)

// Sessions opens, guards, merges and ends the sessions of agents.
type Sessions struct {
	Space  *workspace.Space
	Files  *worktree.Writer
	Scan   *scan.Scanner
	Copies *copies.Copies
	Heat   *heat.Meter
	Runs   *ingest.Runs
	Views  *views.View
}

// New is the sessions over one head.
func New(v *views.View) *Sessions {
	return &Sessions{Space: v.Space, Files: v.Files, Scan: v.Scan, Copies: v.Copies, Heat: v.Heat, Runs: v.Runs, Views: v}
}
