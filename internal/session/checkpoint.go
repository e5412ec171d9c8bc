package session

import (
	"context"
	"os"
	"time"

	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/internal/worktree"
	"github.com/structural-memory/smp/safety"
)

// CheckpointResult is the answer of Checkpoint.
type CheckpointResult struct {
	CheckpointID     string    `json:"checkpoint_id"`
	FilesSnapshotted []string  `json:"files_snapshotted"`
	SnapshotAt       time.Time `json:"snapshot_at"`
	Absent           []string  `json:"absent,omitzero"` // of them, those that were not there: a rollback removes them
}

// Checkpoint keeps what stands at some paths: files with mode and content,
// symbolic links as such, and that nothing is there. What the session sees in
// their place, in its own view or because it was pushed, is kept as well.
func (m *Sessions) Checkpoint(ctx context.Context, session string, files ...string) (*CheckpointResult, error) {
	files, err := m.namedFiles(files)
	if err != nil {
		return nil, err
	}
	s, err := m.Space.Safe().Use(ctx, session)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := m.mayTouch(s, f); err != nil {
			return nil, m.refused(ctx, s, "smp/checkpoint", f, err)
		}
	}
	states, err := m.readStandings(ctx, files)
	if err != nil {
		return nil, err
	}
	return safety.Do(ctx, m.Space.Safe(), func(tx *safety.Tx) (*CheckpointResult, error) {
		s, err := tx.Use(session)
		if err != nil {
			return nil, err
		}
		c, err := putCheckpoint(tx, s, states)
		if err != nil {
			return nil, err
		}
		res := &CheckpointResult{CheckpointID: c.ID, FilesSnapshotted: c.Paths(), SnapshotAt: c.At, Absent: []string{}}
		for _, f := range c.Files {
			if f.Kind == safety.Absent {
				res.Absent = append(res.Absent, f.Path)
			}
			if f.Kind == safety.Folder {
				continue
			}
			if _, err := tx.Advance(s.ID, f.Path, safety.CheckpointStep); err != nil {
				return nil, err
			}
		}
		_, err = tx.Append(s.AuditID, safety.Event{Method: "smp/checkpoint", Files: c.Paths(), CheckpointID: c.ID, Result: "snapshotted"})
		return res, err
	})
}

// readStandings reads what stands at some paths, and the folders around them.
func (m *Sessions) readStandings(ctx context.Context, files []string) ([]worktree.Standing, error) {
	root, err := os.OpenRoot(m.Space.Opts.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	out := make([]worktree.Standing, 0, len(files))
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := worktree.ReadStanding(root, f)
		if err != nil {
			return nil, err
		}
		if d.Folder {
			return nil, &workspace.ParamError{Param: "files", Value: f, Hint: "it is a folder: name the files in it"}
		}
		out = append(out, d)
	}
	around, err := (&worktree.Restorer{Root: root}).FoldersAround(files)
	return append(out, around...), err
}

func putCheckpoint(tx *safety.Tx, s *safety.Session, states []worktree.Standing) (*safety.Checkpoint, error) {
	files := make([]safety.FileState, 0, len(states))
	for _, d := range states {
		if d.Kind == safety.Folder {
			files = append(files, d.FileState)
			continue
		}
		if d.Kind != safety.Absent {
			if _, err := tx.PutContent(d.Data); err != nil {
				return nil, err
			}
		}
		var err error
		if d.View, err = viewed(tx, s, d.Path); err != nil {
			return nil, err
		}
		files = append(files, d.FileState)
	}
	return tx.PutCheckpoint(s.ID, files)
}

// viewed is what a session sees in a file's place instead of what the disk has:
// in its own view, or, where it has none, what was pushed into everybody's.
func viewed(tx *safety.Tx, s *safety.Session, path string) (*safety.Hash, error) {
	if s.Concurrency != safety.MVCC {
		return tx.Pushed(path)
	}
	own, err := tx.File(s.ID, path)
	if err != nil || own == nil || !own.Wrote {
		return nil, err
	}
	return &own.Content, nil
}
