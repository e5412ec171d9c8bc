package gate

import (
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/guard"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/proposal"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
)

// Gate judges all that a working tree changes against a base.
type Gate struct {
	Space   *workspace.Space
	Scan    *scan.Scanner
	Copies  *copies.Copies
	Runs    *ingest.Runs
	Views   *views.View
	Propose *proposal.Judge
	Guard   *guard.Guards
}

// New is the gate of one graph.
func New(v *views.View, p *proposal.Judge, g *guard.Guards) *Gate {
	return &Gate{Space: v.Space, Scan: v.Scan, Copies: v.Copies, Runs: v.Runs, Views: v, Propose: p, Guard: g}
}
