package ingest

import (
	"context"
	"sync"

	"github.com/structural-memory/smp/internal/community"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/relink"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/internal/worktree"
)

// Runs brings a graph up to date with files.
type Runs struct {
	Space       *workspace.Space
	Files       *worktree.Writer
	Scan        *scan.Scanner
	Links       *relink.Linkers
	Copies      *copies.Copies
	Heat        *heat.Meter
	Communities *community.Groups

	Indexing sync.Mutex // one index run at a time
	tree     treeCache
}

// New is what takes files into a graph.
func New(w *worktree.Writer, c *copies.Copies, g *community.Groups) *Runs {
	return &Runs{Space: c.Space, Files: w, Scan: c.Links.Scan, Links: c.Links, Copies: c, Heat: g.Heat, Communities: g}
}

// Close stores what makes the next process's first index run quick.
func (m *Runs) Close(ctx context.Context) error {
	m.Indexing.Lock()
	defer m.Indexing.Unlock()
	err := m.Links.SaveGoState(ctx)
	m.Links.State = nil
	return err
}
