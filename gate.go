package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/gate"
)

type (
	// GateQuery asks what a change of the repository does to its structure.
	GateQuery = gate.GateQuery
	// GateResult is the structural impact of a change.
	GateResult = gate.GateResult
	// GateFinding is one thing to look at.
	GateFinding = gate.GateFinding
	// GateRule is what a finding may be about.
	GateRule = gate.GateRule
)

// GateRules are all of them.
var GateRules = gate.GateRules

// Gate compares two states of the repository by definitions: what is added,
// removed and modified, which callers outside of the change break, and what the
// guard says of the files.
func (m *Memory) Gate(ctx context.Context, q GateQuery) (*GateResult, error) {
	return m.gate.Gate(ctx, q)
}
