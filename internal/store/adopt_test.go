package store

import (
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func run(t *testing.T, s *Store, sql string) {
	t.Helper()
	if err := s.Write(t.Context(), func(conn *sqlite.Conn) error { return sqlitex.ExecuteScript(conn, sql, nil) }); err != nil {
		t.Fatal(err)
	}
}

func value(t *testing.T, s *Store, sql string) (out string) {
	t.Helper()
	err := s.Read(t.Context(), func(conn *sqlite.Conn) error {
		got, err := names(conn, sql)
		out = strings.Join(got, ",")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func opened(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// offered is a file with skips and one annotation that must not come along.
func offered(t *testing.T, more string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	s := opened(t, path)
	run(t, s, `INSERT INTO skips (path, reason) VALUES ('theirs', 'x'); INSERT INTO meta VALUES ('taken', 'theirs'), ('kept', 'theirs');
		INSERT INTO annotations (id, at) VALUES ('theirs', '');`+more)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	compact := filepath.Join(t.TempDir(), "compact.db")
	if err := WriteCompact(t.Context(), path, compact); err != nil {
		t.Fatal(err)
	}
	return compact
}

// many rows make the other file so large that this one counts as new.
const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO search_delta SELECT i, zeroblob(4000) FROM n;`

func adoption(path string) Adoption {
	return Adoption{Path: path, Trusted: true, Tables: []string{"skips", "search_delta"}, Meta: []string{"taken"}}
}

func TestAdopt(t *testing.T) {
	for name, others := range map[string]int{"alone": 0, "with another that has it open": 1, "in memory": -1} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			if others < 0 {
				path = ":memory:"
			}
			s := opened(t, path)
			run(t, s, `INSERT INTO skips (path, reason) VALUES ('mine', 'x'); INSERT INTO meta VALUES ('taken', 'mine'), ('kept', 'mine'); INSERT INTO annotations (id, at) VALUES ('mine', '')`)
			var other *Store
			if others > 0 {
				other = opened(t, path)
				if got := value(t, other, "SELECT path FROM skips"); got != "mine" {
					t.Fatal(got)
				}
			}
			if got := value(t, s, "SELECT path FROM skips"); got != "mine" {
				t.Fatal(got)
			}
			if err := s.Adopt(t.Context(), adoption(offered(t, many))); err != nil {
				t.Fatal(err)
			}
			for _, at := range []*Store{s, other} {
				if at == nil {
					continue
				}
				if got := value(t, at, "SELECT path FROM skips UNION ALL SELECT id FROM annotations UNION ALL SELECT value FROM meta WHERE key IN ('kept', 'taken') UNION ALL SELECT count(*) FROM search_delta"); got != "theirs,mine,mine,theirs,2000" {
					t.Error(got)
				}
				run(t, at, "DELETE FROM skips; INSERT INTO skips (path, reason) VALUES ('theirs', 'y')")
				if got := value(t, at, "PRAGMA integrity_check"); got != "ok" {
					t.Error(got)
				}
			}
			if mode := value(t, s, "PRAGMA journal_mode"); others >= 0 && mode != "wal" {
				t.Error("the file is left in mode", mode)
			}
		})
	}
}

// TestAdoptSeesOthersWrite: what another process writes between is not lost.
func TestAdoptSeesOthersWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	s, other := opened(t, path), opened(t, path)
	a, times := adoption(offered(t, "")), 0
	a.Finish = func(*sqlite.Conn) error {
		if times++; times < 3 {
			run(t, other, "INSERT INTO annotations (id, at) VALUES (hex(randomblob(8)), '')")
		}
		return nil
	}
	if err := s.Adopt(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if got := value(t, s, "SELECT count(*) FROM annotations"); got != "2" || times != 3 {
		t.Errorf("%s annotations are left, after %d tries", got, times)
	}
}

func TestAdoptRefuses(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "a.db"))
	run(t, s, "INSERT INTO skips (path, reason) VALUES ('mine', 'x')")
	for name, sql := range map[string]string{
		"a trigger":       "CREATE TRIGGER bad AFTER INSERT ON skips BEGIN DELETE FROM annotations; END;",
		"a view":          "CREATE VIEW bad AS SELECT 1;",
		"another table":   "CREATE TABLE bad (x);",
		"another column":  "ALTER TABLE skips ADD COLUMN bad;",
		"a missing table": "DROP TABLE vectors;",
		"a newer schema":  "PRAGMA user_version = 9999;",
	} {
		if err := s.Adopt(t.Context(), adoption(offered(t, sql))); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if got := value(t, s, "SELECT path FROM skips"); got != "mine" {
		t.Error(got)
	}
}

func TestPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	if err := Place(t.Context(), path, adoption(offered(t, ""))); err != nil {
		t.Fatal(err)
	}
	s := opened(t, path)
	if got := value(t, s, "SELECT path FROM skips UNION ALL SELECT id FROM annotations"); got != "theirs" {
		t.Error(got)
	}
	if err := Place(t.Context(), path, adoption(offered(t, ""))); err == nil {
		t.Error("a file that exists was replaced")
	}
}
