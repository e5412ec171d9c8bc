package session

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/structural-memory/smp/internal/ingest"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/internal/worktree"
	"github.com/structural-memory/smp/safety"
)

// RollbackResult is the answer of Rollback.
type RollbackResult struct {
	Status         string   `json:"status"` // rolled_back
	FilesRestored  []string `json:"files_restored"`
	MemoryResynced bool     `json:"memory_resynced"`
	Unchanged      []string `json:"unchanged"`              // files that were as in the checkpoint still
	ResyncError    string   `json:"resync_error,omitempty"` // why the memory is not resynchronised
}

// Rollback brings files back to what they were at a checkpoint of the session,
// or of a session of the same agent that has ended. Either all files are
// restored or none is. Where a file is now something that neither the
// checkpoint nor the session knows, someone else has changed it: that is a
// *RollbackError, unless force is true. A session that holds the lock of a file
// is taken for who has changed it.
func (m *Sessions) Rollback(ctx context.Context, session, checkpoint string, force bool) (*RollbackResult, error) {
	w, err := m.Files.LockWorktree(ctx)
	if err != nil {
		return nil, err
	}
	b := &rollback{m: m, root: w.Root, force: force}
	err = b.carryOut(ctx, w, session, checkpoint)
	w.Close()
	if err != nil {
		if b.s != nil {
			return nil, m.refused(ctx, b.s, "smp/rollback", "", err)
		}
		return nil, err
	}
	b.dropView() // whoever asked meanwhile had it made of what was
	res := &RollbackResult{Status: "rolled_back", FilesRestored: b.changed, Unchanged: b.unchanged}
	res.MemoryResynced, err = m.resync(ctx, b.again)
	if err != nil {
		res.ResyncError = err.Error()
	}
	return res, nil
}

// resync takes restored files into the graph, where there is one.
func (m *Sessions) resync(ctx context.Context, files []ingest.FileChange) (bool, error) {
	ready, err := m.Runs.Ready(ctx)
	if err != nil || !ready {
		return false, err
	}
	if len(files) > 0 {
		_, err = m.Runs.Update(ctx, files...)
	}
	return err == nil, err
}

// rollback is one on its way.
type rollback struct {
	m     *Sessions
	root  *os.Root
	force bool

	s     *safety.Session
	owner string // the session that made the checkpoint
	c     *safety.Checkpoint

	changed, unchanged []string
	again              []ingest.FileChange // for the graph
	moved              bool                // the session's own view is another now
}

// carryOut goes back while no other session can write a row: what is decided
// holds until it is done. Where files change meanwhile, it is decided anew.
func (b *rollback) carryOut(ctx context.Context, w *worktree.Worktree, session, checkpoint string) error {
	plan := func(tx *safety.Tx) (plan map[string]worktree.Change, err error) {
		if b.s, err = tx.Use(session); err != nil {
			return nil, err
		}
		if b.c, err = b.checkpoint(tx, b.s, checkpoint); err != nil {
			return nil, err
		}
		return b.plan(ctx, tx, b.c)
	}
	var err error
	for range mostMerges {
		if err = w.CarryOut(ctx, session, "smp/rollback", plan, b.note); !errors.Is(err, worktree.ErrMoved) {
			break
		}
	}
	return err
}

// note notes what has become of the files.
func (b *rollback) note(tx *safety.Tx, plan map[string]worktree.Change) error {
	b.changed, b.unchanged, b.again = []string{}, []string{}, nil
	s, c := b.s, b.c
	for _, f := range c.Files {
		if f.Kind == safety.Folder {
			continue
		}
		moved, err := b.remember(tx, f)
		if err != nil {
			return err
		}
		b.moved = b.moved || moved
		_, wrote := plan[f.Path]
		counts, err := b.graphAgain(tx, f, wrote)
		if err != nil {
			return err
		}
		if wrote || moved || counts {
			b.changed = append(b.changed, f.Path)
		} else {
			b.unchanged = append(b.unchanged, f.Path)
		}
		if err := tx.ResetSteps(s.ID, f.Path); err != nil {
			return err
		}
	}
	b.dropView() // it is made again from what is noted, also after a crash
	_, err := tx.Append(s.AuditID, safety.Event{Method: "smp/rollback", Files: b.changed, CheckpointID: c.ID, Result: "rolled_back"})
	return err
}

// graphAgain notes what the graph is to take in of a file, and tells whether
// that is another content than counts now, although the disk may have the same.
func (b *rollback) graphAgain(tx *safety.Tx, f safety.FileState, wrote bool) (counts bool, err error) {
	c := ingest.FileChange{Path: f.Path, Settled: true}
	if b.s.Concurrency != safety.MVCC {
		now, err := tx.Pushed(f.Path)
		if err != nil {
			return false, err
		}
		counts = (now == nil) != (f.View == nil) || now != nil && *now != *f.View
		if f.View != nil {
			if c, err = pushAgain(tx, f.Path, *f.View); err != nil {
				return false, err
			}
		}
	}
	if wrote || counts {
		b.again = append(b.again, c)
	}
	return counts, nil
}

// pushAgain is a push of what a file counted as.
func pushAgain(tx *safety.Tx, path string, view safety.Hash) (ingest.FileChange, error) {
	if view.None() {
		return ingest.FileChange{Path: path, Deleted: true}, nil
	}
	data, err := tx.Content(view)
	return ingest.FileChange{Path: path, Content: append([]byte{}, data...)}, err
}

// dropView removes the session's view where it shows what is no longer noted.
func (b *rollback) dropView() {
	if b.moved {
		b.m.Views.Base().DropView(b.s.ID)
	}
}

// checkpoint is one that the session may go back to.
func (b *rollback) checkpoint(tx *safety.Tx, s *safety.Session, id string) (*safety.Checkpoint, error) {
	c, err := tx.Checkpoint(id)
	if err != nil {
		return nil, err
	}
	b.owner = c.Session
	if c.Session == s.ID {
		return c, nil
	}
	owner, err := tx.Find(c.Session)
	if err != nil {
		return nil, err
	}
	if owner.Agent != s.Agent || owner.Status == safety.Open {
		return nil, &workspace.ParamError{Param: "checkpoint_id", Value: id, Hint: fmt.Sprintf("it is of session %s; use one of your own", safety.Handle(c.Session))}
	}
	return c, nil
}

// CheckpointFiles are the paths that a checkpoint is of.
func (m *Sessions) CheckpointFiles(ctx context.Context, checkpoint string) ([]string, error) {
	return safety.Get(ctx, m.Space.Safe(), func(tx *safety.Tx) ([]string, error) {
		c, err := tx.Checkpoint(checkpoint)
		if err != nil {
			return nil, err
		}
		return c.Paths(), nil
	})
}
