package heat

import "github.com/structural-memory/smp/internal/workspace"

// Meter tells how often definitions change. Views have that of their head.
type Meter struct {
	Space *workspace.Space
	head  *Meter

	churn churnCache
}

// New is the meter of a space; head is that of which it is a view, or nil.
func New(space *workspace.Space, head *Meter) *Meter { return &Meter{Space: space, head: head} }

// base is the meter that has read the history.
func (m *Meter) base() *Meter {
	if m.head != nil {
		return m.head
	}
	return m
}
