package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/worktree"
	"github.com/structural-memory/smp/safety"
)

// mostMerges bounds how often a merge begins anew because something has changed
// meanwhile.
const mostMerges = 20

// completeSession makes what an mvcc session has written everybody's: it is
// merged into the working tree, all files or none, the session ends, and the
// graph takes it in. Where it conflicts, nothing happens but a
// *MergeConflictError. A completion that is cut off is undone, and can be done
// again.
func (m *Sessions) completeSession(ctx context.Context, s *safety.Session) (*ClosedSession, error) {
	for range mostMerges {
		merged, err := m.mergeSession(ctx, s)
		if err != nil {
			return nil, err
		}
		if len(merged.conflicts) > 0 {
			return nil, m.tellConflicts(ctx, s, merged)
		}
		res, err := m.writeMerged(ctx, s, merged)
		if errors.Is(err, worktree.ErrMoved) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return res, m.takeMerged(ctx, s, merged, res)
	}
	return nil, worktree.ErrMoved
}

// tellConflicts is the error that says what conflicts; it is noted, so that
// what the session writes next counts as written in knowledge of it.
func (m *Sessions) tellConflicts(ctx context.Context, s *safety.Session, merged *sessionMerge) error {
	err := &MergeConflictError{Session: s.ID, Conflicts: merged.conflicts}
	if n := len(err.Conflicts); n > mostMergeConflicts {
		err.Conflicts, err.More = err.Conflicts[:mostMergeConflicts], n-mostMergeConflicts
	}
	var files []string
	for _, c := range merged.conflicts {
		files = append(files, c.File)
	}
	files = slices.Compact(files)
	if nerr := m.setMergeNotes(ctx, s.ID, mergeNotes{Told: merged.told}); nerr != nil {
		return nerr
	}
	_, aerr := m.Space.Safe().Append(ctx, s.AuditID, safety.Event{Method: "smp/session/close", Files: files, Result: "conflict", Detail: map[string]any{"conflicts": len(merged.conflicts)}})
	if aerr != nil {
		return aerr
	}
	return err
}

// writeMerged writes the merged files and ends the session, while no other
// session can do either.
func (m *Sessions) writeMerged(ctx context.Context, s *safety.Session, merged *sessionMerge) (res *ClosedSession, err error) {
	w, err := m.Files.LockWorktree(ctx)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	plan := func(tx *safety.Tx) (map[string]worktree.Change, error) {
		plan := map[string]worktree.Change{}
		if err := m.mayComplete(tx, s, merged, w.Root); err != nil {
			return nil, err
		}
		for _, c := range merged.changes {
			plan[c.To.Path] = c
		}
		return plan, (&worktree.Restorer{Root: w.Root}).WithFolders(plan)
	}
	err = w.CarryOut(ctx, s.ID, "smp/session/close", plan, func(tx *safety.Tx, _ map[string]worktree.Change) error {
		res, err = closeIn(tx, s.ID, safety.Completed, merged.written())
		return err
	})
	return res, err
}

// written are the files of the working tree that change.
func (g *sessionMerge) written() []string {
	out := []string{}
	for _, c := range g.changes {
		out = append(out, c.To.Path)
	}
	return out
}

// mayComplete checks that all is as it was when it was merged, and that the
// session may write the files.
func (m *Sessions) mayComplete(tx *safety.Tx, s *safety.Session, merged *sessionMerge, root *os.Root) error {
	if _, err := tx.Use(s.ID); err != nil {
		return err
	}
	version, err := tx.DataVersion()
	if err != nil {
		return err
	}
	files, err := tx.Files(s.ID)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f safety.SessionFile) bool { return !f.Wrote })
	if version != merged.version || !slices.Equal(files, merged.files) {
		return worktree.ErrMoved
	}
	for _, c := range merged.changes {
		if err := m.mayTouch(s, c.To.Path); err != nil {
			return err
		}
		held, err := tx.LockOf(c.To.Path)
		if err != nil {
			return err
		}
		if held != nil && held.Session != s.ID {
			return &LockError{File: c.To.Path, HeldBySession: held.Handle(), HeldByAgent: held.Agent, Expires: held.Expires}
		}
		now, err := worktree.ReadStanding(root, c.To.Path)
		if err != nil {
			return err
		}
		if !worktree.Same(now.FileState, c.Now.FileState) || now.Folder {
			return worktree.ErrMoved
		}
	}
	return nil
}

// takeMerged brings the graph up to date with what was merged.
func (m *Sessions) takeMerged(ctx context.Context, s *safety.Session, merged *sessionMerge, res *ClosedSession) error {
	if err := m.Space.Graph.SetNotes(ctx, map[string]string{mergeNotesKey(s.ID): ""}); err != nil {
		return err
	}
	ready, err := m.Runs.Ready(ctx)
	if err != nil || !ready || len(merged.files) == 0 {
		return err
	}
	by := &graph.Author{Agent: s.Agent, Session: s.Handle()}
	var changes []ingest.FileChange
	written := merged.written()
	for _, f := range merged.files {
		by.Files = append(by.Files, f.Path)
		changes = append(changes, ingest.FileChange{Path: f.Path, Settled: slices.Contains(written, f.Path)})
	}
	if _, err := m.Runs.UpdateBy(ctx, by, changes...); err != nil {
		res.ResyncError = fmt.Sprintf("the files are merged, but the index does not have them yet: %v", err)
	}
	return nil
}
