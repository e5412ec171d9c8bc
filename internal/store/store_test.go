package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// each runs a test on a file and on a database in memory.
func each(t *testing.T, f func(t *testing.T, s *Store)) {
	for name, path := range map[string]string{"file": filepath.Join(t.TempDir(), "x.db"), "memory": ":memory:"} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(context.Background(), path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}()
			f(t, s)
		})
	}
}

func put(t *testing.T, s *Store, key string, v int64) {
	t.Helper()
	if err := s.Write(context.Background(), func(c *sqlite.Conn) error { return SetMetaInt(c, key, v) }); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, s *Store, key string) (v int64) {
	t.Helper()
	err := s.Read(context.Background(), func(c *sqlite.Conn) (err error) { v, err = MetaInt(c, key); return err })
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWriteIsSeenByReaders(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		put(t, s, "a", 7)
		if got := get(t, s, "a"); got != 7 {
			t.Errorf("read %d, want 7", got)
		}
		if got := get(t, s, "b"); got != 0 {
			t.Errorf("absent key reads %d", got)
		}
	})
}

func TestFailedWriteLeavesNoTrace(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		put(t, s, "a", 1)
		boom := errors.New("boom")
		err := s.Write(context.Background(), func(c *sqlite.Conn) error { _ = SetMetaInt(c, "a", 2); return boom })
		if !errors.Is(err, boom) {
			t.Errorf("error %v, want boom", err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = s.Write(context.Background(), func(c *sqlite.Conn) error { _ = SetMetaInt(c, "a", 3); panic("oh") })
		}()
		if got := get(t, s, "a"); got != 1 {
			t.Errorf("read %d, want 1", got)
		}
		put(t, s, "a", 4)
	})
}

func TestPageSizeAndMode(t *testing.T) {
	s, err := Open(context.Background(), filepath.Join(t.TempDir(), "x.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_ = s.Read(context.Background(), func(c *sqlite.Conn) error {
		for name, want := range map[string]int64{"page_size": pageSize, "application_id": ApplicationID, "user_version": int64(len(migrations))} {
			if got, err := pragmaInt(c, name); err != nil || got != want {
				t.Errorf("%s is %d (%v), want %d", name, got, err, want)
			}
		}
		return sqlitex.ExecuteTransient(c, "PRAGMA journal_mode", &sqlitex.ExecOptions{ResultFunc: func(st *sqlite.Stmt) error {
			if got := st.ColumnText(0); got != "wal" {
				t.Errorf("journal mode %s", got)
			}
			return nil
		}})
	})
}
