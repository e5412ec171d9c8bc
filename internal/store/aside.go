package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// SetAside moves a file that is damaged out of the way, with its log, and says
// where it lies now. Nothing of it is lost: what sessions and people have left
// in it may still be read with other tools. No process may have it open.
func SetAside(ctx context.Context, path string) (to string, err error) {
	s := &Store{path: path}
	unlock, err := s.LockIndex(ctx)
	if err != nil {
		return "", err
	}
	defer unlock()
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", &Error{Path: path, Kind: ErrForeign, Hint: "it is no file; name a file"}
	}
	for i := 0; ; i++ {
		to = path + ".damaged"
		if i > 0 {
			to = fmt.Sprintf("%s.%d", to, i)
		}
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	// The log first: without the file it is nothing, but the file that comes
	// next must not find it.
	for _, end := range []string{"-wal", "-journal", ""} {
		if err := os.Rename(path+end, to+end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("the damaged index cannot be moved out of the way: %w", err)
		}
	}
	_ = os.Remove(path + "-shm") // made anew by whoever opens the file
	return to, nil
}
