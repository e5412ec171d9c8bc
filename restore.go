package smp

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/structural-memory/smp/safety"
)

// change is what a path is now and what it is to be.
type change struct {
	now    standing
	to     standing
	sameAs string // the path that it is another name of, see linkTwins
}

// restorer writes states of files.
type restorer struct {
	root   *os.Root
	intent string // names temporary files
}

// step is one thing to be done with a path. Steps of one kind are done by path,
// or the innermost first.
type step struct {
	name      string
	innermost bool
	of        func(c *change) bool
	do        func(r *restorer, c *change) error
}

// The order: what goes before what comes, since a file may have to make room
// for a folder, and folders get their modes last, since the final one may
// forbid writing in them.
var restoreSteps = []step{
	{"open a folder", false, func(c *change) bool { return c.isFolder() && c.now.Kind == c.to.Kind },
		func(r *restorer, c *change) error { return r.root.Chmod(c.to.Path, c.to.Mode|0o700) }},
	{"remove", false, func(c *change) bool { return c.to.Kind == safety.Absent && c.now.Kind != safety.Folder },
		func(r *restorer, c *change) error { return r.remove(c.to.Path) }},
	{"remove a folder", true, func(c *change) bool { return c.to.Kind == safety.Absent && c.now.Kind == safety.Folder },
		func(r *restorer, c *change) error { return r.removeFolder(c.to.Path) }},
	{"make a folder", false, func(c *change) bool { return c.to.Kind == safety.Folder && c.now.Kind != safety.Folder },
		func(r *restorer, c *change) error { return r.makeFolder(c.to.Path, c.to.Mode|0o700) }},
	{"write", false, func(c *change) bool { return c.isFile() && c.sameAs == "" },
		func(r *restorer, c *change) error { return r.put(c.to) }},
	{"link", false, func(c *change) bool { return c.isFile() && c.sameAs != "" },
		func(r *restorer, c *change) error { return r.link(c.sameAs, c.to) }},
	{"close a folder", true, func(c *change) bool { return c.to.Kind == safety.Folder },
		func(r *restorer, c *change) error { return r.root.Chmod(c.to.Path, c.to.Mode) }},
}

func (c *change) isFolder() bool { return c.to.Kind == safety.Folder }
func (c *change) isFile() bool   { return c.to.Kind == safety.Regular || c.to.Kind == safety.Symlink }

// reached is called between the steps of a restoration; tests end the process
// there.
var reached = func(string) {}

// all brings every path to what it is to be.
func (r *restorer) all(ctx context.Context, plan map[string]change) error {
	outermost := make([]change, 0, len(plan))
	for _, c := range plan {
		outermost = append(outermost, c)
	}
	slices.SortFunc(outermost, func(a, b change) int { return cmp.Compare(a.to.Path, b.to.Path) })
	linkTwins(outermost)
	innermost := slices.Clone(outermost)
	slices.Reverse(innermost)
	for _, s := range restoreSteps {
		order := outermost
		if s.innermost {
			order = innermost
		}
		for i := range order {
			c := &order[i]
			if !s.of(c) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := s.do(r, c); err != nil {
				return fmt.Errorf("%s: %s: %w", c.to.Path, s.name, err)
			}
			reached(s.name)
		}
	}
	return nil
}

// linkTwins makes files that were one file under several names one again: the
// first is written, the others become names of it.
func linkTwins(changes []change) {
	first := map[string]string{}
	for i := range changes {
		c := &changes[i]
		if !c.isFile() || c.to.Inode == "" {
			continue
		}
		if _, ok := first[c.to.Inode]; !ok || c.now.Inode == c.to.Inode { // better one that is that file still
			first[c.to.Inode] = c.to.Path
		}
	}
	for i := range changes {
		c := &changes[i]
		if p := first[c.to.Inode]; c.isFile() && p != c.to.Path {
			c.sameAs = p
		}
	}
}

// back is the plan that undoes a plan, by what there is now: some of it may
// never have been done.
func (r *restorer) back(plan map[string]change) (map[string]change, error) {
	out := map[string]change{}
	for p, c := range plan {
		now, err := readAs(r.root, p, c.now.Kind)
		if err != nil {
			return nil, err
		}
		if !same(now.FileState, c.now.FileState) || now.Inode != c.now.Inode {
			out[p] = change{now: now, to: c.now}
		}
	}
	return out, nil
}

// withFolders adds the folders that have to come or go for the files of a plan,
// so that undoing it finds them.
func (r *restorer) withFolders(plan map[string]change) error {
	for _, c := range slices.Collect(maps.Values(plan)) {
		if c.to.Kind == safety.Absent {
			continue
		}
		if err := r.makeRoom(plan, c); err != nil {
			return err
		}
		for dir := path.Dir(c.to.Path); dir != "."; dir = path.Dir(dir) {
			if _, known := plan[dir]; known {
				continue
			}
			info, err := r.root.Lstat(dir)
			if err == nil && info.IsDir() {
				break
			}
			plan[dir] = change{now: absent(dir), to: folder(dir, 0o755)}
		}
	}
	return nil
}

// makeRoom plans that a folder in the place of a file goes with the folders in
// it. A file in it is an error: nobody has said that it may go.
func (r *restorer) makeRoom(plan map[string]change, c change) error {
	if c.now.Kind != safety.Folder || c.to.Kind == safety.Folder {
		return nil
	}
	p := c.to.Path
	return fs.WalkDir(r.root.FS(), p, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			if gone, ok := plan[at]; ok && gone.to.Kind == safety.Absent {
				return nil
			}
			return fmt.Errorf("%s: a folder stands in its place, and %s is in it", p, at)
		}
		if at == p {
			return nil // by its own change
		}
		info, err := d.Info()
		if err == nil {
			plan[at] = change{now: folder(at, modeOf(info)), to: absent(at)}
		}
		return err
	})
}

func absent(p string) standing { return standing{FileState: safety.FileState{Path: p}} }

func folder(p string, mode fs.FileMode) standing {
	return standing{FileState: safety.FileState{Path: p, Kind: safety.Folder, Mode: mode}}
}
