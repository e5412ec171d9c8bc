package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const (
	pageSize    = 8192
	writerCache = 64 << 10  // KiB
	readerCache = 16 << 10  // KiB
	walKeep     = 16 << 20  // bytes of WAL file that stay after a checkpoint
	mmapBytes   = 256 << 20 // readers map this much of the file
)

// openWriter opens the connection that writes, and creates or migrates the
// schema. In a read-only store it only checks the file.
func (s *Store) openWriter(ctx context.Context) (conn *sqlite.Conn, err error) {
	flags := sqlite.OpenReadWrite | sqlite.OpenCreate
	if s.opts.ReadOnly {
		flags = sqlite.OpenReadOnly
		if _, err := os.Stat(s.path); err != nil && s.mem == nil {
			return nil, fmt.Errorf("open index: %w", err)
		}
	}
	if err := s.checkFile(); err != nil {
		return nil, err
	}
	conn, err = s.dial(flags, writerCache)
	if s.opts.ReadOnly && s.mem == nil && !canRead(conn, err) && s.mayBeImmutable() {
		// Where nothing can be written beside the file, the engine cannot
		// share it, but nobody can change it either.
		if conn != nil {
			_ = closeConn(conn) // it has read nothing
		}
		s.uri, s.immutable = immutableURI(s.path), true
		conn, err = s.dial(flags, writerCache)
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = closeConn(conn)
		}
	}()
	conn.SetInterrupt(ctx.Done())
	defer conn.SetInterrupt(nil)
	fresh, err := s.identify(conn)
	if err != nil {
		return nil, err
	}
	if s.opts.ReadOnly {
		return conn, s.checkVersion(conn, fresh)
	}
	if fresh {
		// The page size is fixed by the first page that is written, which
		// switching to WAL does.
		if err := pragma(conn, fmt.Sprintf("page_size = %d", pageSize)); err != nil {
			return nil, err
		}
	}
	if err := s.setJournal(ctx, conn); err != nil {
		return nil, err
	}
	return conn, s.migrate(ctx, conn)
}

// setJournal switches to WAL. When two processes do this at the same moment,
// the engine gives up at once instead of asking the busy handler, so it is
// tried again here.
func (s *Store) setJournal(ctx context.Context, conn *sqlite.Conn) error {
	if s.mem != nil {
		return errors.Join(pragma(conn, "journal_mode = MEMORY"), pragma(conn, "synchronous = OFF"))
	}
	start := time.Now()
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		err := pragma(conn, "journal_mode = WAL")
		if err == nil {
			break
		}
		if p := sqlite.ErrCode(err).ToPrimary(); p != sqlite.ResultBusy && p != sqlite.ResultLocked {
			return err
		}
		if time.Since(start) > s.opts.BusyTimeout || !sleep(ctx, wait) {
			return err
		}
	}
	for _, p := range []string{
		"synchronous = NORMAL",
		"wal_autocheckpoint = 0", // checkpointer does it, outside the caller's time
		fmt.Sprintf("journal_size_limit = %d", walKeep),
	} {
		if err := pragma(conn, p); err != nil {
			return err
		}
	}
	return nil
}

// openReader opens one more connection that reads.
func (s *Store) openReader() (*sqlite.Conn, error) {
	conn, err := s.dial(sqlite.OpenReadOnly, readerCache)
	if err != nil {
		return nil, err
	}
	if err := pragma(conn, fmt.Sprintf("mmap_size = %d", mmapBytes)); err != nil {
		_ = closeConn(conn)
		return nil, err
	}
	return conn, nil
}

func (s *Store) dial(flags sqlite.OpenFlags, cacheKiB int) (*sqlite.Conn, error) {
	if s.mem != nil {
		flags = sqlite.OpenReadWrite | sqlite.OpenCreate | sqlite.OpenURI
	} else if s.immutable {
		flags |= sqlite.OpenURI
	}
	conn, err := sqlite.OpenConn(s.uri, flags)
	if err != nil {
		return nil, err
	}
	statements.Store(conn, newPrepared())
	for _, p := range []string{fmt.Sprintf("cache_size = -%d", cacheKiB), "temp_store = MEMORY"} {
		if err := pragma(conn, p); err != nil {
			_ = closeConn(conn)
			return nil, err
		}
	}
	return conn, nil
}

func pragma(conn *sqlite.Conn, p string) error {
	return sqlitex.ExecuteTransient(conn, "PRAGMA "+p, nil)
}

// pragmaInt reads a number that a pragma holds.
func pragmaInt(conn *sqlite.Conn, name string) (int64, error) {
	var v int64
	err := sqlitex.ExecuteTransient(conn, "PRAGMA "+name, &sqlitex.ExecOptions{
		ResultFunc: func(st *sqlite.Stmt) error { v = st.ColumnInt64(0); return nil },
	})
	return v, err
}
