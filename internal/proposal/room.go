package proposal

import (
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
)

// Judge says what proposed content of files would change and break.
type Judge struct {
	Space  *workspace.Space
	Links  *relink.Linkers
	Copies *copies.Copies
	Runs   *ingest.Runs
	Views  *views.View
}

// New judges proposals against one graph.
func New(v *views.View) *Judge {
	return &Judge{Space: v.Space, Links: v.Links, Copies: v.Copies, Runs: v.Runs, Views: v}
}
