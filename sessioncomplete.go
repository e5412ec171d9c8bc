package smp

import (
	"context"
	"fmt"

	"github.com/structural-memory/smp/safety"
)

// completeSession makes what a session has written everybody's. An exclusive
// session has written to the files themselves, so nothing is left to do.
func (m *Memory) completeSession(ctx context.Context, s *safety.Session) error {
	if s.Concurrency == safety.Exclusive {
		return nil
	}
	files, err := m.safe().Files(ctx, s.ID)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Wrote {
			return fmt.Errorf("%s is written in the view of session %s alone; close it as aborted or rolled_back", f.Path, s.ID)
		}
	}
	return nil
}
