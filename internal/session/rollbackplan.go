package session

import (
	"context"
	"slices"

	"github.com/structural-memory/smp/internal/worktree"
	"github.com/structural-memory/smp/safety"
)

// plan says what has to be written to bring the files back. All that can be
// checked is checked before anything is written.
func (b *rollback) plan(ctx context.Context, tx *safety.Tx, c *safety.Checkpoint) (map[string]worktree.Change, error) {
	plan := map[string]worktree.Change{}
	var foreign []string
	paths := c.Paths()
	for _, f := range c.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.Kind == safety.Folder {
			continue
		}
		link := b.m.Space.LinkOnTheWay(f.Path)
		if link != "" && f.Kind == safety.Absent && slices.Contains(paths, link) {
			continue // a link has come where there was no folder: it goes, and what is behind it is not this file
		}
		held, err := b.mayRestore(tx, f.Path)
		if err != nil {
			return nil, err
		}
		now, err := worktree.ReadStanding(b.root, f.Path)
		if err != nil {
			return nil, err
		}
		if worktree.Same(now.FileState, f) && !(now.Folder && f.Kind != safety.Absent) {
			continue
		}
		if !held && !b.force {
			own, err := b.wrote(tx, now)
			if err != nil {
				return nil, err
			}
			if !own {
				foreign = append(foreign, f.Path)
				continue
			}
		}
		if plan[f.Path], err = b.toward(tx, now, f); err != nil {
			return nil, err
		}
	}
	if len(foreign) > 0 {
		return nil, &RollbackError{c.ID, foreign}
	}
	if err := b.twins(tx, plan, c); err != nil {
		return nil, err
	}
	if err := b.folders(plan, c); err != nil {
		return nil, err
	}
	return plan, (&worktree.Restorer{Root: b.root}).WithFolders(plan)
}

// toward is the change from what stands at a path to what stood there.
func (b *rollback) toward(tx *safety.Tx, now worktree.Standing, f safety.FileState) (c worktree.Change, err error) {
	c = worktree.Change{Now: now.AsFolder(), To: worktree.Standing{FileState: f}}
	if f.Kind != safety.Absent {
		c.To.Data, err = tx.Content(f.Hash)
	}
	return c, err
}

// mayRestore tells whether the session holds the file's lock; where it may not
// write the file, that is the error.
func (b *rollback) mayRestore(tx *safety.Tx, path string) (held bool, err error) {
	if err := b.m.mayTouch(b.s, path); err != nil {
		return false, err
	}
	l, err := tx.LockOf(path)
	if err != nil || l == nil {
		return false, err
	}
	if l.Session != b.s.ID {
		return false, &LockError{File: path, HeldBySession: l.Handle(), HeldByAgent: l.Agent, Expires: l.Expires}
	}
	return true, nil
}

// wrote tells whether what stands at a path is what the session, or the one
// that made the checkpoint, has last made of it.
func (b *rollback) wrote(tx *safety.Tx, now worktree.Standing) (bool, error) {
	for _, id := range []string{b.s.ID, b.owner} {
		f, err := tx.File(id, now.Path)
		if err != nil {
			return false, err
		}
		if f != nil && f.Wrote && f.Content == fileHash(now.FileState) {
			return true, nil
		}
	}
	return false, nil
}

// fileHash is the hash of a file's content as the graph knows files: a link is
// none.
func fileHash(f safety.FileState) safety.Hash {
	if f.Kind != safety.Regular {
		return safety.Hash{}
	}
	return f.Hash
}

// remember makes what the session is known to have written what it was at the
// checkpoint, and tells whether that is something else in its own view.
func (b *rollback) remember(tx *safety.Tx, f safety.FileState) (moved bool, err error) {
	own, err := tx.File(b.s.ID, f.Path)
	if err != nil {
		return false, err
	}
	if b.s.Concurrency == safety.MVCC {
		return b.rememberView(tx, own, f)
	}
	if own == nil || !own.Wrote {
		return false, nil
	}
	if content := fileHash(f); content != own.Base {
		return false, tx.NoteWrite(b.s.ID, f.Path, own.Base, content)
	}
	return false, tx.Forget(b.s.ID, f.Path)
}

func (b *rollback) rememberView(tx *safety.Tx, own *safety.SessionFile, f safety.FileState) (moved bool, err error) {
	wrote := own != nil && own.Wrote
	switch {
	case f.View == nil || b.owner != b.s.ID:
		if !wrote {
			return false, nil
		}
		return true, tx.Forget(b.s.ID, f.Path)
	case !wrote:
		return true, tx.NoteWrite(b.s.ID, f.Path, fileHash(f), *f.View)
	}
	return own.Content != *f.View, tx.NoteWrite(b.s.ID, f.Path, own.Base, *f.View)
}
