package smp

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"syscall"

	"github.com/structural-memory/smp/safety"
)

// restorer writes states of files and can take that back.
type restorer struct {
	root *os.Root
	done []change // in their order
}

// all brings every path to what it is to be: what goes before what comes, since
// a file may have to make room for a folder. On an error, what was written is
// taken back.
func (r *restorer) all(ctx context.Context, root *os.Root, plan map[string]change) error {
	r.root = root
	order := make([]change, 0, len(plan))
	for _, c := range plan {
		order = append(order, c)
	}
	slices.SortFunc(order, func(a, b change) int {
		return cmp.Or(cmp.Compare(min(a.to.Kind, 1), min(b.to.Kind, 1)), cmp.Compare(a.to.Path, b.to.Path))
	})
	for _, c := range order {
		err := ctx.Err()
		if err == nil {
			r.done = append(r.done, c)
			err = r.put(c.to)
		}
		if err != nil {
			return fmt.Errorf("%s cannot be restored: %w", c.to.Path, err)
		}
	}
	return nil
}

// undo takes back what was written, the last first.
func (r *restorer) undo() error {
	var errs []error
	for _, c := range slices.Backward(r.done) {
		if err := r.put(c.now); err != nil {
			errs = append(errs, fmt.Errorf("%s is not as it was before the rollback: %w", c.now.Path, err))
		}
	}
	r.done = nil
	return errors.Join(errs...)
}

// put makes a path what a state says.
func (r *restorer) put(d standing) error {
	switch {
	case d.folder:
		return cmp.Or(r.remove(d.Path), r.root.MkdirAll(d.Path, 0o755))
	case d.Kind == safety.Absent:
		return r.remove(d.Path)
	}
	dir := path.Dir(d.Path)
	if err := r.root.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if info, err := r.root.Lstat(d.Path); err == nil && info.IsDir() {
		if err := r.removeFolders(d.Path); err != nil {
			return err
		}
	}
	temp := path.Join(dir, ".smp-"+rand.Text())
	err := r.create(temp, d)
	if err == nil {
		err = r.root.Rename(temp, d.Path)
	}
	if err != nil {
		_ = r.root.Remove(temp) // it may not be there
		return err
	}
	return r.sync(dir)
}

func (r *restorer) create(temp string, d standing) error {
	if d.Kind == safety.Symlink {
		return r.root.Symlink(string(d.data), temp)
	}
	f, err := r.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(d.data)
	err = cmp.Or(err, f.Chmod(d.Mode), f.Sync())
	return cmp.Or(err, f.Close())
}

// remove removes a file or link; a folder stays.
func (r *restorer) remove(name string) error {
	info, err := r.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return nil
	}
	if err := r.root.Remove(name); err != nil {
		return err
	}
	return r.sync(path.Dir(name))
}

// removeFolders removes a folder that has nothing but folders in it.
func (r *restorer) removeFolders(name string) error {
	f, err := r.root.Open(name)
	if err != nil {
		return err
	}
	entries, err := f.ReadDir(-1)
	_ = f.Close()
	if err != nil {
		return err
	}
	for _, e := range entries {
		at := path.Join(name, e.Name())
		if !e.IsDir() {
			return fmt.Errorf("a folder stands in its place, and %s is in it", at)
		}
		if err := r.removeFolders(at); err != nil {
			return err
		}
	}
	return r.root.Remove(name)
}

// sync makes the change of a folder last.
func (r *restorer) sync(dir string) error {
	f, err := r.root.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil // not every file system has it
	}
	return cmp.Or(err, f.Close())
}
