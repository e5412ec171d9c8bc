package copies

import (
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/workspace"
)

// Copies keeps the graph as it was for those that go on reading it.
type Copies struct {
	Space *workspace.Space
	Links *relink.Linkers

	copies copies
}

// New has no copies yet.
func New(l *relink.Linkers) *Copies { return &Copies{Space: l.Space, Links: l} }
