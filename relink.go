package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/relink"
)

type (
	// SCIPSource is a SCIP index that links were taken from.
	SCIPSource = relink.SCIPSource
)

// WithSCIP makes index runs take what SCIP indexes say of definitions and
// references as links of the highest class. Later runs take the same files
// again, as they are then, unless they are given others; WithSCIP() gives
// none. What an index says of text that has changed since is left out.
func WithSCIP(files ...string) Option { return relink.WithSCIP(files...) }

// SCIPSources are the indexes that the last run took links from.
func (m *Memory) SCIPSources(ctx context.Context) ([]SCIPSource, error) {
	return m.view.Links.SCIPSources(ctx)
}
