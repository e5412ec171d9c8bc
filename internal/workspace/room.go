package workspace

import (
	"sync"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/safety"
)

// Space is one graph with the repository that it is of: the root folder, the
// options, the file, and who may write what. All rooms stand on it.
type Space struct {
	Opts   Options
	Store  *store.Store
	Graph  *graph.Graph
	Head   *Space // of a view: the space that it is a view of
	ViewOf string // the commit that it shows or began on, where one is known

	safeOnce sync.Once
	safety   *safety.Safety

	unread wordsOf
}
