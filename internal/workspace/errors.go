package workspace

import (
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/store"
)

// What can be wrong with a file; an error matches them by errors.Is and says
// in words what to do.
var (
	ErrForeign  = store.ErrForeign  // not written by this program
	ErrNewer    = store.ErrNewer    // written by a newer version
	ErrOlder    = store.ErrOlder    // written by an older version, and opened read-only
	ErrReadOnly = store.ErrReadOnly // the file or its folder cannot be written
	ErrFull     = store.ErrFull     // no space left
	ErrCorrupt  = store.ErrCorrupt  // damaged
	ErrBusy     = store.ErrBusy     // another process keeps writing to it
	ErrClosed   = store.ErrClosed   // Close was called
)

// NotFoundError says that no node fits a reference, and which names are near.
type NotFoundError = graph.NotFoundError

// AmbiguousError says that several nodes fit a reference, and lists them.
type AmbiguousError = graph.AmbiguousError

// ParamError says that a parameter cannot be used, and what can.
type ParamError struct {
	Param, Value, Hint string
}

func (e *ParamError) Error() string {
	return "the parameter " + e.Param + " cannot be " + e.Value + ": " + e.Hint
}
