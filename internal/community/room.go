package community

import (
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/workspace"
)

// Groups finds and shows the communities of a graph.
type Groups struct {
	Space *workspace.Space
	Heat  *heat.Meter
}

// New is the communities of a space.
func New(h *heat.Meter) *Groups { return &Groups{Space: h.Space, Heat: h} }
