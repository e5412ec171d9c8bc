package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
)

// Clone copies the file as it is at one moment to another path, page by page.
// The copy appears whole or not at all; one that is there is replaced. edit,
// unless nil, changes it before. Nobody waits for a clone but its caller, and
// neither waits it for anybody.
func (s *Store) Clone(ctx context.Context, path string, edit func(*sqlite.Conn) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("a copy of the index cannot be made: %w", err)
	}
	name := tmp.Name()
	tmp.Close()
	defer os.Remove(name)
	err = s.Read(ctx, func(src *sqlite.Conn) error {
		return copyPages(ctx, src, name, edit)
	})
	if err != nil {
		return err
	}
	if err := os.Rename(name, path); err != nil {
		return fmt.Errorf("a copy of the index cannot be put in its place: %w", err)
	}
	return nil
}

// copyPages copies the snapshot of a connection into an empty file.
func copyPages(ctx context.Context, src *sqlite.Conn, path string, edit func(*sqlite.Conn) error) (err error) {
	dst, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	statements.Store(dst, newPrepared())
	defer func() { err = errors.Join(err, closeConn(dst)) }()
	// The copy is renamed into place when it is complete: what a crash leaves
	// is a file that nobody reads.
	for _, p := range []string{"journal_mode = OFF", "synchronous = OFF"} {
		if err := pragma(dst, p); err != nil {
			return err
		}
	}
	b, err := sqlite.NewBackup(dst, "main", src, "main")
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		if err = ctx.Err(); err == nil {
			more, err = b.Step(4096)
		}
	}
	if err = errors.Join(err, b.Close()); err != nil || edit == nil {
		return err
	}
	return edit(dst)
}
