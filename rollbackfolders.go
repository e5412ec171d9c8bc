package smp

import (
	"path"

	"github.com/structural-memory/smp/safety"
)

// folders plans for the folders around a checkpoint's files: those that were
// there come back and get their modes back, those that have come since go, if
// nothing else is in them.
func (b *rollback) folders(plan map[string]change, c *safety.Checkpoint) error {
	modes := c.Folders()
	if len(modes) == 0 {
		return nil // made by a version that did not note them
	}
	for _, f := range c.Files {
		if f.Kind == safety.Folder || b.m.linkOnTheWay(f.Path) != "" {
			continue // what is behind a link is no folder of its file
		}
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if _, known := plan[dir]; known {
				break
			}
			mode, was := modes[dir]
			now, err := readAs(b.root, dir, safety.Folder)
			if err != nil {
				return err
			}
			to := absent(dir)
			if was {
				to = folder(dir, mode)
			}
			if !same(now.FileState, to.FileState) {
				plan[dir] = change{now: now, to: to}
			}
		}
	}
	return nil
}

// twins plans for files that were one file under several names and no longer
// are.
func (b *rollback) twins(tx *safety.Tx, plan map[string]change, c *safety.Checkpoint) error {
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
			now, err := readStanding(b.root, f.Path)
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
				if now, err = readStanding(b.root, g.Path); err != nil {
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

// foldersAround are the folders around some paths that are there, each once.
func (r *restorer) foldersAround(paths []string) (out []standing, err error) {
	seen := map[string]bool{}
	for _, p := range paths {
		for dir := path.Dir(p); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			now, err := readAs(r.root, dir, safety.Folder)
			if err != nil {
				return nil, err
			}
			if now.Kind == safety.Folder {
				out = append(out, now)
			}
		}
	}
	return out, nil
}
