package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Place makes the other file the one at path, where there is none yet: it is
// made ready aside and appears whole, so that nobody can have opened what is
// not complete. An error that matches fs.ErrExist says that somebody else has
// made one meanwhile; the other file can still be adopted by that one then.
func Place(ctx context.Context, path string, a Adoption) error {
	none, err := Open(ctx, ":memory:", Options{Readers: 2}) // what there is to keep
	if err != nil {
		return err
	}
	return errors.Join(none.place(ctx, path, a), none.Close())
}

func (s *Store) place(ctx context.Context, path string, a Adoption) error {
	if err := s.migrateOther(ctx, a.Path); err != nil {
		return err
	}
	other, err := s.openOther(&a)
	if err != nil {
		return err
	}
	other.SetInterrupt(ctx.Done())
	err = s.fill(other, &a)
	if err = errors.Join(err, other.Close()); err != nil {
		return err
	}
	f, err := os.OpenFile(a.Path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close(), ctx.Err()); err != nil {
		return err
	}
	if err := os.Link(a.Path, path); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync() // where folders can be synced
		_ = dir.Close()
	}
	return nil
}

// WriteCompact writes the file at from, which nobody has open, to a new file
// at to: all pages in order, none free. Equal contents that were written in
// the same order give equal bytes.
func WriteCompact(ctx context.Context, from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return fmt.Errorf("%s exists already", to)
	}
	conn, err := sqlite.OpenConn(from, sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	conn.SetInterrupt(ctx.Done())
	err = sqlitex.ExecuteTransient(conn, "VACUUM INTO ?", &sqlitex.ExecOptions{Args: []any{to}})
	return errors.Join(err, conn.Close())
}

// Check says what is wrong with a file that nobody has open; "" if nothing is.
func Check(ctx context.Context, path string) (string, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return "", err
	}
	conn.SetInterrupt(ctx.Done())
	said, err := names(conn, "PRAGMA integrity_check(1)")
	if err = errors.Join(err, conn.Close()); err != nil {
		return "", err
	}
	if text := strings.Join(said, "; "); text != "ok" {
		return text, nil
	}
	return "", nil
}
