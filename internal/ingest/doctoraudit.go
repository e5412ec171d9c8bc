package ingest

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/safety"
)

// checkAudit follows the chain of the audit log for the doctor.
func (m *Runs) checkAudit(ctx context.Context) ([]graph.Problem, error) {
	c, err := m.Space.Safe().VerifyAudit(ctx, safety.Hash{})
	if err != nil || c.OK {
		return nil, err
	}
	return []graph.Problem{{Check: "audit", Count: 1, Detail: c.Problem + "; smp audit verify says more, and indexing again does not mend it"}}, nil
}
