package walk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/structural-memory/smp/index/ignore"
)

// worker reads directories, one after the other.
type worker struct {
	t       *Tree
	head    headReader
	files   int
	dirs    int
	unknown map[string]int
	notes   []string
}

func newWorker(t *Tree) *worker {
	w := &worker{t: t, unknown: map[string]int{}}
	w.head.init(t)
	return w
}

func (w *worker) run(ctx context.Context, q *queue) {
	for d := q.take(); d != nil; d = q.take() {
		if ctx.Err() == nil {
			w.read(d)
		}
		w.files += len(d.files)
		q.done(d.subs)
	}
}

// read lists a directory and decides about its entries.
func (w *worker) read(d *dirJob) {
	entries, err := listDir(w.t.full(d.path))
	if err != nil && !(w.listError(d, err) && len(entries) > 0) {
		return
	}
	if !d.keep && hasEntry(entries, ".git") && w.t.isBoundary(d.path) {
		w.skipDir(d, NestedRepo, nestedDetail)
		return
	}
	w.dirs++
	d.read = true
	w.enter(d, entries)
	slices.SortFunc(entries, byPath)
	for _, e := range entries {
		w.entry(d, e)
	}
}

// listError notes that a directory could not be read, or not to its end. It
// returns whether the entries that were read are to be used.
func (w *worker) listError(d *dirJob, err error) bool {
	switch {
	case d.path == "":
		d.err = fmt.Errorf("walk: %w", err)
		return false
	case errors.Is(err, fs.ErrNotExist):
		return false
	}
	w.skipDir(d, Unreadable, plainError(err))
	return true
}

// skipDir reports the directory itself, once.
func (w *worker) skipDir(d *dirJob, reason Reason, detail string) {
	if !d.listed {
		d.listed = true
		d.skips = append(d.skips, row(d.path, true, reason, detail))
	}
}

// enter adds the directory's ignore files to its scope. Git does not read its
// own in a directory that it ignores.
func (w *worker) enter(d *dirJob, entries []fs.DirEntry) {
	var git, own []byte
	for _, e := range entries {
		if e.Type() != 0 {
			continue
		}
		switch e.Name() {
		case ignore.GitFile:
			if d.held == notHeld {
				git = w.rules(d, ignore.GitFile)
			}
		case ignore.OwnFile:
			own = w.rules(d, ignore.OwnFile)
		}
	}
	d.scope = d.scope.Enter(d.path, git, own, w.t.fold)
}

func (w *worker) rules(d *dirJob, name string) []byte {
	text, err := os.ReadFile(w.t.full(join(d.path, name)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.notes = append(w.notes, fmt.Sprintf("%s: %s; its rules are not applied", printable(join(d.path, name)), plainError(err)))
	}
	return text
}

// listDir returns the entries in no order. With an error come those that were
// read before it.
func listDir(full string) ([]fs.DirEntry, error) {
	f, err := os.OpenFile(full, os.O_RDONLY|openDirFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// byPath orders entries as the paths below them are ordered: a directory
// counts with a slash at its end.
func byPath(a, b fs.DirEntry) int {
	x, y := a.Name(), b.Name()
	n := min(len(x), len(y))
	for i := range n {
		if x[i] != y[i] {
			return int(x[i]) - int(y[i])
		}
	}
	return after(x, n, a.IsDir()) - after(y, n, b.IsDir())
}

func after(name string, i int, isDir bool) int {
	switch {
	case i < len(name):
		return int(name[i])
	case isDir:
		return '/'
	}
	return -1
}

func hasEntry(entries []fs.DirEntry, name string) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// plainError is the system's reason without operation and path.
func plainError(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return err.Error()
}
