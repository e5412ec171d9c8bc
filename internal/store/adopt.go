package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Adoption says what another file of this program brings into this one.
type Adoption struct {
	Path    string   // of the other file, which is used up: it is changed, and of no use afterwards
	Tables  []string // these come from the other file; all others stay as they are here
	Meta    []string // the same for keys of meta
	Trusted bool     // the other file is known to be sound; else all of it is checked

	// Finish may change the other file before it takes effect. The tables that
	// stay are in it by then, and the schema "live" is what this file holds.
	Finish func(conn *sqlite.Conn) error
}

// Adopt puts the other file's tables in the place of this one's, in one
// transaction: whenever a process dies, the file holds all that it held
// before or all that it shall hold, and readers in any process see either.
//
// The new file is put together aside and its pages are copied as they are,
// which takes a fraction of the time of inserting rows.
func (s *Store) Adopt(ctx context.Context, a Adoption) error {
	if s.opts.ReadOnly {
		return &Error{Path: s.path, Kind: ErrReadOnly, Hint: "it was opened to be read only"}
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.users.leave()
	var writer *sqlite.Conn
	select {
	case writer = <-s.writer:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { s.writer <- writer }()
	if s.mem != nil {
		if err := s.mem.lock(ctx, true); err != nil {
			return err
		}
		defer s.mem.unlock(true)
	}
	if err := s.migrateOther(ctx, a.Path); err != nil {
		return err
	}
	other, err := s.openOther(&a)
	if err != nil {
		return err
	}
	defer func() { _ = other.Close() }() // the file is of no use any more
	other.SetInterrupt(ctx.Done())
	for range adoptTries {
		if err = s.adopt(ctx, writer, other, &a); !errors.Is(err, errMoved) {
			break
		}
	}
	return s.explain(ctx, err)
}

// adoptTries bounds how often it is begun anew because somebody else wrote.
const adoptTries = 20

var errMoved = errors.New("others keep writing to the file; try again when they are done")

// adopt makes one attempt. What others write between the reading of the tables
// that stay and the taking of the write lock is noticed, and is errMoved.
func (s *Store) adopt(ctx context.Context, writer, other *sqlite.Conn, a *Adoption) error {
	before, err := pragmaInt(writer, "data_version")
	if err != nil {
		return err
	}
	if err := s.fill(other, a); err != nil {
		return err
	}
	writer.SetInterrupt(ctx.Done())
	defer writer.SetInterrupt(nil)
	if s.mem == nil && s.alone(writer, other) {
		defer s.together(writer)
		now, err := pragmaInt(writer, "data_version")
		if err == nil && now != before {
			err = errMoved
		}
		return errors.Join(err, copyInto(writer, other, nil, err == nil))
	}
	watch, err := s.openReader()
	if err != nil {
		return err
	}
	defer func() { _ = closeConn(watch) }()
	mark, err := pragmaInt(watch, "data_version")
	if err != nil {
		return err
	}
	// Between the two readings nothing may have been written either.
	if now, err := pragmaInt(writer, "data_version"); err != nil || now != before && s.mem == nil {
		return errors.Join(err, errMoved)
	}
	unmoved := func() error {
		if now, err := pragmaInt(watch, "data_version"); err != nil || now != mark {
			return errors.Join(err, errMoved)
		}
		return nil
	}
	if s.mem != nil {
		unmoved = nil
	}
	err = copyInto(writer, other, unmoved, true)
	if err == nil && s.mem == nil {
		s.check.now(s, writer)
	}
	return err
}

// copyInto copies all pages in one transaction. locked is asked when the write
// lock is held.
func copyInto(writer, other *sqlite.Conn, locked func() error, wanted bool) error {
	if !wanted {
		return nil
	}
	b, err := sqlite.NewBackup(writer, "main", other, "main")
	if err != nil {
		return err
	}
	more, err := b.Step(1)
	if err == nil && locked != nil {
		err = locked()
	}
	for more && err == nil {
		more, err = b.Step(-1)
	}
	return errors.Join(err, b.Close()) // an unfinished one is rolled back
}

// smallShare is the share of the other file below which this one counts as
// new.
const smallShare = 16

// alone takes the file for this connection, out of WAL mode, if it is new and
// nobody else has it open: pages are written once then, not to the log first.
// A process that dies leaves a journal by which the next one rolls back.
func (s *Store) alone(writer, other *sqlite.Conn) bool {
	mine, err := pragmaInt(writer, "page_count")
	theirs, err2 := pragmaInt(other, "page_count")
	if err != nil || err2 != nil || mine*smallShare > theirs {
		return false
	}
	s.idleMu.Lock()
	for _, c := range s.idle {
		_ = closeConn(c) // others are opened when they are needed
	}
	s.idle = nil
	s.idleMu.Unlock()
	writer.SetBusyTimeout(0)
	defer writer.SetBlockOnBusy()
	_ = pragma(writer, "cache_size = -2048") // what is only copied need not be kept
	mode := ""
	err = errors.Join(pragma(writer, "locking_mode = EXCLUSIVE"), sqlitex.ExecuteTransient(writer, "PRAGMA journal_mode = DELETE", &sqlitex.ExecOptions{
		ResultFunc: func(st *sqlite.Stmt) error { mode = st.ColumnText(0); return nil },
	}))
	if err == nil && mode == "delete" {
		return true
	}
	s.together(writer)
	return false
}

// together gives the file back to all. Where WAL mode cannot be had at once,
// the next to open the file has it.
func (s *Store) together(writer *sqlite.Conn) {
	_ = pragma(writer, fmt.Sprintf("cache_size = -%d", writerCache))
	_ = pragma(writer, "locking_mode = NORMAL")
	_, _ = pragmaInt(writer, "user_version") // frees the lock
	_ = s.setJournal(context.Background(), writer)
}

// fill takes over what stays, and lets the caller finish.
func (s *Store) fill(other *sqlite.Conn, a *Adoption) (err error) {
	if err := sqlitex.ExecuteTransient(other, "ATTACH ? AS live", &sqlitex.ExecOptions{Args: []any{s.uri}}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sqlitex.ExecuteTransient(other, "DETACH live", nil)) }()
	defer sqlitex.Transaction(other)(&err)
	tables, err := names(other, "SELECT name FROM main.sqlite_schema WHERE type = 'table'")
	if err != nil {
		return err
	}
	for _, t := range tables {
		if t == "meta" || slices.Contains(a.Tables, t) {
			continue
		}
		for _, sql := range []string{"DELETE FROM main." + quoted(t), "INSERT INTO main." + quoted(t) + " SELECT * FROM live." + quoted(t)} {
			if err := sqlitex.ExecuteTransient(other, sql, nil); err != nil {
				return err
			}
		}
	}
	keys := make([]string, len(a.Meta))
	for i, k := range a.Meta {
		keys[i] = "'" + strings.ReplaceAll(k, "'", "''") + "'"
	}
	list := strings.Join(keys, ",")
	for _, sql := range []string{"DELETE FROM main.meta WHERE key NOT IN (" + list + ")", "INSERT INTO main.meta SELECT * FROM live.meta WHERE key NOT IN (" + list + ")"} {
		if err := sqlitex.ExecuteTransient(other, sql, nil); err != nil {
			return err
		}
	}
	if a.Finish == nil {
		return nil
	}
	return a.Finish(other)
}

// openOther opens the other file and refuses it unless it is exactly what
// this program makes: its schema word for word, no views and no triggers.
func (s *Store) openOther(a *Adoption) (conn *sqlite.Conn, err error) {
	if conn, err = sqlite.OpenConn(a.Path, sqlite.OpenReadWrite|sqlite.OpenURI); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = conn.Close()
		}
	}()
	for _, p := range []string{"trusted_schema = OFF", "journal_mode = OFF", "synchronous = OFF", "temp_store = MEMORY", "cache_size = -4096", fmt.Sprintf("mmap_size = %d", 1<<40)} {
		if err := pragma(conn, p); err != nil {
			return nil, err
		}
	}
	if !a.Trusted {
		said, err := names(conn, "PRAGMA integrity_check(1)")
		if err != nil {
			return nil, err
		}
		if len(said) != 1 || said[0] != "ok" {
			return nil, fmt.Errorf("the index to be taken in is damaged: %s", strings.Join(said, "; "))
		}
	}
	theirs, err := names(conn, schemaText)
	if err != nil {
		return nil, err
	}
	ours, err := s.ownSchema()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(theirs, ours) {
		return nil, errors.New("the index to be taken in does not have the tables that this program makes")
	}
	return conn, nil
}

const schemaText = "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY type, name"

func (s *Store) ownSchema() (out []string, err error) {
	conn, err := s.openReader()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeConn(conn)) }()
	return names(conn, schemaText)
}

// migrateOther brings an older file up to this program's schema.
func (s *Store) migrateOther(ctx context.Context, path string) error {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	v, err := pragmaInt(conn, "user_version")
	var active []string
	if err == nil {
		active, err = names(conn, "SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index')")
	}
	if err = errors.Join(err, conn.Close()); err != nil {
		return err
	}
	if len(active) > 0 {
		return errors.New("the index to be taken in has views or triggers, which this program never makes")
	}
	if int(v) == len(s.steps) {
		return nil
	}
	st, err := open(ctx, path, Options{Readers: 1}, s.steps)
	if err != nil {
		return err
	}
	return st.Close()
}

func names(conn *sqlite.Conn, sql string) (out []string, err error) {
	err = sqlitex.ExecuteTransient(conn, sql, &sqlitex.ExecOptions{ResultFunc: func(st *sqlite.Stmt) error {
		out = append(out, st.ColumnText(0))
		return nil
	}})
	return out, err
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
