package smp

import (
	"time"

	"github.com/structural-memory/smp/safety"
)

// safe is the handle on sessions, locks, checkpoints and the audit log.
func (m *Memory) safe() *safety.Safety {
	m.safeOnce.Do(func() { m.safety = safety.New(m.store, safety.WithClock(m.now)) })
	return m.safety
}

// now is the time, or what a test says it is.
func (m *Memory) now() time.Time {
	if m.opts.now == nil {
		return time.Now()
	}
	return m.opts.now()
}

// base is the memory that a view is of; other memories are their own.
func (m *Memory) base() *Memory {
	if m.head != nil {
		return m.head
	}
	return m
}
