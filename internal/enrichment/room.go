package enrichment

import (
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
)

// Enricher keeps what is said of nodes beside the code.
type Enricher struct {
	Space *workspace.Space
	Scan  *scan.Scanner
	Runs  *ingest.Runs
}

// New enriches the nodes of one graph.
func New(v *views.View) *Enricher { return &Enricher{Space: v.Space, Scan: v.Scan, Runs: v.Runs} }
