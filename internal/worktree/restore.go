package worktree

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

// Change is what a path is now and what it is to be.
type Change struct {
	Now    Standing
	To     Standing
	sameAs string // the path that it is another name of, see linkTwins
}

// Restorer writes states of files.
type Restorer struct {
	Root   *os.Root
	intent string // names temporary files
}

// step is one thing to be done with a path. Steps of one kind are done by path,
// or the innermost first.
type step struct {
	name      string
	innermost bool
	of        func(c *Change) bool
	do        func(r *Restorer, c *Change) error
}

// The order: what goes before what comes, since a file may have to make room
// for a folder, and folders get their modes last, since the final one may
// forbid writing in them.
var restoreSteps = []step{
	{"open a folder", false, func(c *Change) bool { return c.isFolder() && c.Now.Kind == c.To.Kind },
		func(r *Restorer, c *Change) error { return r.Root.Chmod(c.To.Path, c.To.Mode|0o700) }},
	{"remove", false, func(c *Change) bool { return c.To.Kind == safety.Absent && c.Now.Kind != safety.Folder },
		func(r *Restorer, c *Change) error { return r.remove(c.To.Path) }},
	{"remove a folder", true, func(c *Change) bool { return c.To.Kind == safety.Absent && c.Now.Kind == safety.Folder },
		func(r *Restorer, c *Change) error { return r.removeFolder(c.To.Path) }},
	{"make a folder", false, func(c *Change) bool { return c.To.Kind == safety.Folder && c.Now.Kind != safety.Folder },
		func(r *Restorer, c *Change) error { return r.makeFolder(c.To.Path, c.To.Mode|0o700) }},
	{"write", false, func(c *Change) bool { return c.isFile() && c.sameAs == "" },
		func(r *Restorer, c *Change) error { return r.put(c.To) }},
	{"link", false, func(c *Change) bool { return c.isFile() && c.sameAs != "" },
		func(r *Restorer, c *Change) error { return r.link(c.sameAs, c.To) }},
	{"close a folder", true, func(c *Change) bool { return c.To.Kind == safety.Folder },
		func(r *Restorer, c *Change) error { return r.Root.Chmod(c.To.Path, c.To.Mode) }},
}

func (c *Change) isFolder() bool { return c.To.Kind == safety.Folder }
func (c *Change) isFile() bool   { return c.To.Kind == safety.Regular || c.To.Kind == safety.Symlink }

// reached is called between the steps of a restoration; tests end the process
// there.
var reached = func(string) {}

// all brings every path to what it is to be.
func (r *Restorer) all(ctx context.Context, plan map[string]Change) error {
	outermost := make([]Change, 0, len(plan))
	for _, c := range plan {
		outermost = append(outermost, c)
	}
	slices.SortFunc(outermost, func(a, b Change) int { return cmp.Compare(a.To.Path, b.To.Path) })
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
				return fmt.Errorf("%s: %s: %w", c.To.Path, s.name, err)
			}
			reached(s.name)
		}
	}
	return nil
}

// linkTwins makes files that were one file under several names one again: the
// first is written, the others become names of it.
func linkTwins(changes []Change) {
	first := map[string]string{}
	for i := range changes {
		c := &changes[i]
		if !c.isFile() || c.To.Inode == "" {
			continue
		}
		if _, ok := first[c.To.Inode]; !ok || c.Now.Inode == c.To.Inode { // better one that is that file still
			first[c.To.Inode] = c.To.Path
		}
	}
	for i := range changes {
		c := &changes[i]
		if p := first[c.To.Inode]; c.isFile() && p != c.To.Path {
			c.sameAs = p
		}
	}
}

// back is the plan that undoes a plan, by what there is now: some of it may
// never have been done.
func (r *Restorer) back(plan map[string]Change) (map[string]Change, error) {
	out := map[string]Change{}
	for p, c := range plan {
		now, err := ReadAs(r.Root, p, c.Now.Kind)
		if err != nil {
			return nil, err
		}
		if !Same(now.FileState, c.Now.FileState) || now.Inode != c.Now.Inode {
			out[p] = Change{Now: now, To: c.Now}
		}
	}
	return out, nil
}

// WithFolders adds the folders that have to come or go for the files of a plan,
// so that undoing it finds them.
func (r *Restorer) WithFolders(plan map[string]Change) error {
	for _, c := range slices.Collect(maps.Values(plan)) {
		if c.To.Kind == safety.Absent {
			continue
		}
		if err := r.makeRoom(plan, c); err != nil {
			return err
		}
		for dir := path.Dir(c.To.Path); dir != "."; dir = path.Dir(dir) {
			if _, known := plan[dir]; known {
				continue
			}
			info, err := r.Root.Lstat(dir)
			if err == nil && info.IsDir() {
				break
			}
			plan[dir] = Change{Now: Absent(dir), To: Folder(dir, 0o755)}
		}
	}
	return nil
}

// makeRoom plans that a folder in the place of a file goes with the folders in
// it. A file in it is an error: nobody has said that it may go.
func (r *Restorer) makeRoom(plan map[string]Change, c Change) error {
	if c.Now.Kind != safety.Folder || c.To.Kind == safety.Folder {
		return nil
	}
	p := c.To.Path
	return fs.WalkDir(r.Root.FS(), p, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			if gone, ok := plan[at]; ok && gone.To.Kind == safety.Absent {
				return nil
			}
			return fmt.Errorf("%s: a folder stands in its place, and %s is in it", p, at)
		}
		if at == p {
			return nil // by its own change
		}
		info, err := d.Info()
		if err == nil {
			plan[at] = Change{Now: Folder(at, modeOf(info)), To: Absent(at)}
		}
		return err
	})
}

func Absent(p string) Standing { return Standing{FileState: safety.FileState{Path: p}} }

func Folder(p string, mode fs.FileMode) Standing {
	return Standing{FileState: safety.FileState{Path: p, Kind: safety.Folder, Mode: mode}}
}
