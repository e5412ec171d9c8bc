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

// Judged notes that a dry run has passed a content (none: that there is to be
// no file), and says how far the session is now. Only that content may be
// written then; a later dry run says of another that it may.
func (tx *Tx) Judged(session, path string, content Hash) (Step, error) {
	now, err := tx.Step(session, path)
	if err != nil || now < GuardStep {
		return now, err
	}
	now = max(now, DryRunStep)
	return now, tx.exec("UPDATE session_steps SET step = ?, at = ?, content = ? WHERE session = ? AND path = ?", int(now), tx.now, content[:], session, path)
}

// JudgedContent is the content that the last dry run has passed.
func (tx *Tx) JudgedContent(session, path string) (h Hash, err error) {
	err = tx.query("SELECT content FROM session_steps WHERE session = ? AND path = ?", func(st *sqlite.Stmt) error {
		if st.ColumnLen(0) == len(h) {
			h = columnHash(st, 0)
		}
		return nil
	}, session, path)
	return h, err
}

// ResetSteps is for after a write: the next one needs all steps again.
func (tx *Tx) ResetSteps(session, path string) error {
	return tx.exec("DELETE FROM session_steps WHERE session = ? AND path = ?", session, path)
}
