package workspace

import (
	"time"

	"github.com/structural-memory/smp/safety"
)

// Safe is the handle on sessions, locks, checkpoints and the audit log.
func (m *Space) Safe() *safety.Safety {
	m.safeOnce.Do(func() { m.safety = safety.New(m.Store, safety.WithClock(m.Now)) })
	return m.safety
}

// Now is the time, or what a test says it is.
func (m *Space) Now() time.Time {
	if m.Opts.Clock == nil {
		return time.Now()
	}
	return m.Opts.Clock()
}

// Base is the memory that a view is of; other memories are their own.
func (m *Space) Base() *Space {
	if m.Head != nil {
		return m.Head
	}
	return m
}
