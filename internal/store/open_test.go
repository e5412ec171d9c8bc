package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

var bg = context.Background()

// rawFile makes an SQLite file without the store's help.
func rawFile(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "raw.db")
	conn, err := sqlite.OpenConn(path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.ExecuteScript(conn, script, nil); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestForeignFilesAreRefusedUntouched(t *testing.T) {
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("these are my notes\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"text":                text,
		"without an id":       rawFile(t, "CREATE TABLE users (name)"),
		"another application": rawFile(t, "PRAGMA application_id = 77; CREATE TABLE meta (key, value)"),
		"only an id":          rawFile(t, "PRAGMA application_id = 77; CREATE TABLE x (y); DROP TABLE x"),
	} {
		t.Run(name, func(t *testing.T) {
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Open(bg, path, Options{})
			var e *Error
			if !errors.As(err, &e) || !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want one that says the file is foreign", err)
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestAnEmptyFileIsTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(bg, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// steps are migrations of an imagined later program.
var steps = append(slices.Clone(migrations), "CREATE TABLE second (a)", "INSERT INTO second VALUES (1), (2)")

func TestNewerSchemaIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := open(bg, path, Options{}, steps)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, ro := range []bool{false, true} {
		if _, err := Open(bg, path, Options{ReadOnly: ro}); !errors.Is(err, ErrNewer) {
			t.Errorf("read-only %v: error %v, want newer", ro, err)
		}
	}
}

func TestOlderSchemaIsMigrated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(bg, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "kept", 5)
	s.Close()
	if _, err := open(bg, path, Options{ReadOnly: true}, steps); !errors.Is(err, ErrOlder) {
		t.Errorf("read-only: error %v, want older", err)
	}
	for range 2 { // the second time there is nothing to do
		if s, err = open(bg, path, Options{}, steps); err != nil {
			t.Fatal(err)
		}
		if got := get(t, s, "kept"); got != 5 {
			t.Errorf("what was there reads %d", got)
		}
		err = s.Read(bg, func(c *sqlite.Conn) error {
			n, err := pragmaInt(c, "user_version")
			if n != int64(len(steps)) || err != nil {
				t.Errorf("version %d, %v", n, err)
			}
			st, err := c.Prepare("SELECT count(*) FROM second")
			if err != nil {
				return err
			}
			if n, err := sqlitex.ResultInt(st); n != 2 || err != nil {
				t.Errorf("%d rows, %v", n, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		s.Close()
	}
}

func TestFailedMigrationLeavesTheOldSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(bg, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	broken := append(slices.Clone(migrations), "CREATE TABLE second (a)", "CREATE TABLE second (a)")
	if _, err := open(bg, path, Options{}, broken); err == nil {
		t.Fatal("a broken migration succeeds")
	}
	if s, err = Open(bg, path, Options{}); err != nil {
		t.Fatalf("the old program cannot open it any more: %v", err)
	}
	s.Close()
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	if _, err := Open(bg, path, Options{ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	s, err := Open(bg, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "a", 1)
	defer s.Close()
	ro, err := Open(bg, path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer ro.Close()
	if got := get(t, ro, "a"); got != 1 {
		t.Errorf("reads %d", got)
	}
	if err := ro.Write(bg, func(*sqlite.Conn) error { return nil }); !errors.Is(err, ErrReadOnly) {
		t.Errorf("write: %v", err)
	}
}

func TestAFolderThatIsNotThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "such", "x.db")
	_, err := Open(bg, path, Options{})
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "folder") {
		t.Errorf("error %v", err)
	}
}

func TestFullDisk(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		err := s.Write(bg, func(c *sqlite.Conn) error {
			if _, err := pragmaInt(c, "max_page_count = 40"); err != nil {
				return err
			}
			for i := range 100 {
				if err := SetMetaText(c, fmt.Sprint(i), strings.Repeat("x", 10000)); err != nil {
					return err
				}
			}
			return nil
		})
		if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "free some space") {
			t.Errorf("error %v, want full", err)
		}
		if got := get(t, s, "1"); got != 0 {
			t.Error("something of the failed write is there")
		}
	})
}

func TestTheFirstSchemaIsMigratedWithItsFacts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := open(bg, path, Options{}, migrations[:1])
	if err != nil {
		t.Fatal(err)
	}
	err = s.Write(bg, func(c *sqlite.Conn) error {
		return sqlitex.ExecuteScript(c, "INSERT INTO facts VALUES (x'01', 'go', 2, 7, x'aabb'), (x'01', 'python', 2, 8, x'cc')", nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if s, err = Open(bg, path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Read(bg, func(c *sqlite.Conn) error {
		st, err := c.Prepare("SELECT group_concat(lang || used || hex(data), ' ' ORDER BY lang) FROM facts")
		if err != nil {
			return err
		}
		got, err := sqlitex.ResultText(st)
		if got != "go7AABB python8CC" {
			t.Errorf("facts after the migration: %q", got)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
