package snapshot

import (
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
)

// Snapshots packs graphs into signed archives and takes them in.
type Snapshots struct {
	Space  *workspace.Space
	Scan   *scan.Scanner
	Links  *relink.Linkers
	Copies *copies.Copies
	Runs   *ingest.Runs
	View   *views.View
}

// New packs and takes in snapshots of one graph.
func New(v *views.View) *Snapshots {
	return &Snapshots{Space: v.Space, Scan: v.Scan, Links: v.Links, Copies: v.Copies, Runs: v.Runs, View: v}
}
