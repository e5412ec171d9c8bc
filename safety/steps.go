package safety

import "zombiezen.com/go/sqlite"

// Step is how far a session is with a file since its last write of it.
type Step int

const (
	NoStep Step = iota
	GuardStep
	DryRunStep
	CheckpointStep
)

// Missing names the steps that are still to be taken before a write.
func (s Step) Missing() []string {
	return []string{"smp/guard/check", "smp/dryrun", "smp/checkpoint"}[min(max(s, 0), CheckpointStep):]
}

// Step says how far a session is with a file.
func (tx *Tx) Step(session, path string) (step Step, err error) {
	err = tx.query("SELECT step FROM session_steps WHERE session = ? AND path = ?", func(st *sqlite.Stmt) error {
		step = Step(st.ColumnInt64(0))
		return nil
	}, session, path)
	return step, err
}

// Advance notes that a step was taken, and says how far the session is now. A
// step counts only after the one before it; taking one again changes nothing.
func (tx *Tx) Advance(session, path string, step Step) (Step, error) {
	now, err := tx.Step(session, path)
	if err != nil || step != now+1 {
		return now, err
	}
	return step, tx.exec(`INSERT INTO session_steps (session, path, step, at) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET step = excluded.step, at = excluded.at`, session, path, int(step), tx.now)
}

// ResetSteps is for after a write: the next one needs all steps again.
func (tx *Tx) ResetSteps(session, path string) error {
	return tx.exec("DELETE FROM session_steps WHERE session = ? AND path = ?", session, path)
}
