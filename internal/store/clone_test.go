package store

import (
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
)

// TestClone: a copy is the file at one moment, whatever is written later, and
// is a store like any other.
func TestClone(t *testing.T) {
	dir := t.TempDir()
	ctx := t.Context()
	s, err := Open(ctx, filepath.Join(dir, "a.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	set := func(s *Store, v int64) {
		t.Helper()
		if err := s.Write(ctx, func(c *sqlite.Conn) error { return SetMetaInt(c, "x", v) }); err != nil {
			t.Fatal(err)
		}
	}
	get := func(s *Store) (v int64) {
		t.Helper()
		if err := s.Read(ctx, func(c *sqlite.Conn) (err error) { v, err = MetaInt(c, "x"); return err }); err != nil {
			t.Fatal(err)
		}
		return v
	}
	set(s, 1)
	path := filepath.Join(dir, "b.db")
	if err := s.Clone(ctx, path, nil); err != nil {
		t.Fatal(err)
	}
	set(s, 2)
	b, err := Open(ctx, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if get(b) != 1 || get(s) != 2 {
		t.Errorf("the copy has %d and the file %d", get(b), get(s))
	}
	set(b, 3)
	if get(s) != 2 {
		t.Error("a write to the copy reached the file")
	}
	path = filepath.Join(dir, "c.db")
	if err := s.Clone(ctx, path, func(c *sqlite.Conn) error { return SetMetaInt(c, "x", 4) }); err != nil {
		t.Fatal(err)
	}
	c, err := Open(ctx, path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if get(c) != 4 {
		t.Error("the copy was not edited")
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
