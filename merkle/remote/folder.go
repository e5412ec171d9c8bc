package remote

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// folder is a folder that several machines can reach.
type folder struct{ dir string }

func openFolder(dir string) (Store, error) {
	abs, err := filepath.Abs(dir)
	return &folder{abs}, err
}

func (f *folder) String() string { return f.dir }

func (f *folder) Get(_ context.Context, name string) (io.ReadCloser, error) {
	r, err := os.Open(filepath.Join(f.dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	return r, err
}

// Put writes beside the file and renames, so that nobody reads half of it.
func (f *folder) Put(ctx context.Context, name string, content io.ReadSeeker, _ int64) error {
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".put-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // it is gone where all went well
	_, err = io.Copy(tmp, content)
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close(), ctx.Err()); err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
