package query

import (
	"sync"

	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
)

// Questions answers what a graph can be asked.
type Questions struct {
	Space  *workspace.Space
	Scan   *scan.Scanner
	Copies *copies.Copies
	Heat   *heat.Meter

	engineOnce sync.Once
	engine     *locate.Engine // see located
	engineErr  error
}

// New asks one graph.
func New(s *scan.Scanner, c *copies.Copies, h *heat.Meter) *Questions {
	return &Questions{Space: s.Space, Scan: s, Copies: c, Heat: h}
}
