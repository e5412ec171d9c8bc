package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
)

func made(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(context.Background(), path, Options{})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFilesThatAreNone: what is no whole file of this program is refused, with
// and without the right to write, and stays as it is.
func TestFilesThatAreNone(t *testing.T) {
	version := func(v int) func(*testing.T) string {
		return func(t *testing.T) string {
			path := made(t)
			conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
			if err == nil {
				err = errors.Join(pragma(conn, fmt.Sprintf("user_version = %d", v)), conn.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	for name, c := range map[string]struct {
		make func(*testing.T) string
		want error
	}{
		"version -1":          {version(-1), ErrCorrupt},
		"version -2147483648": {version(-2147483648), ErrCorrupt},
		"version 2147483647":  {version(2147483647), ErrNewer},
		"folder":              {func(t *testing.T) string { return t.TempDir() }, ErrForeign},
		"half a file": {func(t *testing.T) string {
			path := made(t)
			info, err := os.Stat(path)
			if err == nil {
				err = os.Truncate(path, info.Size()/2)
			}
			if err != nil {
				t.Fatal(err)
			}
			return path
		}, ErrCorrupt},
		"pipe": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "pipe")
			if err := exec.Command("mkfifo", path).Run(); err != nil {
				t.Skip(err)
			}
			return path
		}, ErrForeign},
		"text": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "text")
			if err := os.WriteFile(path, []byte("this is no database at all, but it is long enough to look like one\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			return path
		}, ErrForeign},
	} {
		t.Run(name, func(t *testing.T) {
			path := c.make(t)
			for _, readOnly := range []bool{false, true} {
				s, err := Open(context.Background(), path, Options{ReadOnly: readOnly})
				if err == nil {
					_ = s.Close()
				}
				if !errors.Is(err, c.want) {
					t.Errorf("read-only %v: %v", readOnly, err)
				}
			}
		})
	}
}

// TestImmutable: a file in a folder that nothing can be written in can be read.
func TestImmutable(t *testing.T) {
	path := made(t)
	s := &Store{path: path, uri: immutableURI(path), immutable: true, opts: Options{ReadOnly: true}, steps: migrations}
	conn, err := s.dial(sqlite.OpenReadOnly, 100)
	if err != nil {
		t.Fatal(err)
	}
	if !canRead(conn, nil) || s.checkVersion(conn, false) != nil || !s.mayBeImmutable() {
		t.Error("it cannot be read")
	}
	if err := closeConn(conn); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-shm"); err == nil {
		t.Error("something was written beside it")
	}
}
