package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/guard"
)

type (
	// GuardLimits are from when on something is risky.
	GuardLimits = guard.GuardLimits
	// GuardBlocking is a reason for a red alert.
	GuardBlocking = guard.GuardBlocking
	// GuardQuery asks whether a file may be written.
	GuardQuery = guard.GuardQuery
	// FunctionCoverage is how much of a function tests run; null where nothing has
	// measured it.
	FunctionCoverage = guard.FunctionCoverage
	// GuardChecks are what a verdict rests on. Those that need a session, a report
	// or recorded changes are null without.
	GuardChecks = guard.GuardChecks
	// UnresolvedSameName are call sites of the names that change which are not
	// linked: each may be one of what changes.
	UnresolvedSameName = guard.UnresolvedSameName
	// OpenCallPlace is a call site that is not linked.
	OpenCallPlace = guard.OpenCallPlace
	// Caution is a warning that blocks nothing.
	Caution = guard.Caution
	// GuardResult is the answer of Guard. One that is blocked has its reasons
	// alone.
	GuardResult = guard.GuardResult
)

// GuardClear is the verdict of a file that may be written.
const GuardClear = guard.GuardClear

// Guard says whether it is safe to write a file: clear, with a red alert and
// what to do about it, or blocked. For a session it is the first step before a
// write.
func (m *Memory) Guard(ctx context.Context, q GuardQuery) (*GuardResult, error) {
	return m.guard.Guard(ctx, q)
}
