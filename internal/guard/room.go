package guard

import (
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/views"
	"github.com/structural-memory/smp/internal/workspace"
)

// Guards says what speaks against a write before it is made.
type Guards struct {
	Space *workspace.Space
	Heat  *heat.Meter
	Runs  *ingest.Runs
	Views *views.View

	reports reportCache
}

// New guards the files of one graph.
func New(v *views.View) *Guards { return &Guards{Space: v.Space, Heat: v.Heat, Runs: v.Runs, Views: v} }
