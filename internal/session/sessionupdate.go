package session

import (
	"context"
	"fmt"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// SessionUpdate is what an update in a session did.
type SessionUpdate struct {
	ingest.UpdateResult
	Files   []string // as the graph names them
	LeftOut []LeftOut
	Notes   []string // what could not be taken into account
}

// LeftOut is a file that is no part of the graph, and why.
type LeftOut struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// leftOut are those of the changed files that are no part of the graph.
func (m *Sessions) leftOut(changes []ingest.FileChange) (out []LeftOut, err error) {
	tree, err := walk.Open(m.Space.Opts.Root, m.Scan.WalkOptions())
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.Deleted {
			continue
		}
		var x walk.Explanation
		if c.Content != nil {
			x, err = tree.Given(c.Path, c.Content)
		} else {
			x, err = tree.Explain(c.Path)
		}
		switch {
		case err != nil:
			out = append(out, LeftOut{File: c.Path, Reason: "unreadable", Detail: "there is no such file"})
		case !x.Indexed:
			out = append(out, LeftOut{File: c.Path, Reason: string(x.Reason), Detail: x.Detail})
		}
	}
	return out, nil
}

// UpdateOutside is Update for changes that a client tells of without a session:
// they count as changes that nobody in particular has made.
func (m *Sessions) UpdateOutside(ctx context.Context, changes ...ingest.FileChange) (*SessionUpdate, error) {
	changes, err := m.Runs.Cleaned(changes)
	if err != nil {
		return nil, err
	}
	for i := range changes {
		changes[i].Settled = changes[i].Content == nil && !changes[i].Deleted // the client says: as the disk has it
	}
	out := &SessionUpdate{Files: ingest.ChangedPaths(changes), Notes: []string{}}
	files := slices.Sorted(slices.Values(out.Files))
	res, err := m.Runs.UpdateBy(ctx, &graph.Author{Files: files}, changes...)
	if err != nil {
		return nil, err
	}
	if err := m.noteOutside(ctx, changes); err != nil {
		return nil, err
	}
	out.UpdateResult = *res
	out.LeftOut, err = m.leftOut(changes)
	return out, err
}

// noteOutside writes an update into the log that belongs to no session, with
// the hashes of what a client said that the files hold.
func (m *Sessions) noteOutside(ctx context.Context, changes []ingest.FileChange) error {
	changes = slices.Clone(changes)
	if err := m.fillContents(changes); err != nil {
		return err
	}
	return m.Space.Safe().Write(ctx, func(tx *safety.Tx) error { return noteWritten(tx, "", changes) })
}

// UpdateIn takes in what an open session has made of some files. An mvcc
// session changes its own view, until it is completed; an exclusive one the
// graph, for which it must hold the files' locks. A file out of scope, one that
// another session holds, and in an elevated session one without guard, dry run
// and checkpoint before are errors, and nothing is taken in. The next write of
// the same file begins with the guard again, also where this one fails.
func (m *Sessions) UpdateIn(ctx context.Context, session string, changes ...ingest.FileChange) (*SessionUpdate, error) {
	changes, err := m.Runs.Cleaned(changes)
	if err != nil {
		return nil, err
	}
	if err := m.mayAsk(ctx, session, changes); err != nil { // before anything is read for it
		return nil, err
	}
	if err := m.fillContents(changes); err != nil {
		return nil, err
	}
	s, err := safety.Do(ctx, m.Space.Safe(), func(tx *safety.Tx) (*safety.Session, error) {
		s, err := tx.Use(session)
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			if err := m.mayWrite(tx, s, c); err != nil {
				return nil, err
			}
			// Used up in the same transaction: of two writes at once, one passes.
			if err := tx.ResetSteps(s.ID, c.Path); err != nil {
				return nil, err
			}
		}
		return s, nil
	})
	if err != nil {
		return nil, err
	}
	update := m.updateExclusive
	if s.Concurrency == safety.MVCC {
		update = m.updateInView
	}
	out, err := update(ctx, s, changes)
	if err != nil {
		return nil, err
	}
	out.LeftOut, err = m.leftOut(changes)
	return out, err
}

