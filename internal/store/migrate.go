package store

import (
	"context"
	_ "embed" // the schemas
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// ApplicationID marks our files: "SMP1", in the header of the database.
const ApplicationID = 0x534d5031

//go:embed schema1.sql
var schema1 string

//go:embed schema2.sql
var schema2 string

//go:embed schema3.sql
var schema3 string

//go:embed schema4.sql
var schema4 string

//go:embed schema5.sql
var schema5 string

//go:embed schema6.sql
var schema6 string

//go:embed schema7.sql
var schema7 string

// migrations[i] leads from version i to version i+1.
var migrations = []string{schema1, schema2, schema3, schema4, schema5, schema6, schema7}

// Schema is the version of the schema that this program reads and writes.
func Schema() int { return len(migrations) }

// identify tells whether the file is ours (or empty: fresh), before anything
// is written to it.
func (s *Store) identify(conn *sqlite.Conn) (fresh bool, err error) {
	tables := 0
	err = sqlitex.ExecuteTransient(conn, "SELECT 1 FROM sqlite_schema", &sqlitex.ExecOptions{
		ResultFunc: func(*sqlite.Stmt) error { tables++; return nil },
	})
	if err != nil {
		return false, err
	}
	id, err := pragmaInt(conn, "application_id")
	if err != nil {
		return false, err
	}
	switch {
	case id == ApplicationID:
		return false, nil
	case id == 0 && tables == 0:
		return true, nil
	case id != 0:
		return false, &Error{Path: s.path, Kind: ErrForeign, Hint: fmt.Sprintf("it is an SQLite database of another application (id %#x); choose another file", uint32(id))}
	}
	return false, &Error{Path: s.path, Kind: ErrForeign, Hint: "it is an SQLite database that something else has made; choose another file"}
}

// checkVersion refuses what cannot be read without migrating.
func (s *Store) checkVersion(conn *sqlite.Conn, fresh bool) error {
	v, err := pragmaInt(conn, "user_version")
	if err != nil {
		return err
	}
	if v < 0 {
		return s.tooNew(v)
	}
	if fresh || int(v) < len(s.steps) {
		return &Error{Path: s.path, Kind: ErrOlder, Hint: fmt.Sprintf("it has schema %d and this program reads %d; index once (without read-only) to migrate it", v, len(s.steps))}
	}
	return s.tooNew(v)
}

// tooNew refuses a version that this program does not know.
func (s *Store) tooNew(v int64) error {
	if v < 0 {
		return &Error{Path: s.path, Kind: ErrCorrupt, Hint: fmt.Sprintf("it says that it has schema %d, which no version of this program writes; smp index --rebuild makes it anew, or choose another file", v)}
	}
	if v <= int64(len(s.steps)) {
		return nil
	}
	return &Error{Path: s.path, Kind: ErrNewer, Hint: fmt.Sprintf("it has schema %d and this program knows up to %d; update the program, or choose another file", v, len(s.steps))}
}

// migrate brings the schema up to date, all in one transaction.
func (s *Store) migrate(ctx context.Context, conn *sqlite.Conn) (err error) {
	v, err := pragmaInt(conn, "user_version")
	if err != nil || v == int64(len(s.steps)) {
		return err
	}
	if err := s.tooNew(v); err != nil {
		return err
	}
	if err := s.begin(ctx, conn); err != nil {
		return err
	}
	defer func() { err = finish(conn, err) }()
	// Another process may have been first: look again, now that it cannot.
	if _, err = s.identify(conn); err != nil {
		return err
	}
	if v, err = pragmaInt(conn, "user_version"); err != nil {
		return err
	}
	if err = s.tooNew(v); err != nil {
		return err
	}
	for ; int(v) < len(s.steps); v++ {
		if err = sqlitex.ExecuteScript(conn, s.steps[v], nil); err != nil {
			if sqlite.ErrCode(err) == sqlite.ResultError { // the schema is not what the version says
				err = &Error{Path: s.path, Kind: ErrCorrupt, Hint: "its tables are not those of its version; smp index --rebuild makes it anew", Err: err}
			}
			return fmt.Errorf("migrate to schema %d: %w", v+1, err)
		}
	}
	if err = pragma(conn, fmt.Sprintf("application_id = %d", ApplicationID)); err != nil {
		return err
	}
	return pragma(conn, fmt.Sprintf("user_version = %d", v))
}
