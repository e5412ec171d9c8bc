package session

import (
	"slices"

	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/safety"
)

// mayWriteNow checks again, in the transaction that applies a write, what was
// checked before it waited: meanwhile the session's time may have run out, and
// another may hold the file. The steps were used up by the first check, so that
// no other write could pass with them.
func (m *Sessions) mayWriteNow(tx *safety.Tx, session string, changes []ingest.FileChange) error {
	s, err := tx.Session(session)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if err := m.mayTouch(s, c.Path); err != nil {
			return err
		}
		if err := mayHold(tx, s, c.Path); err != nil {
			return err
		}
	}
	return nil
}

// mayHold reports an error where another session holds a file, or where an
// exclusive one does not.
func mayHold(tx *safety.Tx, s *safety.Session, path string) error {
	held, err := tx.LockOf(path)
	switch {
	case err != nil:
		return err
	case held != nil && held.Session != s.ID:
		return &LockError{File: path, HeldBySession: held.Handle(), HeldByAgent: held.Agent, Expires: held.Expires}
	case held == nil && s.Concurrency == safety.Exclusive:
		return &LockError{File: path}
	}
	return nil
}

// mayFollow reports an error where an elevated session has not taken the steps
// before a write, or not with this content.
func mayFollow(tx *safety.Tx, s *safety.Session, c ingest.FileChange) error {
	if s.Level != safety.Elevated {
		return nil
	}
	step, err := tx.Step(s.ID, c.Path)
	if err != nil {
		return err
	}
	if step < safety.CheckpointStep {
		return &SequenceError{Session: s.ID, File: c.Path, Missing: step.Missing()}
	}
	judged, err := tx.JudgedContent(s.ID, c.Path)
	if err == nil && judged != safety.ContentHash(c.Content, c.Deleted) {
		err = &SequenceError{Session: s.ID, File: c.Path, Missing: []string{"smp/dryrun"}, Reason: "the content is not the one that its dry run judged; run it on this content"}
	}
	return err
}

// noteWritten writes an update into the log, with what the files hold now. The
// empty log is that of changes outside of sessions.
func noteWritten(tx *safety.Tx, log string, changes []ingest.FileChange) error {
	hashes := map[string]safety.Hash{}
	for _, c := range changes {
		hashes[c.Path] = safety.ContentHash(c.Content, c.Deleted)
	}
	e := safety.Event{Method: "smp/update", Result: "success", Detail: map[string]any{"sha256": safety.ShownHashes(hashes)}}
	if files := ingest.ChangedPaths(changes); len(files) == 1 {
		e.File = files[0]
	} else {
		e.Files = slices.Sorted(slices.Values(files))
	}
	_, err := tx.Append(log, e)
	return err
}
