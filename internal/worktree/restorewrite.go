package worktree

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"syscall"

	"github.com/structural-memory/smp/safety"
)

// tempFolder is where files are put together before they take their place: no
// part of the repository, and on the same file system.
const tempFolder = ".smp/tmp"

// put makes a path a file or a link. Whoever reads it sees the old one or the
// new one, but for a file with several names, which is written in place so that
// all of them stay one file.
func (r *Restorer) put(d Standing) error {
	was, err := r.Root.Lstat(d.Path)
	if err == nil && was.IsDir() {
		if err := r.Root.Remove(d.Path); err != nil {
			return err
		}
		was = nil
	}
	if was != nil && d.Kind == safety.Regular && d.Inode != "" && was.Mode().IsRegular() && inodeOf(was) == d.Inode {
		return r.overwrite(d, was)
	}
	return r.replace(d.Path, func(temp string) error { return r.create(temp, d, was) })
}

// link makes a path another name of a file.
func (r *Restorer) link(first string, d Standing) error {
	a, err := r.Root.Lstat(first)
	if err != nil {
		return err
	}
	if b, err := r.Root.Lstat(d.Path); err == nil && os.SameFile(a, b) {
		return nil
	}
	return r.replace(d.Path, func(temp string) error { return r.Root.Link(first, temp) })
}

// replace makes something beside a path and moves it there.
func (r *Restorer) replace(p string, create func(temp string) error) error {
	temp := r.temp(p)
	err := create(temp)
	if err == nil {
		reached("put together")
		if err = r.Root.Rename(temp, p); errors.Is(err, syscall.EXDEV) { // a mount in the repository
			_ = r.Root.Remove(temp)
			temp = r.besides(p)
			if err = create(temp); err == nil {
				reached("put together")
				err = r.Root.Rename(temp, p)
			}
		}
	}
	if err != nil {
		_ = r.Root.Remove(temp) // it may not be there
		return err
	}
	return r.sync(path.Dir(p))
}

// temp is a name for a temporary file.
func (r *Restorer) temp(p string) string {
	if info, err := r.Root.Lstat(".smp"); err == nil && !info.IsDir() {
		return r.besides(p) // a link may lead anywhere
	}
	if err := makeTempFolder(r.Root); err != nil {
		return r.besides(p)
	}
	return path.Join(tempFolder, r.tempName())
}

// tempName is one by which whoever undoes the intent finds the file.
func (r *Restorer) tempName() string { return ".smp-" + r.intent }

func makeTempFolder(root *os.Root) error {
	if err := root.MkdirAll(tempFolder, 0o755); err != nil {
		return err
	}
	if _, err := root.Lstat(".smp/.gitignore"); err == nil {
		return nil
	}
	return root.WriteFile(".smp/.gitignore", []byte("*\n"), 0o644)
}

// besides is the temporary file in the folder of a path.
func (r *Restorer) besides(p string) string { return path.Join(path.Dir(p), r.tempName()) }

// sweepTemp removes what a process that died has left of an intent's temporary
// files, and their folder if nobody else has any in it.
func sweepTemp(root *os.Root, in *safety.Intent) error {
	r := Restorer{Root: root, intent: in.ID}
	temps := []string{path.Join(tempFolder, r.tempName())}
	for _, f := range in.Files {
		temps = append(temps, r.besides(f.To.Path))
	}
	for _, t := range temps {
		if err := root.Remove(t); err != nil && !isGone(err) {
			return err
		}
	}
	_ = root.Remove(tempFolder) // fails where it is not empty
	return nil
}

func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func (r *Restorer) create(temp string, d Standing, was fs.FileInfo) error {
	if d.Kind == safety.Symlink {
		return r.Root.Symlink(string(d.Data), temp)
	}
	f, err := r.Root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if was != nil && was.Mode().IsRegular() {
		keepOwner(f, was)
	}
	half := len(d.Data) / 2
	_, err = f.Write(d.Data[:half])
	if err == nil {
		reached("half written")
		_, err = f.Write(d.Data[half:])
	}
	err = cmp.Or(err, f.Chmod(d.Mode), f.Sync())
	return cmp.Or(err, f.Close())
}

// overwrite writes a file where it lies. It is not cut before it is written: at
// every moment it is the beginning of the new content and the rest of the old.
func (r *Restorer) overwrite(d Standing, was fs.FileInfo) error {
	f, err := r.Root.OpenFile(d.Path, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		if err = r.Root.Chmod(d.Path, was.Mode()|0o200); err == nil {
			f, err = r.Root.OpenFile(d.Path, os.O_WRONLY, 0)
		}
	}
	if err != nil {
		return err
	}
	half := len(d.Data) / 2
	_, err = f.Write(d.Data[:half])
	if err == nil {
		reached("half overwritten")
		_, err = f.Write(d.Data[half:])
	}
	if err == nil {
		reached("overwritten")
		err = f.Truncate(int64(len(d.Data)))
	}
	err = cmp.Or(err, f.Chmod(d.Mode), f.Sync())
	return cmp.Or(err, f.Close())
}

// remove removes a file or link; a folder stays.
func (r *Restorer) remove(name string) error {
	info, err := r.Root.Lstat(name)
	switch {
	case err != nil && isGone(err):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return nil
	}
	if err := r.Root.Remove(name); err != nil {
		return err
	}
	return r.sync(path.Dir(name))
}

// removeFolder removes a folder that is empty; one that is not holds what
// somebody else has put there, and stays.
func (r *Restorer) removeFolder(name string) error {
	err := r.Root.Remove(name)
	if err != nil && (isGone(err) || errors.Is(err, syscall.ENOTEMPTY) || errors.Is(err, syscall.EEXIST)) {
		return nil
	}
	return err
}

// makeFolder makes a folder, in the place of a file if there is one.
func (r *Restorer) makeFolder(name string, mode fs.FileMode) error {
	info, err := r.Root.Lstat(name)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		if err := r.Root.Remove(name); err != nil {
			return err
		}
	case !isGone(err):
		return err
	}
	if err := r.Root.MkdirAll(name, mode.Perm()); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	return r.sync(path.Dir(name))
}

// sync makes the change of a folder last.
func (r *Restorer) sync(dir string) error {
	f, err := r.Root.Open(dir)
	if errors.Is(err, fs.ErrPermission) {
		return nil // one may write in it and not read it
	}
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil // not every file system has it
	}
	return cmp.Or(err, f.Close())
}