// mayAsk reports an error where the session has ended or may not write one of
// the files, whatever they are to hold.
func (m *Sessions) mayAsk(ctx context.Context, session string, changes []ingest.FileChange) error {
	return m.Space.Safe().Read(ctx, func(tx *safety.Tx) error {
		s, err := tx.Session(session)
		if err != nil {
			return err
		}
		for _, c := range changes {
			if err := m.mayTouch(s, c.Path); err != nil {
				return err
			}
		}
		return nil
	})
}

// fillContents reads from disk what the caller did not say: later, the disk may
// hold something else.
func (m *Sessions) fillContents(changes []ingest.FileChange) error {
	reader, err := walk.OpenReader(m.Space.Opts.Root)
	if err != nil {
		return err
	}
	defer reader.Close()
	for i := range changes {
		c := &changes[i]
		if c.Content != nil || c.Deleted {
			continue
		}
		disk, err := scan.DiskState(reader, c.Path)
		if err != nil {
			return err
		}
		c.Content, c.Deleted = disk.Data, disk.Hash == nil
		if !c.Deleted && c.Content == nil {
			c.Content = []byte{}
		}
	}
	return nil
}

// updateInView changes the session's own view. What was written is kept first:
// from it the view can be made again.
func (m *Sessions) updateInView(ctx context.Context, s *safety.Session, changes []ingest.FileChange) (*SessionUpdate, error) {
	v, release, err := m.Views.OwnView(ctx, s)
	if err != nil {
		return nil, err
	}
	defer release()
	bases, err := New(v).hashesOf(ctx, changes)
	if err != nil {
		return nil, err
	}
	out := &SessionUpdate{Files: ingest.ChangedPaths(changes), Notes: []string{}}
	if err := m.Space.Safe().Write(ctx, func(tx *safety.Tx) error { return m.noteWrites(tx, s, changes, bases) }); err != nil {
		return nil, err
	}
	res, notes, err := m.Views.ChangeView(ctx, v, s.CommitSHA, changes)
	if err != nil {
		// The view does not show what was noted: it is made again when it is
		// asked for.
		m.Views.DropView(s.ID)
		return nil, fmt.Errorf("the session's view: %w", err)
	}
	out.UpdateResult, out.Notes = *res, append(out.Notes, notes...)
	return out, nil
}

func (m *Sessions) updateExclusive(ctx context.Context, s *safety.Session, changes []ingest.FileChange) (*SessionUpdate, error) {
	bases, err := m.hashesOf(ctx, changes)
	if err != nil {
		return nil, err
	}
	files := slices.Sorted(slices.Values(ingest.ChangedPaths(changes)))
	by := &graph.Author{Agent: s.Agent, Session: s.Handle(), Files: files}
	noted := false
	note := func(tx *safety.Tx) error { // in the transaction that changes the graph
		noted = true
		return m.noteWrites(tx, s, changes, bases)
	}
	res, err := m.Runs.UpdateWith(ctx, by, note, changes...)
	if err == nil && !noted { // the graph has it already
		err = m.Space.Safe().Write(ctx, note)
	}
	if err != nil {
		return nil, err
	}
	return &SessionUpdate{UpdateResult: *res, Files: ingest.ChangedPaths(changes), Notes: []string{}}, nil
}

// noteWrites notes what a session writes, if it still may.
func (m *Sessions) noteWrites(tx *safety.Tx, s *safety.Session, changes []ingest.FileChange, bases map[string]safety.Hash) error {
	if err := m.mayWriteNow(tx, s.ID, changes); err != nil {
		return err
	}
	for _, c := range changes {
		var now safety.Hash
		if !c.Deleted {
			var err error
			if now, err = tx.PutContent(c.Content); err != nil {
				return err
			}
		}
		if err := tx.NoteWrite(s.ID, c.Path, bases[c.Path], now); err != nil {
			return err
		}
	}
	return noteWritten(tx, s.AuditID, changes)
}

// hashesOf are what the graph has of files; none for those that it has not.
func (m *Sessions) hashesOf(ctx context.Context, changes []ingest.FileChange) (map[string]safety.Hash, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (map[string]safety.Hash, error) {
		out := map[string]safety.Hash{}
		for _, c := range changes {
			leaf, found, err := r.Leaf(c.Path)
			if err != nil {
				return nil, err
			}
			if found {
				out[c.Path] = safety.Hash(leaf.SHA256)
			}
		}
		return out, nil
	})
}
