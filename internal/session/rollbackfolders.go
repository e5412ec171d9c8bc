package session

import (
	"path"

	"github.com/structural-memory/smp/internal/worktree"
	"github.com/structural-memory/smp/safety"
)

// folders plans for the folders around a checkpoint's files: those that were
// there come back and get their modes back, those that have come since go, if
// nothing else is in them.
func (b *rollback) folders(plan map[string]worktree.Change, c *safety.Checkpoint) error {
	modes := c.Folders()
	if len(modes) == 0 {
		return nil // made by a version that did not note them
	}
	for _, f := range c.Files {
		if f.Kind == safety.Folder || b.m.Space.LinkOnTheWay(f.Path) != "" {
			continue // what is behind a link is no folder of its file
		}
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if _, known := plan[dir]; known {
				break
			}
			mode, was := modes[dir]
			now, err := worktree.ReadAs(b.root, dir, safety.Folder)
			if err != nil {
				return err
			}
			to := worktree.Absent(dir)
			if was {
				to = worktree.Folder(dir, mode)
			}
			if !worktree.Same(now.FileState, to.FileState) {
				plan[dir] = worktree.Change{Now: now, To: to}
			}
		}
	}
	return nil
}

// twins plans for files that were one file under several names and no longer
// are.
func (b *rollback) twins(tx *safety.Tx, plan map[string]worktree.Change, c *safety.Checkpoint) error {
	byInode := map[string][]safety.FileState{}
	for _, f := range c.Files {
		if f.Inode != "" {
			byInode[f.Inode] = append(byInode[f.Inode], f)
		}
	}
	for _, group := range byInode {
		if len(group) < 2 {
			continue
		}
		for _, f := range group {
			if _, known := plan[f.Path]; known {
				continue
			}
			now, err := worktree.ReadStanding(b.root, f.Path)
			if err != nil {
				return err
			}
			if now.Inode == f.Inode {
				continue
			}
			for _, g := range group {
				if _, known := plan[g.Path]; known {
					continue
				}
				if now, err = worktree.ReadStanding(b.root, g.Path); err != nil {
					return err
				}
				if plan[g.Path], err = b.toward(tx, now, g); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
